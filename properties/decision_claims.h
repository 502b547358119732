// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/claim.h"

namespace schedproof::properties {

/// The claims of single placements; their checks are in decision_checks.h.
std::vector<Claim> decision_claims();

}  // namespace schedproof::properties
