// SPDX-License-Identifier: GPL-2.0-or-later
// From a scenario's words to the state before its first event.
#pragma once

#include "model/run/run.h"

namespace schedproof::model {

/// The position of `id` among the scenario's tasks; throws BadScenario naming `place`.
int task_index_of(const Scenario& scenario, const std::string& id, const std::string& place);
/// Throws BadScenario for the first impossible thing: unknown ids, CPUs that the machine lacks, two tasks
/// running on one CPU ...
void check_scenario(const Scenario& scenario);

template <class D>
State<D> make_state(const Scenario& scenario, const DomainState& domains);

}  // namespace schedproof::model
