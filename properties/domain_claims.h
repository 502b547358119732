// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/claim.h"

namespace schedproof::properties {

/// The claims of the domains of one moment.
std::vector<Claim> domain_claims();
/// The claims of a run of boot, hotplug and partition events.
std::vector<Claim> sequence_claims();

}  // namespace schedproof::properties
