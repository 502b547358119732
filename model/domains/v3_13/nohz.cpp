// SPDX-License-Identifier: GPL-2.0-or-later
// Readers of sd_busy and sd_asym. Source: kernel/sched/fair.c, v3.13, commit 5d4cf996cf13.
#include "model/domains/v3_13.h"

namespace schedproof::model {

SchedDomain* DomainRules_v3_13::dereference(DomainState& state, Cpu cpu, int sd, const char* pointer) {
  SchedDomain* domain = state.domains.get(sd);
  if (domain == nullptr || domain->freed) {
    state.bad_dereferences.push_back({.cpu = cpu, .pointer = pointer, .null = domain == nullptr});
    return nullptr;
  }
  return domain;
}

namespace {

SchedGroupPower& sgp_of(DomainState& state, const SchedDomain& sd) {  // sd->groups->sgp
  return state.domains.powers[static_cast<std::size_t>(state.domains.group(sd.groups.front()).power)];
}

}  // namespace

// Source: set_cpu_sd_state_busy(), v3.13. False: it met a bad pointer.
bool DomainRules_v3_13::set_cpu_sd_state_busy(DomainState& state, Cpu cpu) const {
  const int sd_busy = state.domains.per_cpu(cpu).sd_busy;
  if (state.when("set_cpu_sd_state_busy.null", sd_busy == -1)) return true;
  SchedDomain* sd = dereference(state, cpu, sd_busy, "sd_busy");
  if (sd == nullptr) return false;
  if (state.when("set_cpu_sd_state_busy.busy", !sd->nohz_idle)) return true;
  sd->nohz_idle = false;
  sgp_of(state, *sd).nr_busy_cpus++;
  return true;
}

// Source: set_cpu_sd_state_idle(), v3.13; tick_nohz_idle_enter() calls it. False: it met a bad pointer.
bool DomainRules_v3_13::set_cpu_sd_state_idle(DomainState& state, Cpu cpu) const {
  const int sd_busy = state.domains.per_cpu(cpu).sd_busy;
  if (state.when("set_cpu_sd_state_idle.null", sd_busy == -1)) return true;
  SchedDomain* sd = dereference(state, cpu, sd_busy, "sd_busy");
  if (sd == nullptr) return false;
  if (state.when("set_cpu_sd_state_idle.idle", sd->nohz_idle)) return true;
  sd->nohz_idle = true;
  sgp_of(state, *sd).nr_busy_cpus--;
  return true;
}

// Source: nohz_kick_needed(), v3.13; trigger_load_balance() calls it at each tick, on CPUs without domains as
// well. DEVIATION: run queues and nohz.idle_cpus_mask are not part of a DomainState. The tick is that of a
// busy CPU with one running task while other CPUs idle without ticks and a balance is due, the case that
// reads most; whether the idle balancer is kicked is not kept.
void DomainRules_v3_13::nohz_kick_needed(DomainState& state, Cpu cpu) const {
  if (!set_cpu_sd_state_busy(state, cpu)) return;
  const PerCpuDomains& pcpu = state.domains.per_cpu(cpu);
  if (state.when("nohz_kick_needed.sd_busy", pcpu.sd_busy != -1)) {
    const SchedDomain* sd = dereference(state, cpu, pcpu.sd_busy, "sd_busy");
    if (sd == nullptr || sgp_of(state, *sd).nr_busy_cpus > 1) return;  // a kick: sd_asym is not read
  }
  if (state.when("nohz_kick_needed.sd_asym", pcpu.sd_asym != -1))
    dereference(state, cpu, pcpu.sd_asym, "sd_asym");
}

}  // namespace schedproof::model
