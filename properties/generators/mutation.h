// SPDX-License-Identifier: GPL-2.0-or-later
// Mutation: how much do the claims notice? Each named decision of a policy's rules is forced true, forced
// false and negated, each named constant moved by one; the claims are then tried on generated cases. A mutant
// is killed if a claim that holds of the policy itself is violated, or if the rules stop where a kernel would
// (an assertion, a bad pointer, an endless loop). What survives is a hole in the claims, or an equivalent
// mutant, which docs/mutation-survivors.md explains.
#pragma once

#include "properties/registry.h"

namespace schedproof::properties {

struct Mutant {
  enum class Change { to_true, to_false, negated, plus_one, minus_one };
  /// placement, domains: decisions and constants of rules. templates: the numbers of the level templates,
  /// counted apart, because a golden table (claim templates_are_the_kernels) kills each of them.
  enum class Family { placement, domains, templates };
  std::string name;  // of the decision or constant
  Change change = Change::to_true;
  Family family = Family::placement;
  std::int64_t value = 0;  // of a constant, unchanged

  /// "sis.target_idle = true", "wa.base_pct + 1"
  std::string label() const;
  model::Overrides overrides() const;
};
const char* to_string(Mutant::Family family);

/// All mutants of a policy's rules, in the order of the rules' files.
std::vector<Mutant> mutants(const model::Policy& policy);

struct MutationOptions {
  std::uint64_t seed = 1;
  int cases = 300;  // of each kind of case (domains, event runs, wakeups, forks, execs)
  int max_cpus = 16;
  double seconds = 60;  // of one mutant; a mutant that has not ended by then is killed as endless
  std::vector<Mutant::Family> families{Mutant::Family::placement, Mutant::Family::domains};
  std::vector<std::string> only;  // names of decisions and constants; empty = all
};

struct MutantResult {
  Mutant mutant;
  std::string killed_by;  // claim id, or "stopped"; empty = survived
  int cases = 0;          // tried, the killing one included
  std::string because;    // the violated sentence, or how the rules stopped
  bool killed() const { return !killed_by.empty(); }
};

struct MutationReport {
  std::vector<MutantResult> results;
  int cases = 0;  // in the pool that every mutant is tried on
  double seconds = 0;

  int count(Mutant::Family family) const;
  int killed(Mutant::Family family) const;
  int count() const { return static_cast<int>(results.size()); }
  int killed() const;
  /// Killed per mutant, 0 to 1; 1 where there is none.
  double score() const;
  std::vector<const MutantResult*> survivors() const;
};

/// Each mutant runs in a child process, so that none can harm the caller. Mutants of the rules are not
/// charged to the golden table of templates. Throws std::logic_error if an unmutated case violates a claim
/// that the policy does not list: then there is nothing to measure.
MutationReport mutate(const model::Policy& policy, const MutationOptions& options);

}  // namespace schedproof::properties
