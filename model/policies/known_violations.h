// SPDX-License-Identifier: GPL-2.0-or-later
// Which claims each policy is known to break, where, and what mends it. Each entry has a scenario in
// counterexamples/corpus.
#pragma once

#include "model/policies/policy.h"

namespace schedproof::model {

/// Entries of a registered policy name (without features); empty for others.
std::vector<KnownViolation> known_violations(std::string_view policy);

}  // namespace schedproof::model
