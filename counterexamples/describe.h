// SPDX-License-Identifier: GPL-2.0-or-later
// Machines, domains, tasks and events in words; one place for each, so that all reports speak alike.
#pragma once

#include <string>
#include <vector>

#include "counterexamples/placement_view.h"

namespace schedproof::counterexamples {

/// "3 CPUs, caches {0-1} {2}": what differs from one core per CPU, one cache, one package, one node.
std::string machine_words(const model::Machine& machine);
/// "waker runs on cpu 0; wakee sleeps, last on cpu 0; cpus 3-4 are busy with an unnamed task each".
std::string tasks_words(const model::Scenario& scenario);
/// "MC {0-1}".
std::string domain_words(const model::SchedDomain& domain);
/// One line for CPUs of which the same is to be said: "cpus 0-1: MC {0-1}, CPU {0-2}; sd_llc = MC {0-1},
/// sd_busy = NULL".
std::vector<std::string> domains_words(const model::DomainState& state);
/// "waker, on cpu 0, wakes wakee, which last ran on cpu 0".
std::string placement_words(const PlacementView& view);
/// "cpu 3 goes offline".
std::string domain_event_words(const model::DomainEvent& event);

}  // namespace schedproof::counterexamples
