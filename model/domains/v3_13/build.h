// SPDX-License-Identifier: GPL-2.0-or-later
// What build_sched_domains() of v3.13 keeps while it works, and drops when it is done: the topology table
// with the per-CPU arrays of each level (struct sd_data), and the base domains (struct s_data).
#pragma once

#include <vector>

#include "model/domains/builder.h"

namespace schedproof::model {

/// The CPUs of a mask, ascending.
inline std::vector<Cpu> cpus_of(const CpuMask& mask) {
  std::vector<Cpu> cpus;
  cpus.reserve(static_cast<std::size_t>(mask.weight()));
  for (Cpu c : mask) cpus.push_back(c);
  return cpus;
}

/// One row of sched_domain_topology[] with its struct sd_data.
struct TopologyLevel {
  enum class Init { sibling, mc, cpu, numa };
  Init init = Init::cpu;
  int numa_level = -1;         // index into sched_domains_numa_distance[], -1 below NUMA
  int numa_distance = 0;       // that distance
  bool overlap = false;        // SDTL_OVERLAP
  std::vector<CpuMask> masks;  // the different masks of the level
  std::vector<int> mask_of;    // CPU -> index into masks

  std::vector<int> sd, sg, sgp;  // CPU -> index into Domains::domains, groups, powers; -1 = not built
  CpuMask built;                 // CPUs that have a domain at this level

  /// tl->mask(cpu)
  const CpuMask& mask(Cpu c) const {
    return masks[static_cast<std::size_t>(mask_of[static_cast<std::size_t>(c)])];
  }
  int sd_of(Cpu c) const { return sd[static_cast<std::size_t>(c)]; }
};

/// SCHED_POWER_SCALE: the power of a CPU that shares no core.
inline constexpr int kPowerShift = 10;
inline constexpr std::uint64_t kPowerScale = std::uint64_t{1} << kPowerShift;

struct DomainBuild {
  DomainState& state;
  CpuMask cpu_map;
  int relax_domain_level = -1;  // of the partition, -1 = no request
  std::vector<TopologyLevel> levels;
  std::vector<int> base;  // CPU -> its lowest domain, -1 outside cpu_map
  int first_domain = 0;   // the build's first index into Domains::domains
  int first_power = 0;
  std::vector<int> level_of;  // sd->private: domain - first_domain -> index into levels
  std::vector<CpuMask>
      group_mask;  // sched_group_mask is kept in the group power: power - first_power -> mask

  Domains& domains() { return state.domains; }
  SchedDomain& sd(int index) { return state.domains.domains[static_cast<std::size_t>(index)]; }
  TopologyLevel& private_of(int sd_index) {
    return levels[static_cast<std::size_t>(level_of[static_cast<std::size_t>(sd_index - first_domain)])];
  }
  CpuMask& mask_of_power(int power) { return group_mask[static_cast<std::size_t>(power - first_power)]; }
};

}  // namespace schedproof::model
