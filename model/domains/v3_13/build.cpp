// SPDX-License-Identifier: GPL-2.0-or-later
// Building the domains of one partition. Source: kernel/sched/core.c, v3.13, commit 5d4cf996cf13.
#include <algorithm>

#include "model/domains/v3_13.h"

namespace schedproof::model {

// Source: set_domain_attribute(), v3.13. Any request switches SD_BALANCE_WAKE on for the levels up to it.
void DomainRules_v3_13::set_domain_attribute(const DomainBuild& build, SchedDomain& sd) const {
  const DomainState& state = build.state;
  int request = build.relax_domain_level;
  if (state.when("set_domain_attribute.no_request", request < 0)) {
    request = state.options.relax_domain_level;
    if (state.when("set_domain_attribute.no_default", request < 0)) return;
  }
  if (state.when("set_domain_attribute.above", request < sd.level))
    sd.flags &= ~SdFlags{SD_BALANCE_WAKE | SD_BALANCE_NEWIDLE};
  else
    sd.flags |= SD_BALANCE_WAKE | SD_BALANCE_NEWIDLE;
}

// Source: build_sched_domain(), v3.13. A level that is not configured has no number: SIBLING or the lowest
// one is 0.
int DomainRules_v3_13::build_sched_domain(DomainBuild& build, int level, int child, Cpu cpu) const {
  TopologyLevel& tl = build.levels[static_cast<std::size_t>(level)];
  Domains& domains = build.domains();
  const int index = static_cast<int>(domains.domains.size());

  SchedDomain sd = sd_init(build.state, tl, cpu);
  sd.owner = cpu;
  sd.span = build.cpu_map & tl.mask(cpu);
  if (child != -1) {
    sd.level = build.sd(child).level + 1;
    domains.level_max = std::max(domains.level_max, sd.level);
    build.sd(child).parent = index;
    sd.child = child;
  }
  set_domain_attribute(build, sd);

  domains.domains.push_back(std::move(sd));
  build.level_of.push_back(level);
  tl.sd[static_cast<std::size_t>(cpu)] = index;
  tl.built.set(cpu);
  return index;
}

// Source: build_sched_domains(), its first loop, v3.13. It stops after the first level that spans the
// partition, for each CPU on its own: chains may differ in depth.
void DomainRules_v3_13::build_domains_of_cpu(DomainBuild& build, Cpu cpu) const {
  int sd = -1;
  for (std::size_t level = 0; level < build.levels.size(); ++level) {
    sd = build_sched_domain(build, static_cast<int>(level), sd, cpu);
    if (level == 0) build.base[static_cast<std::size_t>(cpu)] = sd;
    if (build.levels[level].overlap || build.state.options.force_sd_overlap) build.sd(sd).flags |= SD_OVERLAP;
    if (build.state.when("build_sched_domains.spans_all", build.sd(sd).span == build.cpu_map)) break;
  }
}

// Source: build_sched_domains(), v3.13. Groups are built upwards from the lowest CPU, powers from the highest
// CPU down, so that the powers of a level exist before the level above adds them up. DEVIATION: the kernel
// allocates a group and a power for every CPU and level and frees those that no domain came to use
// (claim_allocations(), __sdt_free()); here only used ones are ever created, because no rule can see the
// others.
void DomainRules_v3_13::build_sched_domains(DomainState& state, const Partition& partition) const {
  DomainBuild build{.state = state,
                    .cpu_map = partition.cpus,
                    .relax_domain_level = partition.relax_domain_level,
                    .levels = sched_domain_topology(state),
                    .base = std::vector<int>(state.machine.cpus.size(), -1),
                    .first_domain = static_cast<int>(state.domains.domains.size()),
                    .first_power = static_cast<int>(state.domains.powers.size()),
                    .level_of = {},
                    .group_mask = {}};
  const std::vector<Cpu> cpus = cpus_of(partition.cpus);
  const auto base = [&](Cpu i) { return build.base[static_cast<std::size_t>(i)]; };

  for (Cpu i : cpus) build_domains_of_cpu(build, i);
  for (Cpu i : cpus) {
    for (int sd = base(i); sd != -1; sd = build.sd(sd).parent) {
      build.sd(sd).span_weight = build.sd(sd).span.weight();
      if (build.sd(sd).has(SD_OVERLAP))
        build_overlap_sched_groups(build, sd, i);
      else
        build_sched_groups(build, sd, i);
    }
  }
  for (auto i = cpus.rbegin(); i != cpus.rend(); ++i)
    for (int sd = base(*i); sd != -1; sd = build.sd(sd).parent) init_sched_groups_power(state, *i, sd);
  for (Cpu i : cpus) cpu_attach_domain(state, base(i), i);
}

}  // namespace schedproof::model
