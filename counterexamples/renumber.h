// SPDX-License-Identifier: GPL-2.0-or-later
// A scenario with other CPU numbers, or without some CPUs: everything that names a CPU follows.
#pragma once

#include <optional>
#include <vector>

#include "model/run/scenario.h"

namespace schedproof::counterexamples {

/// `to[c]` is the new number of CPU c, -1 = removed; the new numbers are 0 .. n-1, each once. Domain events
/// about removed CPUs and run queues of removed CPUs go; sleeping tasks that last ran on one are as if they
/// had run on new CPU 0; nodes without CPUs go with their distances. None where something that happens would
/// lose its CPU: a running or queued task, an interrupt, the last CPU of an affinity mask or of a set of
/// partitions. Expectations are not translated: callers record them anew.
std::optional<model::Scenario> renumbered(const model::Scenario& scenario, const std::vector<model::Cpu>& to);

std::optional<model::Scenario> without_cpus(const model::Scenario& scenario, const model::CpuMask& removed);
model::Scenario with_cpus_swapped(const model::Scenario& scenario, model::Cpu a, model::Cpu b);

/// Removes nodes without CPUs from the machine, with their rows and columns of the distance matrix.
void drop_empty_nodes(model::Machine& machine);

}  // namespace schedproof::counterexamples
