// SPDX-License-Identifier: GPL-2.0-or-later
// Which domains each CPU should have, said from the machine and its partitions alone, apart from the rules:
// the claims about trees compare with this.
#pragma once

#include <string>
#include <vector>

#include "model/domains/builder.h"

namespace schedproof::properties {

struct ExpectedDomain {
  std::string name;  // SIBLING, MC, CPU, NUMA
  int level = 0;     // sd->level
  model::CpuMask span;
  int distance = 0;   // NUMA: of the level; else 0
  bool kept = true;   // false: redundant, so removed when the tree is attached
  bool open = false;  // kept or not by how the era treats a group that reaches beyond the domain
  bool numa() const { return distance != 0; }
};

/// The distances of the NUMA levels, ascending: those of node 0's row above the local one, with sched_debug
/// greater ones of later rows too; none without CONFIG_NUMA.
std::vector<int> numa_distances(const model::DomainState& s);

class ExpectedTrees {
 public:
  /// `s` must outlive this object.
  explicit ExpectedTrees(const model::DomainState& s);

  /// The partition that the CPU should be in; it has no CPUs if the CPU should be in none.
  const model::Partition& partition(model::Cpu c) const { return partitions_[at(partition_of_[at(c)])]; }
  /// The domains that are built for a CPU, from below: each configured level cut with the partition, up to
  /// the first that spans it. Of these are not kept: one of a single CPU; one that spans no more than the
  /// last kept one, unless it is the first NUMA level and near enough for affine wakeups; a far NUMA level of
  /// one group.
  const std::vector<ExpectedDomain>& chain(model::Cpu c) const { return chains_[at(c)]; }
  /// The CPUs of the level that have a domain of it, removed ones counted.
  bool reaches(model::Cpu c, std::size_t level) const { return chain(c).size() > level; }
  /// The power of a CPU: 1024, or its part of smt_gain where its core's siblings are in its partition too.
  std::uint64_t cpu_power(model::Cpu c) const;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void find_partitions();
  void build(model::Cpu c);
  void drop_redundant(model::Cpu c);
  const model::CpuMask* only_group(const ExpectedDomain& d) const;

  struct Level {
    const char* name;
    int distance;
    std::vector<model::CpuMask> masks;
    std::vector<int> mask_of;  // CPU -> index into masks
  };
  static Level by_id(const model::Machine& m, const char* name, int model::CpuInfo::*id);
  static Level by_distance(const model::Machine& m, int distance);

  const model::DomainState& s_;
  std::vector<Level> levels_;
  std::vector<model::Partition> partitions_;  // [0] is that of CPUs that are in none
  std::vector<int> partition_of_;
  std::vector<std::vector<ExpectedDomain>> chains_;
};

}  // namespace schedproof::properties
