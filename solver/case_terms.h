// SPDX-License-Identifier: GPL-2.0-or-later
// One case of a proof as terms: the state before, and what the claim says of the decision taken in it.
#pragma once

#include "properties/claim.h"
#include "solver/free_state.h"

namespace schedproof::solver {

struct CaseTerms {
  ProofCase what;
  model::State<Symbolic> at;  // before task_waking, as a scenario sets it up
  SymBool sync;               // WF_SYNC; false for forks and execs
  SymBool premise, holds;
  std::vector<SymBool> situations;
  std::vector<Obligation> obligations;
  std::vector<SymBool> lemmas;  // true of every state; they help the solver
};

/// Runs the rules and the claim's check over the free state. `rules` bears the policy's overrides.
CaseTerms case_terms(Arena& arena, const FreeState& free, const model::Era<Symbolic>& rules,
                     properties::DecisionCheck<Symbolic> check, const ProofCase& what);

}  // namespace schedproof::solver
