// SPDX-License-Identifier: GPL-2.0-or-later
// Cells in parallel. RapidCheck is not thread-safe and a solver can crash, so every worker is a process; a
// cell whose worker dies becomes an error.
#pragma once

#include <functional>

#include "cli/cell.h"

namespace schedproof::cli {

/// Called in the parent for each finished cell: its number, how many are done, of how many.
using CellDone = std::function<void(const CellResult&, std::size_t done, std::size_t of)>;

/// Results in the order of `cells`, whatever `jobs` is. After Ctrl-C (interrupted()) the cells not done yet
/// are missing.
std::vector<CellResult> run_cells(const std::vector<Cell>& cells, const CheckOptions& options, unsigned jobs,
                                  const CellDone& done);

/// Watches for SIGINT and SIGTERM from now on: they no longer kill this process, so that a file being written
/// is finished.
void watch_interrupts();
bool interrupted();

}  // namespace schedproof::cli
