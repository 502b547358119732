// SPDX-License-Identifier: GPL-2.0-or-later
// machine_to_json(): the reader's inverse, as short as the defaults allow.
#include <map>

#include "machines/machine_json.h"
#include "model/machine/builtin.h"

namespace schedproof::machines {

using model::Cpu;
using model::CpuMask;
using model::Machine;
using nlohmann::ordered_json;
using Id = int model::CpuInfo::*;

namespace {

constexpr int kListOfNumbers = 16;  // machines of more CPUs have their sets written as text

ordered_json set(const CpuMask& mask, const Machine& m) {
  if (m.nr_cpus() > kListOfNumbers) return mask.to_list();
  ordered_json list = ordered_json::array();
  for (Cpu c : mask) list.push_back(c);
  return list;
}

std::map<int, CpuMask> sets_of(const Machine& m, Id id) {
  std::map<int, CpuMask> sets;
  for (Cpu c : m.possible()) sets[m.cpu(c).*id].set(c);
  return sets;
}

ordered_json partition(const Machine& m, Id id) {
  ordered_json list = ordered_json::array();
  for (const auto& [number, mask] : sets_of(m, id)) list.push_back(set(mask, m));
  return list;
}

/// The sets of `id` that are larger than one unit of `inner`; an empty list if there is none.
ordered_json larger_than(const Machine& m, Id id, Id inner) {
  ordered_json list = ordered_json::array();
  for (const auto& [number, mask] : sets_of(m, id))
    for (Cpu c : mask)
      if (m.cpu(c).*inner != m.cpu(mask.first()).*inner) {
        list.push_back(set(mask, m));
        break;
      }
  return list;
}

ordered_json smt(const Machine& m) {
  ordered_json list = ordered_json::array();
  for (const auto& [number, mask] : sets_of(m, &model::CpuInfo::core))
    if (mask.weight() > 1) list.push_back(set(mask, m));
  return list;
}

bool llcs_are_packages_within_nodes(const Machine& m) {
  std::map<std::pair<int, int>, int> llc_of;
  std::map<int, std::pair<int, int>> place_of;
  for (Cpu c : m.possible()) {
    const auto& i = m.cpu(c);
    const std::pair place(i.package, i.node);
    if (llc_of.emplace(place, i.llc).first->second != i.llc) return false;
    if (place_of.emplace(i.llc, place).first->second != place) return false;
  }
  return true;
}

bool default_distances(const Machine& m) {
  for (int i = 0; i < m.nr_nodes(); ++i)
    for (int j = 0; j < m.nr_nodes(); ++j)
      if (m.node_distance(i, j) != (i == j ? model::kLocalDistance : model::kRemoteDistance)) return false;
  return true;
}

void write_capacity(const Machine& m, ordered_json& out) {
  std::vector<int> capacities;
  bool equal = true;
  const int first = m.cpu(m.possible().first()).capacity;
  for (const auto& i : m.cpus) {
    capacities.push_back(i.capacity);
    equal = equal && (!i.possible || i.capacity == first);
  }
  if (!equal)
    out["capacity"] = capacities;
  else if (first != model::kFullCapacity)
    out["capacity"] = first;
}

}  // namespace

ordered_json machine_to_json(const Machine& m) {
  if (const Machine* b = model::find_builtin(m.name); b != nullptr && b->same_hardware(m)) return m.name;
  return machine_to_json_object(m);
}

ordered_json machine_to_json_object(const Machine& given) {
  const Machine m = normalised(given);
  ordered_json out;
  out["cpus"] = m.nr_cpus();
  if (!m.name.empty()) out["name"] = m.name;
  if (!m.source.empty()) out["source"] = m.source;
  if (!m.notes.empty()) out["notes"] = m.notes;
  const CpuMask all = CpuMask::first_n(m.nr_cpus()), holes = all.minus(m.possible());
  if (!holes.empty()) out["holes"] = set(holes, m);
  if (const auto offline = m.possible().minus(m.online()); !offline.empty()) out["offline"] = set(offline, m);
  if (!m.isolated().empty()) out["isolated"] = set(m.isolated(), m);
  const auto add = [&](const char* key, ordered_json list) {
    if (!list.empty()) out[key] = std::move(list);
  };
  add("smt", smt(m));
  add("cluster", larger_than(m, &model::CpuInfo::cluster, &model::CpuInfo::core));
  const auto packages = partition(m, &model::CpuInfo::package);
  if (packages.size() > 1) out["package"] = packages;
  if (m.nr_nodes() > 1) out["node"] = partition(m, &model::CpuInfo::node);
  if (!llcs_are_packages_within_nodes(m)) out["llc"] = partition(m, &model::CpuInfo::llc);
  if (!default_distances(m)) out["distance"] = m.distance;
  write_capacity(m, out);
  return out;
}

}  // namespace schedproof::machines
