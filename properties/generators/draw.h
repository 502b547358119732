// SPDX-License-Identifier: GPL-2.0-or-later
// The draws from which cases are built, each constructive: what is drawn is always possible, and the
// situations that claims speak of are aimed at, not waited for. To be called inside a RapidCheck generator
// only (generate.cpp). How a case shrinks is no matter of how it is drawn (simpler.h).
#pragma once

#include <vector>

#include "model/run/scenario.h"
#include "properties/claim.h"

namespace schedproof::properties::draw {

struct MachineLimits {
  int max_cpus = 64;
  bool odd_distances = true;  // non-metric and asymmetric distance matrices too
  bool absent_cpus = true;    // offline and isolated CPUs too
};

/// 1 to max_cpus CPUs: SMT 1, 2, 4; clusters; LLCs of 1 to 16 CPUs, equal or not; packages; 1 to 8 nodes;
/// offline and isolated CPUs, holes in the numbering.
model::Machine machine(const MachineLimits& limits);
/// Kernel options: defaults, but once in `unusual_one_in` a relax level, a level that is not configured ...
model::DomainOptions options(int unusual_one_in);
/// About `most` hotplug, partition, idle and tick events at most, each possible when its turn comes.
std::vector<model::ScenarioEvent> domain_events(const model::Machine& machine,
                                                const model::DomainOptions& options, std::size_t most);
/// A waker, a wakee, run queues and one placement event of one of the kinds.
void placement(model::Scenario& scenario, const std::vector<model::Placement>& kinds);

/// One case for a claim on the scenario's machine (drawn before).
void case_for(const Claim& claim, model::Scenario& scenario);

}  // namespace schedproof::properties::draw
