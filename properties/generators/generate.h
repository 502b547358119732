// SPDX-License-Identifier: GPL-2.0-or-later
// Trying a claim on generated cases. The seed is always explicit; a run that reached nothing says so.
#pragma once

#include "properties/registry.h"

namespace schedproof::properties {

struct GenerateOptions {
  std::uint64_t seed = 1;
  int cases = 200;
  double seconds = 10;                    // no new case after this
  std::optional<model::Machine> machine;  // none: machines are drawn too
  int max_cpus = 64;                      // of drawn machines
  bool only_unlisted = false;             // a violation that the policy lists for its machine does not count
  model::Overrides overrides;             // mutants, --set
};

struct GenerateResult {
  int cases = 0;             // judged, shrinking not counted
  bool out_of_time = false;  // fewer than asked for, because the seconds were over
  int with_premise = 0;
  std::vector<int> situations;  // cases that reached each of Claim::situations
  int cases_to_violation = 0;   // 0: none found
  double seconds = 0, seconds_to_violation = 0;
  int shrinks = 0;  // candidates tried
  std::optional<std::string> not_applicable;
  std::optional<model::Scenario> counterexample;  // shrunk; claim and found_by are filled in
  std::string because;
  std::string error;  // a case that could not be run: a fault of the generator

  bool violated() const { return counterexample.has_value(); }
  /// The first situation that no case reached, if the claim was tried and holds.
  std::optional<std::string> unreached(const Claim& claim) const;
};

GenerateResult generate(const Claim& claim, const model::Policy& policy, const GenerateOptions& options);

/// `count` cases as the engine draws them, for measuring the generators.
std::vector<model::Scenario> draw_cases(const Claim& claim, const model::Policy& policy,
                                        const GenerateOptions& options, int count);

/// What the engine tries when `s` breaks a claim: possible cases one step plainer (simpler.h).
std::vector<model::Scenario> simpler_cases(const model::Scenario& s, const model::Policy& policy,
                                           bool machine_too);

}  // namespace schedproof::properties
