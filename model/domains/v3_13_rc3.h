// SPDX-License-Identifier: GPL-2.0-or-later
// Sched domains of v3.13-rc3 (commit 42eb088ed246): sd_llc names the domain above the last-level cache.
// Mended by 5d4cf996cf13.
#pragma once

#include "model/domains/v3_13.h"

namespace schedproof::model {

class DomainRules_v3_13_rc3 : public DomainRules_v3_13 {
 protected:
  // Source: update_top_cache_domain(), 42eb088ed246. One variable holds the cache domain, then its parent for
  // sd_busy, and what is left in it goes to sd_llc; id and size were read before.
  void update_top_cache_domain(DomainState& state, Cpu cpu) const override {
    DomainRules_v3_13::update_top_cache_domain(state, cpu);
    PerCpuDomains& pcpu = state.domains.per_cpu(cpu);
    pcpu.sd_llc = pcpu.sd_busy;
  }

  // Source: build_overlap_sched_groups(), 42eb088ed246: power_orig is left 0.
  void init_overlap_group_power(const DomainState& state, SchedGroupPower& power, int weight) const override {
    const std::uint64_t power_orig = power.power_orig;
    DomainRules_v3_13::init_overlap_group_power(state, power, weight);
    power.power_orig = power_orig;
  }
};

}  // namespace schedproof::model
