// SPDX-License-Identifier: GPL-2.0-or-later
// Why did the task not go to this CPU? The decision that ruled it out, with what came before.
#pragma once

#include <string>
#include <vector>

#include "model/policies/policy.h"
#include "model/run/scenario.h"

namespace schedproof::counterexamples {

struct WhyNot {
  model::Cpu cpu = -1;                 // that was asked about
  model::Cpu chosen = -1;              // where the task went
  std::string event;                   // "event 1 (wake wakee)"
  std::string decision;                // the decisive one, by name; "" if none names the CPU or its group
  std::vector<std::string> sentences;  // in the order of the rules; the last is the decisive one
};

/// Asks about the last placement of the scenario. Throws model::BadScenario if it has none or the machine has
/// no such CPU.
WhyNot why_not(const model::Scenario& scenario, model::Cpu cpu);
WhyNot why_not(const model::Scenario& scenario, model::Cpu cpu, const model::Policy& policy);

}  // namespace schedproof::counterexamples
