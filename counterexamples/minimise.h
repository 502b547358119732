// SPDX-License-Identifier: GPL-2.0-or-later
// Makes a scenario that breaks a claim as small and as plain as it can be while it still breaks it: fewest
// events, CPUs and busy CPUs, plainest machine, tasks, loads and options. One shrinker for every engine's
// finds.
#pragma once

#include <functional>

#include "properties/registry.h"

namespace schedproof::counterexamples {

struct MinimiseResult {
  model::Scenario scenario;
  int tries = 0;          // candidates judged
  int accepted = 0;       // of them, those that still broke the claim
  bool complete = false;  // no step makes it smaller; false = max_tries came first
};

/// May the candidate replace the scenario? Must be a pure function.
using StillBreaks = std::function<bool(const model::Scenario&)>;

inline constexpr int kMaxTries = 20000;

/// Greedy to a fixpoint, deterministic: the same scenario gives the same result. The scenario itself must
/// satisfy `still_breaks`, else std::invalid_argument. Expectations of events are dropped, for they are of
/// another machine.
MinimiseResult minimise(const model::Scenario& scenario, const StillBreaks& still_breaks,
                        int max_tries = kMaxTries);

/// The same for a claim that the scenario's own policy breaks: candidates that cannot exist (BadMachine,
/// BadScenario) are passed over, the result is judged again and its expectations and verdict are recorded.
/// Throws std::invalid_argument as above, and BadMachine, BadScenario or UnknownName for a scenario that
/// cannot run.
MinimiseResult minimise(const model::Scenario& scenario, const properties::Claim& claim,
                        int max_tries = kMaxTries);

}  // namespace schedproof::counterexamples
