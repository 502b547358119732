// SPDX-License-Identifier: GPL-2.0-or-later
// Writes *.scenario.json: keys in a fixed order, defaults left out, so that equal scenarios are equal files.
#pragma once

#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "model/run/scenario.h"

namespace schedproof::counterexamples {

nlohmann::ordered_json scenario_to_json(const model::Scenario& scenario);
/// Reading the text back gives an equal scenario (same_scenario).
std::string scenario_to_text(const model::Scenario& scenario);

/// Equal in everything that a file holds.
bool same_scenario(const model::Scenario& a, const model::Scenario& b);

/// A file that could not be written; what() is "FILE: reason".
class CannotWrite : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// A written file that does not replay: a fault of ours, not of the user's.
class DoesNotReplay : public std::logic_error {
  using std::logic_error::logic_error;
};

/// Writes the file beside its place and renames it, so that no half file is ever seen; what was there before
/// stays until then. The text is read back and replayed first: a scenario that does not replay is never put
/// in place. Throws CannotWrite or DoesNotReplay.
void write_scenario_file(const std::string& path, const model::Scenario& scenario);

}  // namespace schedproof::counterexamples
