// SPDX-License-Identifier: GPL-2.0-or-later
// How a generated case shrinks: by steps on the finished case, not on the numbers from which it was drawn, so
// that a small case does not depend on how a big one came about.
#pragma once

#include <vector>

#include "model/run/scenario.h"

namespace schedproof::properties {

/// Cases one step plainer than `s`, the boldest steps first: fewer CPUs, events and busy queues, a plainer
/// machine (only where `machine_too`), plainer tasks and options. Every step lowers a measure, so that taking
/// steps ends. A candidate may be impossible (an event of a CPU that is down by then); is_possible() tells.
std::vector<model::Scenario> simpler(const model::Scenario& s, bool machine_too);

/// The case without these CPUs, all that names others renumbered; tasks on a removed CPU move to the lowest
/// one left. At least one CPU must be left.
model::Scenario without_cpus(const model::Scenario& s, const model::CpuMask& gone);

}  // namespace schedproof::properties
