// SPDX-License-Identifier: GPL-2.0-or-later
// Some cases of a proof, in one arena with one solver. Batches know nothing of each other, so their results
// are the same whoever runs them and in whatever order.
#pragma once

#include <atomic>
#include <span>

#include "solver/prove.h"

namespace schedproof::solver {

struct BatchResult {
  bool violated = false, faulty = false, inconclusive = false;
  std::string reason;  // of the gravest of these
  std::size_t done = 0, premise_met = 0, obligations = 0;
  std::vector<bool> situations;
  std::vector<Wrap> wraps;
  std::uint64_t queries = 0, steps = 0;
  std::optional<model::Scenario> scenario;
  std::string smt;
  bool final() const { return violated || faulty; }  // nothing later can change the verdict
};

/// What all batches of one proof share; read-only but for the hooks.
struct ProofTask {
  const properties::Claim& claim;
  const model::Policy& policy;
  const model::DomainState& domains;
  const ProofOptions& options;
  std::function<bool()> stop;       // time is up, or the caller wants an end
  std::function<void()> case_done;  // for progress
};

BatchResult prove_batch(const ProofTask& task, std::span<const ProofCase> cases);

}  // namespace schedproof::solver
