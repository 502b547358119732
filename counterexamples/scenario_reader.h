// SPDX-License-Identifier: GPL-2.0-or-later
// Reads *.scenario.json (format: schema.json beside this file). Comments are allowed.
#pragma once

#include <string>
#include <string_view>

#include "counterexamples/bad_scenario_file.h"
#include "model/run/scenario.h"

namespace schedproof::counterexamples {

/// Throws BadScenarioFile, which names file, line and place and says what is accepted: no such file, above 8
/// MiB, no JSON, another version, a fault against the schema, an unknown policy, a machine that cannot exist,
/// a scenario that contradicts itself (a task twice, a CPU that is not there, an event that speaks of no
/// task, a waker that sleeps).
model::Scenario read_scenario_file(const std::string& path);

/// The same from memory; `file` is the name for messages.
model::Scenario read_scenario(std::string_view text, const std::string& file);

}  // namespace schedproof::counterexamples
