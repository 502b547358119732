// SPDX-License-Identifier: GPL-2.0-or-later
// Sched domains of v3.13-rc1 (commit 37dc6b50cee9): sd_busy is not written where no cache is shared, and
// outlives the domain that it named. Mended by 42eb088ed246.
#pragma once

#include "model/domains/v3_13_rc3.h"

namespace schedproof::model {

class DomainRules_v3_13_rc1 : public DomainRules_v3_13_rc3 {
 protected:
  // Source: update_top_cache_domain(), 37dc6b50cee9. sd_llc is right here.
  void update_top_cache_domain(DomainState& state, Cpu cpu) const override {
    PerCpuDomains& pcpu = state.domains.per_cpu(cpu);
    const int old_busy = pcpu.sd_busy;
    DomainRules_v3_13::update_top_cache_domain(state, cpu);
    if (pcpu.sd_llc == -1) pcpu.sd_busy = old_busy;
  }

  // Source: update_group_power(), 37dc6b50cee9. It reads rq->sd->groups unasked, and no CPU has domains while
  // they are built: machines with two overlapping NUMA levels do not boot (mended by 9abf24d46518).
  void add_overlap_power(DomainState& state, Cpu cpu, SchedGroupPower& sum) const override {
    if (state.domains.per_cpu(cpu).sd == -1) dereference(state, cpu, -1, "rq->sd");
    DomainRules_v3_13_rc3::add_overlap_power(state, cpu, sum);
  }
};

}  // namespace schedproof::model
