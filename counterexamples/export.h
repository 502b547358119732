// SPDX-License-Identifier: GPL-2.0-or-later
// What the commands replay, minimise and explain --why-not print: text for people, JSON for programs.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "counterexamples/minimise.h"
#include "counterexamples/replay.h"
#include "counterexamples/why_not.h"

namespace schedproof::counterexamples {

/// One line per placement and one for the claim; the first difference in front if there is one.
std::string replay_text(const model::Scenario& scenario, const ReplayResult& result);
nlohmann::ordered_json replay_json(const model::Scenario& scenario, const ReplayResult& result);

std::string why_not_text(const WhyNot& why);
nlohmann::ordered_json why_not_json(const WhyNot& why);

/// How much smaller the scenario has become: "CPUs 8 -> 3, busy CPUs 2 -> 1, tasks 4 -> 2, events 2 -> 1 (212
/// tries)".
std::string minimise_text(const model::Scenario& before, const MinimiseResult& result);
/// The same numbers, and the scenario itself.
nlohmann::ordered_json minimise_json(const model::Scenario& before, const MinimiseResult& result);

}  // namespace schedproof::counterexamples
