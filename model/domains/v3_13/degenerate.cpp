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
bool DomainRules_v3_13::sd_degenerate(const SchedDomain& sd) const {
  if (sd.span.weight() == 1) return true;
  if ((sd.flags & kNeedGroups) != 0 && sd.groups.size() > 1) return false;
  return !sd.has(SD_WAKE_AFFINE);
}

// Source: sd_parent_degenerate(), v3.13.
bool DomainRules_v3_13::sd_parent_degenerate(const DomainState& state, const SchedDomain& sd,
                                             const SchedDomain& parent) const {
  if (sd_degenerate(parent)) return true;
  if (sd.span != parent.span) return false;
  SdFlags pflags = parent.flags;
  if (parent.groups.size() == 1) {
    pflags &= ~(kNeedGroups | SD_PREFER_SIBLING);
    const int nr_node_ids = state.options.numa ? state.machine.nr_nodes() : 1;
    if (nr_node_ids == 1) pflags &= ~SdFlags{SD_SERIALIZE};
  }
  return (~sd.flags & pflags) == 0;
}

}  // namespace schedproof::model
