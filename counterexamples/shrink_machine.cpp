// SPDX-License-Identifier: GPL-2.0-or-later
// Fewer CPUs, and fewer differences between them.
#include <algorithm>
#include <set>

#include "counterexamples/renumber.h"
#include "counterexamples/shrink.h"

namespace schedproof::counterexamples {

using model::Cpu;
using model::CpuInfo;
using model::CpuMask;
using model::Machine;
using model::Scenario;

namespace {

using Id = int CpuInfo::*;

std::set<int> ids(const Machine& machine, Id id) {
  std::set<int> out;
  for (const auto& cpu : machine.cpus)
    if (cpu.possible) out.insert(cpu.*id);
  return out;
}

void rename_unit(Machine& machine, Id id, int from, int to) {
  for (auto& cpu : machine.cpus)
    if (cpu.*id == from) cpu.*id = to;
}

/// Tries to make one of two units of each kind in `kinds`, for every pair of units of the first kind.
bool merge_pairs(Search& search, const std::vector<Id>& kinds) {
  bool any = false, merged = true;
  while (merged && !search.spent()) {
    merged = false;
    const Machine machine = search.current().machine;
    const auto units = ids(machine, kinds[0]);
    for (auto a = units.begin(); a != units.end() && !merged; ++a)
      for (auto b = std::next(a); b != units.end() && !merged; ++b)
        merged = search.attempt_change([&](Scenario& s) {
          const auto first_of = [&](int unit) {
            return std::find_if(machine.cpus.begin(), machine.cpus.end(),
                                [&](const CpuInfo& cpu) { return cpu.possible && cpu.*kinds[0] == unit; });
          };
          const CpuInfo one = *first_of(*a), other = *first_of(*b);
          for (Id id : kinds) rename_unit(s.machine, id, other.*id, one.*id);
          drop_empty_nodes(s.machine);
          s.machine = normalised(std::move(s.machine));
          return true;
        });
    any = any || merged;
  }
  return any;
}

/// How far the numbering is from the plainest: what is busy, woken or named has low numbers, the first CPUs
/// share the first cache.
std::vector<long> numbering_measure(const Scenario& s) {
  long used = 0;
  for (Cpu c : s.busy) used += c;
  for (const auto& task : s.tasks) used += task.cpu + std::max(task.wake_cpu, 0);
  for (const auto& cpu : s.cpus) used += cpu.cpu;
  for (const auto& event : s.events) used += std::max(event.on_cpu, 0) + std::max(event.domain.cpu, 0);
  std::vector<long> out;
  const Machine machine = normalised(s.machine);
  for (const Id id : {&CpuInfo::node, &CpuInfo::package, &CpuInfo::llc, &CpuInfo::cluster, &CpuInfo::core})
    for (const auto& cpu : machine.cpus) out.push_back(cpu.*id);
  out.push_back(used);
  for (const auto& task : s.tasks)
    for (Cpu c : task.allowed) out.push_back(c);
  return out;
}

}  // namespace

bool flat_machine(Search& search) {
  return search.attempt_change([](Scenario& s) {
    s.machine = Machine::flat(s.machine.nr_cpus());
    return true;
  });
}

bool drop_cpus(Search& search) {
  return remove_chunks(
      search, [&] { return search.current().machine.cpus.size(); },
      [&](std::size_t first, std::size_t n) {
        const auto from = static_cast<Cpu>(first);
        auto s = without_cpus(search.current(), CpuMask::range(from, from + static_cast<Cpu>(n) - 1));
        return s && search.attempt(std::move(*s));
      });
}

bool merge_nodes(Search& search) {
  bool any = search.attempt_change([](Scenario& s) {
    for (auto& cpu : s.machine.cpus) cpu.node = 0;
    s.machine.distance.clear();
    return true;
  });
  return merge_pairs(search, {&CpuInfo::node}) || any;
}

bool plainer_distances(Search& search) {
  // The same order of distances, as 20, 30, 40 ...
  bool any = search.attempt_change([](Scenario& s) {
    auto& distance = s.machine.distance;
    std::set<int> remote;
    for (std::size_t i = 0; i < distance.size(); ++i)
      for (std::size_t j = 0; j < distance.size(); ++j)
        if (i != j) remote.insert(distance[i][j]);
    for (std::size_t i = 0; i < distance.size(); ++i)
      for (std::size_t j = 0; j < distance.size(); ++j)
        if (i != j)
          distance[i][j] =
              20 + 10 * static_cast<int>(std::distance(remote.begin(), remote.find(distance[i][j])));
    return true;
  });
  const auto nodes = search.current().machine.distance.size();
  for (std::size_t i = 0; i < nodes; ++i)
    for (std::size_t j = 0; j < nodes; ++j)
      for (int nearer = 20; i != j && nearer < search.current().machine.distance[i][j]; nearer += 10)
        any = search.attempt_change([&](Scenario& s) {
          s.machine.distance[i][j] = s.machine.distance[j][i] = nearer;
          return true;
        }) || any;
  return any;
}

bool merge_units(Search& search) {
  bool any = merge_pairs(search, {&CpuInfo::package});
  any = merge_pairs(search, {&CpuInfo::package, &CpuInfo::node}) || any;
  any = merge_pairs(search, {&CpuInfo::llc}) || any;
  any = merge_pairs(search, {&CpuInfo::llc, &CpuInfo::package}) || any;
  return merge_pairs(search, {&CpuInfo::llc, &CpuInfo::package, &CpuInfo::node}) || any;
}

bool split_smt_and_clusters(Search& search) {
  const auto split_all = [](Id id, Id like) {
    return [id, like](Scenario& s) {
      for (std::size_t c = 0; c < s.machine.cpus.size(); ++c)
        s.machine.cpus[c].*id = like == nullptr ? static_cast<int>(c) : s.machine.cpus[c].*like;
      s.machine = normalised(std::move(s.machine));
      return true;
    };
  };
  bool any = search.attempt_change(split_all(&CpuInfo::cluster, &CpuInfo::core));
  any = search.attempt_change(split_all(&CpuInfo::core, nullptr)) || any;
  any = search.attempt_change(split_all(&CpuInfo::cluster, &CpuInfo::core)) || any;
  // One SMT sibling at a time becomes a core of its own; with more than one thread per core left, fewer is
  // plainer.
  for (Cpu c = 0; c < search.current().machine.nr_cpus(); ++c)
    if (search.current().machine.smt_mask(c).weight() > 1)
      any = search.attempt_change([&](Scenario& s) {
        s.machine.cpu(c).core = s.machine.nr_cpus() + c;
        s.machine = normalised(std::move(s.machine));
        return true;
      }) || any;
  return any;
}

bool plainer_cpus(Search& search) {
  const CpuInfo plain;
  bool any = false;
  const auto reset = [&](auto field) {
    any = search.attempt_change([&](Scenario& s) {
      for (auto& cpu : s.machine.cpus) cpu.*field = plain.*field;
      return true;
    }) || any;
    for (std::size_t c = 0; c < search.current().machine.cpus.size(); ++c)
      any = search.attempt_change([&](Scenario& s) {
        s.machine.cpus[c].*field = plain.*field;
        return true;
      }) || any;
  };
  reset(&CpuInfo::capacity);
  reset(&CpuInfo::isolated);
  reset(&CpuInfo::online);
  return any;
}

bool lower_numbering(Search& search) {
  bool any = false;
  const Cpu n = search.current().machine.nr_cpus();
  for (Cpu a = 0; a < n; ++a)
    for (Cpu b = a + 1; b < n; ++b) {
      Scenario s = with_cpus_swapped(search.current(), a, b);
      if (numbering_measure(s) < numbering_measure(search.current()))
        any = search.attempt(std::move(s)) || any;
    }
  return any;
}

}  // namespace schedproof::counterexamples
