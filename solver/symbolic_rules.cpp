// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/symbolic_rules.h"

#include "model/rules/v3_13/v3_13.h"
#include "properties/decision_checks.h"

namespace schedproof::model {

template class V3_13<solver::Symbolic>;

template <>
std::unique_ptr<Era<solver::Symbolic>> make_rules(const Policy&, solver::Symbolic& d) {
  return std::make_unique<V3_13<solver::Symbolic>>(d);
}

}  // namespace schedproof::model

namespace schedproof::properties {

template DecisionCheck<solver::Symbolic> decision_check<solver::Symbolic>(std::string_view id);

}  // namespace schedproof::properties
