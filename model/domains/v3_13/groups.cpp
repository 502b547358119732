// SPDX-License-Identifier: GPL-2.0-or-later
// Groups of levels without overlap: objects shared by all CPUs of the domain. Source: kernel/sched/core.c,
// v3.13, commit 5d4cf996cf13.
#include <algorithm>

#include "model/domains/v3_13.h"

namespace schedproof::model {

// Source: get_group(), v3.13. The CPU that stands for the group of `cpu`: the first of its child domain.
Cpu DomainRules_v3_13::get_group(DomainBuild& build, const TopologyLevel& tl, Cpu cpu) const {
  const int child = build.sd(tl.sd_of(cpu)).child;
  if (child == -1 || !build.state.when("get_group.child", true)) return cpu;
  return build.sd(child).span.first();
}

// Source: build_sched_groups(), v3.13. The first CPU of the span builds the ring, in the order of each
// group's first CPU; every CPU's own ring starts at its own group, which it holds a reference to.
void DomainRules_v3_13::build_sched_groups(DomainBuild& build, int sd, Cpu cpu) const {
  Domains& domains = build.domains();
  TopologyLevel& tl = build.private_of(sd);
  const CpuMask span = build.sd(sd).span;
  const Cpu first = span.first();

  if (cpu == first) {
    std::vector<int> ring;
    for (Cpu i : span) {
      const auto group = static_cast<std::size_t>(get_group(build, tl, i));
      if (tl.sg[group] == -1) {
        tl.sg[group] = static_cast<int>(domains.groups.size());
        tl.sgp[group] = static_cast<int>(domains.powers.size());
        domains.powers.push_back({.power = 0, .power_orig = 0, .nr_busy_cpus = 0, .ref = 1, .freed = false});
        SchedGroup sg;
        sg.power = tl.sgp[group];
        sg.mask = CpuMask::first_n(build.state.machine.nr_cpus());  // cpumask_setall
        domains.groups.push_back(std::move(sg));
        build.group_mask.emplace_back();
        ring.push_back(tl.sg[group]);
      }
      SchedGroup& sg = domains.group(tl.sg[group]);
      sg.span.set(i);
      sg.cpus.push_back(i);
    }
    build.sd(sd).groups = std::move(ring);
  } else {
    build.sd(sd).groups = build.sd(tl.sd_of(first)).groups;
  }
  const int own = tl.sg[static_cast<std::size_t>(get_group(build, tl, cpu))];
  auto& ring = build.sd(sd).groups;
  std::rotate(ring.begin(), std::find(ring.begin(), ring.end(), own), ring.end());
  domains.group(own).ref++;
}

}  // namespace schedproof::model
