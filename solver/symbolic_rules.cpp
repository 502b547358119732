// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/symbolic_rules.h"

#include "model/policies/rule_sets.h"
#include "properties/decision_checks.h"

namespace schedproof::model {

template class V3_13<solver::Symbolic>;
template class V3_13_rc<solver::Symbolic>;

template <>
std::unique_ptr<Era<solver::Symbolic>> make_rules(const Policy& policy, solver::Symbolic& d) {
  return make_registered_rules(policy, d);
}

}  // namespace schedproof::model

namespace schedproof::properties {

template DecisionCheck<solver::Symbolic> decision_check<solver::Symbolic>(std::string_view id);

}  // namespace schedproof::properties
