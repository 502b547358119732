// SPDX-License-Identifier: GPL-2.0-or-later
// The sched_domain trees of a running system: what an era built from a machine, with the per-CPU pointers.
// Domains, groups and group powers are numbered objects, as in the kernel's heap: a freed one keeps its
// number and is marked, so that a pointer that outlives its target can be seen (claim percpu_pointers_live).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/machine/machine.h"

namespace schedproof::model {

/// Domain flags by the kernel's names. The bits are ours; each era prints its kernel's own set
/// (flag_names()).
enum SdFlag : std::uint32_t {
  SD_LOAD_BALANCE = 1u << 0,
  SD_BALANCE_NEWIDLE = 1u << 1,
  SD_BALANCE_EXEC = 1u << 2,
  SD_BALANCE_FORK = 1u << 3,
  SD_BALANCE_WAKE = 1u << 4,
  SD_WAKE_AFFINE = 1u << 5,
  SD_SHARE_CPUPOWER = 1u << 6,
  SD_SHARE_PKG_RESOURCES = 1u << 7,
  SD_SERIALIZE = 1u << 8,
  SD_ASYM_PACKING = 1u << 9,
  SD_PREFER_SIBLING = 1u << 10,
  SD_OVERLAP = 1u << 11,
  SD_NUMA = 1u << 12,
};
using SdFlags = std::uint32_t;

/// "SD_LOAD_BALANCE SD_BALANCE_NEWIDLE ..." in bit order.
std::string flag_names(SdFlags flags);
/// The inverse for one name; 0 if there is no such flag.
SdFlags flag_by_name(std::string_view name);

/// The fields of struct sched_domain that its template (SD_*_INIT, sd_numa_init) sets.
struct SdParams {
  unsigned min_interval = 0;   // ms
  unsigned max_interval = 0;   // ms
  unsigned busy_factor = 0;    // times longer between balances when busy
  unsigned imbalance_pct = 0;  // percent
  unsigned cache_nice_tries = 0;
  unsigned busy_idx = 0, idle_idx = 0, newidle_idx = 0, wake_idx = 0,
           forkexec_idx = 0;      // cpu_load[] index + 1, 0 = now
  unsigned smt_gain = 0;          // power of a whole core in 1/1024 of a single thread
  unsigned balance_interval = 0;  // ms, at first
  friend bool operator==(const SdParams&, const SdParams&) = default;
};

/// struct sched_group_power: shared by every group of the same CPUs and level.
struct SchedGroupPower {
  std::uint64_t power = 0;  // 1/1024 of one CPU
  std::uint64_t power_orig = 0;
  int nr_busy_cpus = 0;
  int ref = 0;  // groups of overlapping domains that share it; 1 for a group without overlap
  bool freed = false;
};

struct SchedGroup {
  CpuMask span;
  std::vector<Cpu> cpus;  // span, ascending: rules iterate this
  CpuMask mask;           // sched_group_mask: CPUs that may balance for the group (overlap), else all CPUs
  int power = -1;         // index into Domains::powers
  int weight = 0;         // group_weight
  int ref = 0;            // domains whose own group it is; 0 for the private groups of an overlapping domain
  bool freed = false;

  /// group_balance_cpu(): the first CPU of the group that is in the mask, -1 if there is none.
  Cpu balance_cpu() const { return (span & mask).first(); }
};

struct SchedDomain {
  std::string name;  // SIBLING, MC, CPU, NUMA: the kernel's own name of the level in this era
  Cpu owner = -1;    // sched_domain objects are per CPU
  int level = 0;     // sd->level
  SdFlags flags = 0;
  CpuMask span;
  int span_weight = 0;
  SdParams params;
  int parent = -1;  // index into Domains::domains, -1 = NULL
  int child = -1;
  std::vector<int> groups;  // the ring, starting at sd->groups; indices into Domains::groups
  bool nohz_idle = false;
  bool freed = false;

  bool has(SdFlags flag) const { return (flags & flag) != 0; }
};

/// The per-CPU variables of kernel/sched/core.c. Pointers are indices into Domains::domains, -1 = NULL.
struct PerCpuDomains {
  int sd = -1;  // rq->sd, the base domain
  int sd_llc = -1;
  int sd_llc_size = 0;
  int sd_llc_id = 0;  // 0 until the first attach, as every per-CPU int of the kernel
  int sd_busy = -1;
  int sd_numa = -1;
  int sd_asym = -1;
};

struct Domains {
  std::vector<SchedDomain> domains;
  std::vector<SchedGroup> groups;
  std::vector<SchedGroupPower> powers;
  std::vector<PerCpuDomains> cpu;        // indexed by CPU number
  std::vector<std::uint64_t> cpu_power;  // rq->cpu_power, 1024 until the first build
  int level_max = 0;                     // sched_domain_level_max

  const SchedDomain* get(int index) const {
    return index < 0 ? nullptr : &domains[static_cast<std::size_t>(index)];
  }
  SchedDomain* get(int index) { return index < 0 ? nullptr : &domains[static_cast<std::size_t>(index)]; }
  const SchedGroup& group(int index) const { return groups[static_cast<std::size_t>(index)]; }
  SchedGroup& group(int index) { return groups[static_cast<std::size_t>(index)]; }
  const SchedGroupPower& power_of_group(const SchedGroup& g) const {
    return powers[static_cast<std::size_t>(g.power)];
  }
  const PerCpuDomains& per_cpu(Cpu c) const { return cpu[static_cast<std::size_t>(c)]; }
  PerCpuDomains& per_cpu(Cpu c) { return cpu[static_cast<std::size_t>(c)]; }
  const SchedDomain* base(Cpu c) const { return get(per_cpu(c).sd); }
  const SchedDomain* parent(const SchedDomain& sd) const { return get(sd.parent); }
  const SchedDomain* child(const SchedDomain& sd) const { return get(sd.child); }

  /// highest_flag_domain(): the last domain of the unbroken run from the base that has `flag`; -1 if the base
  /// lacks it.
  int highest_flag_domain(Cpu c, SdFlags flag) const;
  /// lowest_flag_domain(): the first domain from the base upwards that has `flag`; -1 if none.
  int lowest_flag_domain(Cpu c, SdFlags flag) const;
};

}  // namespace schedproof::model
