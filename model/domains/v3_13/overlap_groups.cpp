// SPDX-License-Identifier: GPL-2.0-or-later
// Groups of overlapping levels (NUMA): private to each CPU's domain, sharing their powers. Source:
// kernel/sched/core.c, v3.13, commit 5d4cf996cf13.
#include <algorithm>

#include "model/domains/v3_13.h"

namespace schedproof::model {

// Source: build_group_mask(), v3.13. The CPUs of sd's span that have a domain at sd's level. Others stopped
// at a lower level that already spans the partition. The mask is kept with the power: its first user fills
// it.
void DomainRules_v3_13::build_group_mask(DomainBuild& build, int sd, int power) const {
  CpuMask mask = build.sd(sd).span;
  if (build.state.when("build_group_mask.skip_ended_chains", true)) mask &= build.private_of(sd).built;
  build.mask_of_power(power) = mask;
}

// The domain whose child's span becomes the group: in v3.13 the CPU's domain of the same level, even where
// its child reaches out of sd's span (NUMA diameter above 2; mended by 585b6d2723dc in v5.13).
int DomainRules_v3_13::overlap_sibling(DomainBuild&, int /*sd*/, int sibling) const { return sibling; }

// Source: build_overlap_sched_groups(), v3.13. A value that is never 0, should no CPU ever compute the real
// one.
void DomainRules_v3_13::init_overlap_group_power(const DomainState& state, SchedGroupPower& power,
                                                 int weight) const {
  power.power = state.param("SCHED_POWER_SCALE", kPowerScale) * static_cast<std::uint64_t>(weight);
  power.power_orig = power.power;
}

// Source: build_overlap_sched_groups(), the body of its loop, v3.13. The group of CPU i in the domain sd.
int DomainRules_v3_13::build_overlap_group(DomainBuild& build, int sd, Cpu i) const {
  Domains& domains = build.domains();
  const int same_level = build.private_of(sd).sd_of(i);
  const int sibling = overlap_sibling(build, sd, same_level);
  const int child = build.state.when("build_overlap_sched_groups.child", true) ? build.sd(sibling).child : -1;
  TopologyLevel& tl = build.private_of(sibling);

  SchedGroup sg;
  sg.span = child == -1 ? CpuMask{i} : build.sd(child).span;
  sg.cpus = cpus_of(sg.span);
  int& power = tl.sgp[static_cast<std::size_t>(i)];
  if (power == -1) {
    power = static_cast<int>(domains.powers.size());
    domains.powers.emplace_back();
    build.group_mask.emplace_back();
    build_group_mask(build, sibling == same_level ? sd : sibling, power);
  }
  domains.powers[static_cast<std::size_t>(power)].ref++;
  init_overlap_group_power(build.state, domains.powers[static_cast<std::size_t>(power)],
                           static_cast<int>(sg.cpus.size()));
  sg.power = power;
  sg.mask = build.mask_of_power(power);
  domains.groups.push_back(std::move(sg));
  return static_cast<int>(domains.groups.size()) - 1;
}

// Source: build_overlap_sched_groups(), v3.13. The ring ascends from the lowest CPU; sd->groups is the first
// group that holds the CPU, or else the last one whose balance CPU it is.
void DomainRules_v3_13::build_overlap_sched_groups(DomainBuild& build, int sd, Cpu cpu) const {
  std::vector<int> ring;
  CpuMask left = build.sd(sd).span & build.private_of(sd).built;  // CPUs without a domain here found no group
  int first = -1;
  for (Cpu i = left.first(); i != -1; i = left.next(i)) {
    const int index = build_overlap_group(build, sd, i);
    const SchedGroup& sg = build.domains().group(index);
    left = left.minus(sg.span);
    const bool own = build.state.when("build_overlap_sched_groups.own", first == -1 && sg.span.test(cpu));
    if (own || build.state.when("build_overlap_sched_groups.balances", sg.balance_cpu() == cpu))
      first = index;
    ring.push_back(index);
  }
  std::rotate(ring.begin(), std::find(ring.begin(), ring.end(), first), ring.end());
  build.sd(sd).groups = std::move(ring);
}

}  // namespace schedproof::model
