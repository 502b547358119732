// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/expected_levels.h"

#include <map>
#include <set>

namespace schedproof::properties {

using model::Cpu;
using model::CpuInfo;
using model::CpuMask;
using model::DomainState;
using model::Machine;
using model::Partition;

std::vector<int> numa_distances(const DomainState& s) {
  std::vector<int> list;
  if (!s.options.numa) return list;
  const auto& m = s.machine;
  for (int i = 0; i < (s.options.sched_debug ? m.nr_nodes() : 1); ++i) {
    std::set<int> row;
    for (int k = 0; k < m.nr_nodes(); ++k) row.insert(m.node_distance(i, k));
    for (const int d : row)
      if (d > (list.empty() ? m.node_distance(0, 0) : list.back())) list.push_back(d);
  }
  return list;
}

ExpectedTrees::Level ExpectedTrees::by_id(const Machine& m, const char* name, int CpuInfo::*id) {
  Level level{name, 0, {}, {}};
  std::map<int, int> index;
  for (Cpu c = 0; c < m.nr_cpus(); ++c) {
    const auto [found, is_new] = index.try_emplace(m.cpu(c).*id, static_cast<int>(level.masks.size()));
    if (is_new) level.masks.emplace_back();
    if (m.cpu(c).possible) level.masks[at(found->second)].set(c);
    level.mask_of.push_back(found->second);
  }
  return level;
}

ExpectedTrees::Level ExpectedTrees::by_distance(const Machine& m, int distance) {
  Level level{"NUMA", distance, std::vector<CpuMask>(at(m.nr_nodes())), {}};
  for (Cpu c = 0; c < m.nr_cpus(); ++c) {
    const int node = m.cpu(c).node;
    level.mask_of.push_back(node);
    for (int from = 0; m.cpu(c).possible && from < m.nr_nodes(); ++from)
      if (m.node_distance(from, node) <= distance) level.masks[at(from)].set(c);
  }
  return level;
}

ExpectedTrees::ExpectedTrees(const DomainState& s) : s_(s), chains_(s.machine.cpus.size()) {
  const Machine& m = s.machine;
  if (s.options.sched_smt) levels_.push_back(by_id(m, "SIBLING", &CpuInfo::core));
  if (s.options.sched_mc) levels_.push_back(by_id(m, "MC", &CpuInfo::llc));
  if (s.options.numa)
    levels_.push_back(by_id(m, "CPU", &CpuInfo::node));
  else
    levels_.push_back({"CPU", 0, {m.possible()}, std::vector<int>(m.cpus.size(), 0)});
  for (const int distance : numa_distances(s)) levels_.push_back(by_distance(m, distance));
  find_partitions();
  for (Cpu c = 0; c < m.nr_cpus(); ++c) build(c);
  for (Cpu c = 0; c < m.nr_cpus(); ++c) drop_redundant(c);
}

/// What the cpusets ask for, else one partition. The boot leaves isolated CPUs out of that; any later event
/// takes them in.
void ExpectedTrees::find_partitions() {
  partitions_.emplace_back();
  partition_of_.assign(s_.machine.cpus.size(), 0);
  if (s_.wanted) {
    for (const Partition& p : *s_.wanted)
      partitions_.push_back({.cpus = p.cpus & s_.active, .relax_domain_level = p.relax_domain_level});
  } else {
    const CpuMask booted = s_.active.minus(s_.machine.isolated());
    const bool just_booted = s_.doms_cur.size() == 1 && s_.doms_cur.front().cpus == booted;
    partitions_.push_back({.cpus = just_booted ? booted : s_.active, .relax_domain_level = -1});
  }
  for (std::size_t p = 1; p < partitions_.size(); ++p)
    for (Cpu c : partitions_[p].cpus) partition_of_[at(c)] = static_cast<int>(p);
}

void ExpectedTrees::build(Cpu c) {
  const CpuMask& all = partition(c).cpus;
  if (all.empty()) return;
  auto& chain = chains_[at(c)];
  for (const Level& level : levels_) {
    const CpuMask span = level.masks[at(level.mask_of[at(c)])] & all;
    chain.push_back({level.name, static_cast<int>(chain.size()), span, level.distance, true, false});
    if (span == all) break;
  }
}

/// The one group into which the domain's CPUs fall, the lower level's span of the first of them; nullptr if
/// there are several. CPUs that have no domain of this level, because a lower one spans the partition, form
/// none.
const CpuMask* ExpectedTrees::only_group(const ExpectedDomain& d) const {
  if (d.level == 0) return nullptr;
  CpuMask left;
  for (Cpu c : d.span)
    if (reaches(c, at(d.level))) left.set(c);
  const CpuMask& first = chain(left.first())[at(d.level - 1)].span;
  return left.subset_of(first) ? &first : nullptr;
}

void ExpectedTrees::drop_redundant(Cpu c) {
  const ExpectedDomain* below = nullptr;  // the last kept one
  for (auto& d : chains_[at(c)]) {
    const bool far = d.distance > s_.options.reclaim_distance;
    if (d.span.weight() == 1) d.kept = false;
    if (const auto* group = d.numa() && far ? only_group(d) : nullptr; group != nullptr) {
      d.kept = false;
      d.open = !group->subset_of(d.span);
    }
    if (below != nullptr && below->span == d.span && (!d.numa() || below->numa() || far)) d.kept = false;
    if (d.kept) below = &d;
  }
}

std::uint64_t ExpectedTrees::cpu_power(Cpu c) const {
  const int siblings = (s_.machine.smt_mask(c) & partition(c).cpus).weight();
  if (!s_.options.sched_smt || siblings < 2) return 1024;
  return 1178 / static_cast<unsigned>(siblings);
}

}  // namespace schedproof::properties
