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
    const DomainState& state = build.state;
    const auto child = [&](int i) { return build.sd(i).child; };
    const auto outside = [&](int i) {
      return state.when("find_descended_sibling.outside",
                        !build.sd(child(i)).span.subset_of(build.sd(sd).span));
    };
    const auto same_span = [&](int i) {
      return state.when("find_descended_sibling.same_span", build.sd(child(i)).span == build.sd(i).span);
    };
    if (child(sibling) == -1 || !outside(sibling)) return sibling;
    while (child(sibling) != -1 && outside(sibling)) sibling = child(sibling);
    while (child(sibling) != -1 && same_span(sibling)) sibling = child(sibling);
    return sibling;
  }
};

}  // namespace schedproof::model
