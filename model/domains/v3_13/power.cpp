// SPDX-License-Identifier: GPL-2.0-or-later
// Group power: 1024 for each CPU, less for a thread of a core. Source: kernel/sched/fair.c and
// init_sched_groups_power of kernel/sched/core.c, v3.13, commit 5d4cf996cf13.
#include <stdexcept>

#include "model/domains/v3_13.h"

namespace schedproof::model {

namespace {

SchedGroupPower& power_of_own_group(Domains& domains, const SchedDomain& sd) {
  return domains.powers[static_cast<std::size_t>(domains.group(sd.groups.front()).power)];
}

}  // namespace

// Source: init_sched_groups_power(), v3.13. The balance CPU of a group computes for all.
// A domain without any group ends the kernel here; only a faulty patch can build one.
void DomainRules_v3_13::init_sched_groups_power(DomainState& state, Cpu cpu, int sd) const {
  Domains& domains = state.domains;
  const auto& ring = domains.get(sd)->groups;
  if (ring.empty())
    throw std::logic_error("init_sched_groups_power: the " + domains.get(sd)->name + " domain of CPU " +
                           std::to_string(cpu) + " has no group");
  for (int g : ring) domains.group(g).weight = static_cast<int>(domains.group(g).cpus.size());
  const SchedGroup& own = domains.group(ring.front());
  if (!state.when("init_sched_groups_power.balance_cpu", cpu == own.balance_cpu())) return;
  update_group_power(state, sd, cpu);
  power_of_own_group(domains, *domains.get(sd)).nr_busy_cpus = own.weight;
}

// Source: update_group_power(), v3.13. The child's groups make up the group, except where they overlap.
// DEVIATION: sgp->next_update is left out; it limits how often a running system repeats this.
void DomainRules_v3_13::update_group_power(DomainState& state, int sd_index, Cpu cpu) const {
  Domains& domains = state.domains;
  const SchedDomain& sd = *domains.get(sd_index);
  const SchedDomain* child = domains.child(sd);
  if (child == nullptr || state.when("update_group_power.leaf", false)) {
    update_cpu_power(state, sd_index, cpu);
    return;
  }
  SchedGroupPower sum;
  if (state.when("update_group_power.overlap", child->has(SD_OVERLAP))) {
    for (Cpu c : domains.group(sd.groups.front()).cpus) add_overlap_power(state, c, sum);
  } else {
    for (int g : child->groups) {
      sum.power_orig += domains.power_of_group(domains.group(g)).power_orig;
      sum.power += domains.power_of_group(domains.group(g)).power;
    }
  }
  SchedGroupPower& sgp = power_of_own_group(domains, sd);
  sgp.power_orig = sum.power_orig;
  sgp.power = sum.power;
}

// Source: update_group_power(), the loop over an overlapping group's CPUs, v3.13. While domains are being
// built no CPU has any, so rq->cpu_power counts: for CPUs below the balance CPU, that of the last build.
void DomainRules_v3_13::add_overlap_power(DomainState& state, Cpu cpu, SchedGroupPower& sum) const {
  Domains& domains = state.domains;
  const SchedDomain* base = domains.base(cpu);
  if (base == nullptr) {
    const std::uint64_t power_of = domains.cpu_power[static_cast<std::size_t>(cpu)];
    sum.power_orig += power_of;
    sum.power += power_of;
    return;
  }
  const SchedGroupPower& sgp = power_of_own_group(domains, *base);
  sum.power_orig += sgp.power_orig;
  sum.power += sgp.power;
}

// Source: update_cpu_power(), v3.13.
void DomainRules_v3_13::update_cpu_power(DomainState& state, int sd_index, Cpu cpu) const {
  const SchedDomain& sd = *state.domains.get(sd_index);
  SchedGroupPower& sgp = power_of_own_group(state.domains, sd);
  std::uint64_t power = state.param("SCHED_POWER_SCALE", kPowerScale);
  if (state.when("update_cpu_power.smt", sd.has(SD_SHARE_CPUPOWER)) &&
      state.when("update_cpu_power.siblings", sd.span_weight > 1)) {
    power *= scale_smt_power(sd);
    power >>= kPowerShift;
  }
  sgp.power_orig = power;
  power *= scale_freq_power(state, cpu);
  power >>= kPowerShift;
  power *= scale_rt_power(state, cpu);
  power >>= kPowerShift;
  if (state.when("update_cpu_power.none", power == 0))
    power = state.param("update_cpu_power.least", std::uint64_t{1});
  state.domains.cpu_power[static_cast<std::size_t>(cpu)] = power;
  sgp.power = power;
}

// Source: default_scale_smt_power(), v3.13. The part of one thread in the core.
std::uint64_t DomainRules_v3_13::scale_smt_power(const SchedDomain& sd) const {
  return sd.params.smt_gain / static_cast<unsigned>(sd.span_weight);
}

// Source: default_scale_freq_power(), v3.13.
// DEVIATION: 32-bit ARM replaces it by a table of its own (arch_scale_freq_power()), in other units than
// CpuInfo::capacity; x86 and arm64 do not, so capacities do not count in this era.
std::uint64_t DomainRules_v3_13::scale_freq_power(const DomainState&, Cpu) const { return kPowerScale; }

// Source: scale_rt_power(), v3.13.
// DEVIATION: no real-time task has run (rt_avg = 0): then (total / (total >> 10)) is 1024 for every clock.
std::uint64_t DomainRules_v3_13::scale_rt_power(const DomainState&, Cpu) const { return kPowerScale; }

}  // namespace schedproof::model
