// SPDX-License-Identifier: GPL-2.0-or-later
// The sub-commands. Each adds itself to the argument parser and answers its exit code when it is run.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "cli/cell.h"

namespace schedproof::cli {

/// Input that the user can mend: exit 2 with this text.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Command = std::function<int()>;

/// Options that every command that tries claims has.
struct ClaimOptions {
  std::vector<std::string> policies, machines, claims, sets;
  std::string engine = "generate";
  CheckOptions check;
  unsigned jobs = 0;  // 0 = all cores
  bool json = false, strict = false;
  std::string junit, save;
};

/// --machine, --claim, --seed, --cases, --budget, --jobs, --json, --set
void add_claim_options(CLI::App& app, ClaimOptions& options);
/// --json, and --seed and --jobs, which every command takes so that a script can pass the same ones to all;
/// here they have no effect.
void add_common_options(CLI::App& app, bool& json);
/// --junit, --save
void add_output_options(CLI::App& app, ClaimOptions& options);
/// The cells that the options ask for, policies outermost. Throws UsageError. No machine named:
/// `every_machine` says whether the live and all built-in ones are meant, or drawn ones.
std::vector<Cell> cells_of(ClaimOptions& options, const std::vector<std::string>& policies,
                           bool every_machine);
/// Runs the cells with progress on a terminal, prints the report, writes what was asked for.
int run_and_report(const std::vector<Cell>& cells, const ClaimOptions& options);
/// "NAME=VALUE" of a named constant; throws UsageError with the nearest name.
model::Overrides overrides_of(const std::vector<std::string>& sets);

void add_check(CLI::App& app, Command& chosen);
void add_generate(CLI::App& app, Command& chosen);
void add_prove(CLI::App& app, Command& chosen);
void add_gate(CLI::App& app, Command& chosen);
void add_replay(CLI::App& app, Command& chosen);
void add_explain(CLI::App& app, Command& chosen);
void add_minimise(CLI::App& app, Command& chosen);
void add_machine(CLI::App& app, Command& chosen);
void add_lists(CLI::App& app, Command& chosen);  // policies, claims, rules

}  // namespace schedproof::cli
