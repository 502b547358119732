// SPDX-License-Identifier: GPL-2.0-or-later
// The rules and the decision claims over the symbolic domain; instantiated in symbolic_rules.cpp only, so
// that nobody else pays for it.
#pragma once

#include "model/policies/policy.h"
#include "properties/claim.h"
#include "solver/symbolic.h"

namespace schedproof::model {

template <>
std::unique_ptr<Era<solver::Symbolic>> make_rules(const Policy& policy, solver::Symbolic& d);

}  // namespace schedproof::model

namespace schedproof::properties {

extern template DecisionCheck<solver::Symbolic> decision_check<solver::Symbolic>(std::string_view id);

}  // namespace schedproof::properties
