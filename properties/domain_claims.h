// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/claim.h"

namespace schedproof::properties {

/// The claims of the domains of one moment.
std::vector<Claim> domain_claims();
/// Its parts: the per-CPU pointers, groups and templates, by which the bugs of sd_llc were found ...
std::vector<Claim> pointer_and_group_claims();
/// ... and the whole trees, compared with the machine.
std::vector<Claim> tree_claims();
/// The claims of a run of boot, hotplug and partition events.
std::vector<Claim> sequence_claims();

}  // namespace schedproof::properties
