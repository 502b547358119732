// SPDX-License-Identifier: GPL-2.0-or-later
// From a model of the solver to a scenario that people and the concrete rules can read.
#pragma once

#include "model/run/scenario.h"
#include "solver/case_terms.h"
#include "solver/smt_solver.h"

namespace schedproof::solver {

/// Narrows what was asserted, step by step, towards the plainest state that still satisfies it: no sync, all
/// CPUs allowed, few CPUs busy with one plain task each, loads 0 or one nice-0 task's, no flips. The last
/// check must have answered yes; so does the one that this function leaves behind.
void make_plain(SmtSolver& solver, const CaseTerms& terms);

/// The scenario of the solver's last model. Only what differs from an idle machine is said.
model::Scenario decode(const SmtSolver& solver, const CaseTerms& terms, const model::Policy& policy,
                       const model::DomainState& domains, const model::DomainOptions& options);

}  // namespace schedproof::solver
