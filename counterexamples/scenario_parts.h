// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of a scenario file that has passed the schema, one function each.
#pragma once

#include "counterexamples/located_json.h"
#include "model/run/scenario.h"

namespace schedproof::counterexamples {

model::ScenarioTask task_from(const Cursor& at);
model::ScenarioGroup group_from(const Cursor& at);
model::ScenarioCpu cpu_from(const Cursor& at);
model::ScenarioEvent event_from(const Cursor& at);
model::DomainOptions options_from(const Cursor& at);
/// Either cursor may be null: the file has no such key.
model::Overrides overrides_from(const Cursor* set, const Cursor* force);

/// The keys that say what kind of event it is, in the order of the schema.
const std::vector<std::string>& event_kinds();

}  // namespace schedproof::counterexamples
