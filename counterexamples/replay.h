// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a scenario again and compares what happens with what the file says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/registry.h"

namespace schedproof::counterexamples {

struct ReplayResult {
  /// Where one placement ended.
  struct Placed {
    std::size_t event = 0;  // position in Scenario::events
    model::Cpu cpu = -1;
    std::optional<model::Cpu>
        before;  // what the file expects; under another policy: where the file's own policy places it
  };

  std::string policy;      // whose rules ran
  std::string difference;  // the first difference from the file in words; "" = none
  std::vector<Placed> placed;
  std::optional<properties::Finding> finding;  // what the scenario's claim says, if it has one
  std::string verdict;  // of that claim: "violated", "known violation", "holds", "not applicable"
  bool ok() const { return difference.empty(); }
};

/// Replays under the scenario's own policy: CPUs, decisions (their whole sequence) and verdict must be as in
/// the file. Deterministic. Throws UnknownName (policy or claim), BadMachine or BadScenario.
ReplayResult replay(const model::Scenario& scenario);

/// Runs the scenario under another policy. Nothing is compared with the file, as another policy may decide
/// otherwise: `difference` stays empty, and the caller looks at `placed` and `verdict`.
ReplayResult replay_under(const model::Scenario& scenario, const model::Policy& other);

/// Writes what happens under the scenario's own policy into its events and its claim (verdict, because,
/// intent).
void record_expectations(model::Scenario& scenario);

/// "violated", "known violation" (the policy lists it for this machine), "holds", "not applicable" (its
/// premise was never met).
std::string verdict_word(const properties::Finding& finding, const properties::Claim& claim,
                         const model::Policy& policy, const model::Scenario& scenario);

/// "event 1 (wake wakee)"; `index` counts from 0.
std::string event_words(const model::Scenario& scenario, std::size_t index);

}  // namespace schedproof::counterexamples
