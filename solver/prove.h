// SPDX-License-Identifier: GPL-2.0-or-later
// Proves or refutes a decision claim for one machine, for all states at once. "Holds" needs all of: the
// premise can be met, every situation of the claim can be reached, no state breaks the claim, and no
// arithmetic on the way wraps. A state that breaks it is made small, turned into a scenario, and replayed by
// the concrete rules; one that does not replay is a fault of ours and never a finding.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/run/scenario.h"
#include "properties/claim.h"
#include "solver/free_state.h"

namespace schedproof::solver {

enum class Verdict { holds, violated, vacuous, inconclusive, error, not_applicable };
const char* to_string(Verdict verdict);

using Judge = std::function<properties::Finding(const properties::Claim&, const model::Policy&,
                                                const model::Scenario&)>;

struct ProofOptions {
  std::uint32_t rlimit = 20'000'000;  // solver steps per query; more = inconclusive. 0 = no limit
  std::uint32_t seed = 0;             // the solver's
  double max_seconds = 0;             // looked at between queries; 0 = no limit
  unsigned jobs = 1;             // threads, each with a solver of its own; the result does not depend on it
  model::DomainOptions domains;  // how the machine is built and booted
  StateBounds bounds;
  Judge judge;                                             // replays a scenario; empty = properties::judge
  std::function<bool()> stop;                              // asked between queries; true = inconclusive
  std::function<void(std::size_t, std::size_t)> progress;  // decisions done, of how many; one call at a time
};

/// An operation that can leave its type (claim arithmetic.no_wrap), with a state in which it does.
struct Wrap {
  std::string what;
  model::Scenario scenario;
};

struct ProofResult {
  Verdict verdict = Verdict::error;
  std::string reason;  // one sentence; empty for "holds"
  std::string claim, policy, machine;
  std::string bound;                      // what the variables range over, in words
  std::size_t cases = 0, cases_done = 0;  // (kind of placement, this_cpu, wake_cpu)
  std::size_t premise_met = 0;            // cases in which the premise can be met
  std::vector<bool> situations;           // as Claim::situations, reached
  std::size_t obligations = 0;            // no-wrap obligations, all discharged if the verdict is "holds"
  std::vector<Wrap> wraps;                // those that are not
  std::uint64_t queries = 0, steps = 0;   // solver queries and steps (rlimit units)
  double seconds = 0;
  std::optional<model::Scenario>
      scenario;     // of "violated", replayed; of "error", the one that did not replay
  std::string smt;  // of "error" and "inconclusive": the query, as SMT-LIB
};

/// Throws model::BadMachine. A claim of another shape than `decision` is not applicable: it is judged on the
/// concrete domains, and a solver has nothing to add.
ProofResult prove(const properties::Claim& claim, const model::Policy& policy, const model::Machine& machine,
                  const ProofOptions& options = {});

/// The cases that a proof of the claim goes through on booted domains.
std::vector<ProofCase> proof_cases(const properties::Claim& claim, const model::DomainState& domains);

}  // namespace schedproof::solver
