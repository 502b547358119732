// SPDX-License-Identifier: GPL-2.0-or-later
// Giving a CPU its tree, taking it away, and the per-CPU pointers. Source: kernel/sched/core.c, v3.13, commit
// 5d4cf996cf13.
#include "model/domains/v3_13.h"

namespace schedproof::model {

// Source: update_top_cache_domain(), v3.13.
void DomainRules_v3_13::update_top_cache_domain(DomainState& state, Cpu cpu) const {
  Domains& domains = state.domains;
  PerCpuDomains& pcpu = domains.per_cpu(cpu);
  int busy_sd = -1;
  int id = cpu;
  int size = 1;
  const int sd = domains.highest_flag_domain(cpu, SD_SHARE_PKG_RESOURCES);
  if (sd != -1 && state.when("update_top_cache_domain.llc", true)) {
    id = domains.get(sd)->span.first();
    size = domains.get(sd)->span.weight();
    busy_sd = domains.get(sd)->parent;
  }
  pcpu.sd_busy = busy_sd;
  pcpu.sd_llc = sd;
  pcpu.sd_llc_size = size;
  pcpu.sd_llc_id = id;
  pcpu.sd_numa = domains.lowest_flag_domain(cpu, SD_NUMA);
  pcpu.sd_asym = domains.highest_flag_domain(cpu, SD_ASYM_PACKING);
}

// Source: cpu_attach_domain(), v3.13. sd -1 detaches. SD_PREFER_SIBLING moves down from a removed parent, as
// the spans are the same.
void DomainRules_v3_13::cpu_attach_domain(DomainState& state, int sd, Cpu cpu) const {
  Domains& domains = state.domains;
  for (int tmp = sd; tmp != -1;) {
    const int parent = domains.get(tmp)->parent;
    if (parent == -1) break;
    const bool drop = sd_parent_degenerate(state, *domains.get(tmp), *domains.get(parent));
    if (!state.when("cpu_attach_domain.parent_degenerate", drop)) {
      tmp = parent;
      continue;
    }
    const int grandparent = domains.get(parent)->parent;
    domains.get(tmp)->parent = grandparent;
    if (grandparent != -1) domains.get(grandparent)->child = tmp;
    if (state.when("cpu_attach_domain.prefer_sibling", domains.get(parent)->has(SD_PREFER_SIBLING)))
      domains.get(tmp)->flags |= SD_PREFER_SIBLING;
    destroy_sched_domain(state, parent);
  }
  if (sd != -1 && state.when("cpu_attach_domain.base_degenerate", sd_degenerate(state, *domains.get(sd)))) {
    const int parent = domains.get(sd)->parent;
    destroy_sched_domain(state, sd);
    sd = parent;
    if (sd != -1) domains.get(sd)->child = -1;
  }
  const int old = domains.per_cpu(cpu).sd;
  domains.per_cpu(cpu).sd = sd;
  for (int tmp = old; tmp != -1; tmp = domains.get(tmp)->parent) destroy_sched_domain(state, tmp);
  update_top_cache_domain(state, cpu);
}

// Source: destroy_sched_domain(), free_sched_domain(), free_sched_groups(), v3.13. An overlapping domain
// frees its private groups and lets go of their powers; another lets go of its own group, whose last user
// frees both. DEVIATION: the kernel frees after an RCU grace period; here at once. Who reads between the two
// still sees the old object, so a pointer that is replaced before the grace period ends is never an error,
// here or there.
void DomainRules_v3_13::destroy_sched_domain(DomainState& state, int sd_index) const {
  Domains& domains = state.domains;
  SchedDomain& sd = *domains.get(sd_index);
  if (sd.has(SD_OVERLAP)) {
    for (int g : sd.groups) {
      SchedGroupPower& sgp = domains.powers[static_cast<std::size_t>(domains.group(g).power)];
      if (--sgp.ref == 0) sgp.freed = true;
      domains.group(g).freed = true;
    }
  } else {
    SchedGroup& own = domains.group(sd.groups.front());
    if (--own.ref == 0) own.freed = domains.powers[static_cast<std::size_t>(own.power)].freed = true;
  }
  sd.freed = true;
}

// Source: detach_destroy_domains(), v3.13.
void DomainRules_v3_13::detach_destroy_domains(DomainState& state, const CpuMask& cpu_map) const {
  for (Cpu i : cpu_map) cpu_attach_domain(state, -1, i);
}

}  // namespace schedproof::model
