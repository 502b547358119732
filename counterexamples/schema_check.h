// SPDX-License-Identifier: GPL-2.0-or-later
// Checks a document against the schema and says in plain words what is wrong and what is accepted.
#pragma once

#include "counterexamples/located_json.h"

namespace schedproof::counterexamples {

/// Throws BadScenarioFile for the first fault: an unknown key (with the nearest accepted one), a missing key,
/// a value of the wrong type, range or choice.
void check_schema(const LocatedJson& document);

}  // namespace schedproof::counterexamples
