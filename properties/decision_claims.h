// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/claim.h"

namespace schedproof::properties {

/// All claims of single placements; their checks are in decision_checks.h.
std::vector<Claim> decision_claims();

/// Its parts: where a task ends, by which the bugs of sd_llc were found ...
std::vector<Claim> placement_claims();
/// ... how select_idle_sibling and wake_affine come to their answers ...
std::vector<Claim> wakeup_claims();
/// ... and how the slow path, the fallback and exec come to theirs.
std::vector<Claim> slow_path_and_core_claims();

}  // namespace schedproof::properties
