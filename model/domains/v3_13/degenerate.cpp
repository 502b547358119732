// SPDX-License-Identifier: GPL-2.0-or-later
// Which domains contribute nothing. Source: kernel/sched/core.c, v3.13, commit 5d4cf996cf13.
#include "model/domains/v3_13.h"

namespace schedproof::model {

namespace {

/// Flags that mean nothing in a domain of one group.
constexpr SdFlags kNeedGroups = SD_LOAD_BALANCE | SD_BALANCE_NEWIDLE | SD_BALANCE_FORK | SD_BALANCE_EXEC |
                                SD_SHARE_CPUPOWER | SD_SHARE_PKG_RESOURCES;

}  // namespace

// Source: sd_degenerate(), v3.13.
bool DomainRules_v3_13::sd_degenerate(const DomainState& state, const SchedDomain& sd) const {
  if (state.when("sd_degenerate.one_cpu", sd.span.weight() == 1)) return true;
  if (state.when("sd_degenerate.needs_groups", (sd.flags & kNeedGroups) != 0) &&
      state.when("sd_degenerate.has_groups", sd.groups.size() > 1))
    return false;
  return !state.when("sd_degenerate.wake_affine", sd.has(SD_WAKE_AFFINE));
}

// Source: sd_parent_degenerate(), v3.13.
bool DomainRules_v3_13::sd_parent_degenerate(const DomainState& state, const SchedDomain& sd,
                                             const SchedDomain& parent) const {
  if (state.when("sd_parent_degenerate.degenerate", sd_degenerate(state, parent))) return true;
  if (state.when("sd_parent_degenerate.spans_differ", sd.span != parent.span)) return false;
  SdFlags pflags = parent.flags;
  if (state.when("sd_parent_degenerate.one_group", parent.groups.size() == 1)) {
    pflags &= ~(kNeedGroups | SD_PREFER_SIBLING);
    const int nr_node_ids = state.options.numa ? state.machine.nr_nodes() : 1;
    if (state.when("sd_parent_degenerate.one_node", nr_node_ids == 1)) pflags &= ~SdFlags{SD_SERIALIZE};
  }
  return !state.when("sd_parent_degenerate.adds_flags", (~sd.flags & pflags) != 0);
}

}  // namespace schedproof::model
