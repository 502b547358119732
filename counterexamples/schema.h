// SPDX-License-Identifier: GPL-2.0-or-later
// The JSON Schema of *.scenario.json (counterexamples/schema.json, built into the program).
#pragma once

#include <string_view>

namespace schedproof::counterexamples {

/// The text of schema.json.
std::string_view schema_text();

}  // namespace schedproof::counterexamples
