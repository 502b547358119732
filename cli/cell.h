// SPDX-License-Identifier: GPL-2.0-or-later
// One cell of a check: a claim, under a policy, on a machine. What came of it, and how a set of them becomes
// an exit code.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "model/policies/policy.h"
#include "properties/registry.h"

namespace schedproof::cli {

enum class Verdict {
  holds,
  violated,
  known_violation,
  known_not_found,
  not_applicable,
  vacuous,
  inconclusive,
  error
};
const char* to_string(Verdict verdict);
Verdict verdict_by_name(const std::string& name);
/// "1 case", "2 cases"
std::string counted(long n, const std::string& what);

enum class Engine { generate, prove };

struct Cell {
  std::string policy;                      // resolved name
  std::string machine;                     // as the user names it; "any machine" where machines are drawn too
  std::optional<model::Machine> hardware;  // none: drawn
  std::string claim;
  Engine engine = Engine::generate;
  model::Overrides overrides{};  // gate: --set, for the patch's cells only
};

struct CellResult {
  std::string policy, machine, claim, intent, engine;
  Verdict verdict = Verdict::error;
  std::string why;    // violated: the broken sentence with numbers; otherwise the reason; empty for holds
  std::string known;  // known violation: the reason listed, and what mends it
  int cpus = 0;       // violated: CPUs of the minimised machine
  int cases = 0;      // generated cases, or decisions proved
  double seconds = 0;
  std::string bound;  // how far the engine went: the most cases, or what the variables range over
  std::uint64_t seed = 0;
  nlohmann::ordered_json scenario;  // of a violation, minimised; null without one

  nlohmann::ordered_json to_json() const;
  static CellResult from_json(const nlohmann::ordered_json& json);
};

/// Exit codes (docs/verdicts.md): 5 error, 2 usage, 1 violated, 3 inconclusive, 4 vacuous, 0, the first that
/// applies.
int exit_code(const std::vector<CellResult>& results, bool strict);

struct CheckOptions {
  std::uint64_t seed = 42;
  int cases = 200;          // per cell
  double cell_seconds = 5;  // per cell
  double budget = 0;        // seconds for all cells of all workers, 0 = no limit beside cell_seconds
  unsigned rlimit = 20'000'000;
  bool minimise = true;
  model::Overrides overrides;  // --set
};

/// Runs one cell. Never throws for what a cell can meet; that becomes verdict error.
CellResult run_cell(const Cell& cell, const CheckOptions& options);

}  // namespace schedproof::cli
