// SPDX-License-Identifier: GPL-2.0-or-later
// What a set of cell results looks like: text for people, JSON for scripts, JUnit for CI.
#pragma once

#include <string>
#include <vector>

#include "cli/cell.h"

namespace schedproof::cli {

/// For each policy and claim the machines of each verdict, with the reason or the broken sentence; "!" marks
/// what fails (known violations only if `strict`). Then which engines ran, over which machines, to which
/// bound.
std::string report_text(const std::vector<CellResult>& results, bool strict);
/// {"schedproof": version, "results": [...], "exit": code}
nlohmann::ordered_json report_json(const std::vector<CellResult>& results, bool strict);
/// One test suite per policy, one test case per claim and machine.
std::string report_junit(const std::vector<CellResult>& results, bool strict);

/// Writes text to a file through a temporary one; throws std::runtime_error naming the file.
void write_text_file(const std::string& path, const std::string& text);
/// Writes each violation's scenario into `dir` (made if absent) as POLICY-CLAIM-MACHINE.scenario.json,
/// replayed after writing; answers the paths.
std::vector<std::string> save_scenarios(const std::string& dir, const std::vector<CellResult>& results);

}  // namespace schedproof::cli
