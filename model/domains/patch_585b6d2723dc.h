// SPDX-License-Identifier: GPL-2.0-or-later
// Patch 585b6d2723dc (v5.13, "sched/topology: fix the issue groups don't span domain->span for NUMA diameter
// > 2"): a group of an overlapping domain never reaches out of the domain.
#pragma once

#include "model/domains/v3_13.h"

namespace schedproof::model {

class DomainRules_v3_13_585b6d2723dc : public DomainRules_v3_13 {
 protected:
  // Source: find_descended_sibling() and its call in build_overlap_sched_groups(), kernel/sched/topology.c,
  // 585b6d2723dc. Down to the domain whose child stays inside sd, and past domains that degenerate later.
  int overlap_sibling(DomainBuild& build, int sd, int sibling) const override {
    const auto child = [&](int i) { return build.sd(i).child; };
    const auto child_inside = [&](int i) { return build.sd(child(i)).span.subset_of(build.sd(sd).span); };
    if (child(sibling) == -1 || child_inside(sibling)) return sibling;
    while (child(sibling) != -1 && !child_inside(sibling)) sibling = child(sibling);
    while (child(sibling) != -1 && build.sd(child(sibling)).span == build.sd(sibling).span)
      sibling = child(sibling);
    return sibling;
  }
};

}  // namespace schedproof::model
