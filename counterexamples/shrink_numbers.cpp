// SPDX-License-Identifier: GPL-2.0-or-later
// Smaller loads and counters, fewer task groups, default options.
#include "counterexamples/shrink.h"

namespace schedproof::counterexamples {

using model::DomainOptions;
using model::Scenario;

namespace {

using Numbers = std::vector<std::uint64_t*>;

/// Every number of the scenario that may shrink towards 0, in a fixed order. Absent ones are left out.
Numbers numbers_of(Scenario& s) {
  Numbers out{&s.jiffies};
  for (auto& task : s.tasks) {
    if (task.weight != model::kNice0Load) out.push_back(&task.weight);
    if (task.load_avg_contrib) out.push_back(&*task.load_avg_contrib);
    out.push_back(&task.wakee_flips);
    out.push_back(&task.wakee_flip_decay_ts);
  }
  for (auto& group : s.groups) {
    if (group.shares != 1024) out.push_back(&group.shares);
    out.push_back(&group.load_avg);
    for (auto& on : group.cpus) {
      out.push_back(&on.load_weight);
      out.push_back(&on.tg_load_contrib);
      out.push_back(&on.se_load_weight);
    }
  }
  for (auto& cpu : s.cpus) {
    if (cpu.runnable_load_avg) out.push_back(&*cpu.runnable_load_avg);
    if (cpu.cpu_load)
      for (auto& load : *cpu.cpu_load) out.push_back(&load);
  }
  return out;
}

}  // namespace

bool drop_groups(Search& search) {
  bool any = false;
  for (std::size_t i = search.current().groups.size(); i-- > 0;) {
    any = search.attempt_change([&](Scenario& s) {
      const auto id = s.groups[i].id, parent = s.groups[i].parent;
      s.groups.erase(s.groups.begin() + static_cast<std::ptrdiff_t>(i));
      for (auto& task : s.tasks)
        if (task.group == id) task.group = parent;
      for (auto& group : s.groups)
        if (group.parent == id) group.parent = parent;
      return true;
    }) || any;
    if (i >= search.current().groups.size()) continue;
    for (std::size_t k = search.current().groups[i].cpus.size(); k-- > 0;)
      any = search.attempt_change([&](Scenario& s) {
        s.groups[i].cpus.erase(s.groups[i].cpus.begin() + static_cast<std::ptrdiff_t>(k));
        return true;
      }) || any;
    any = search.attempt_change([&](Scenario& s) {
      s.groups[i].shares = 1024;
      return true;
    }) || any;
  }
  return any;
}

bool default_options(Search& search) {
  const DomainOptions defaults;
  bool any = false;
  const auto reset = [&](auto field) {
    any = search.attempt_change([&](Scenario& s) {
      s.options.*field = defaults.*field;
      return true;
    }) || any;
  };
  reset(&DomainOptions::sched_smt);
  reset(&DomainOptions::sched_mc);
  reset(&DomainOptions::numa);
  reset(&DomainOptions::sched_debug);
  reset(&DomainOptions::force_sd_overlap);
  reset(&DomainOptions::asym_packing);
  reset(&DomainOptions::reclaim_distance);
  reset(&DomainOptions::relax_domain_level);
  return search.attempt_change([](Scenario& s) {
    s.hz = 250;
    return true;
  }) || any;
}

bool smaller_numbers(Search& search) {
  bool any = false;
  for (std::size_t i = 0;; ++i) {
    Scenario probe = search.current();
    const Numbers numbers = numbers_of(probe);
    if (i >= numbers.size()) return any;
    const auto set = [&](std::uint64_t value) {
      return search.attempt_change([&](Scenario& s) {
        const Numbers here = numbers_of(s);
        if (i >= here.size() || *here[i] <= value) return false;
        *here[i] = value;
        return true;
      });
    };
    if (set(0)) {
      any = true;
      continue;
    }
    // Halving the distance finds the least number of a claim that breaks from some number on.
    std::uint64_t value = *numbers[i];
    for (std::uint64_t step = value / 2; step > 0;) {
      if (set(value - step)) {
        value -= step;
        any = true;
        step = std::min(step, value / 2);
      } else {
        step /= 2;
      }
    }
  }
}

}  // namespace schedproof::counterexamples
