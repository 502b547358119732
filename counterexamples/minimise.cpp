// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/minimise.h"

#include "counterexamples/replay.h"
#include "counterexamples/scenario_writer.h"
#include "counterexamples/shrink.h"

namespace schedproof::counterexamples {

using model::Scenario;

namespace {

/// What removes most comes first.
constexpr ShrinkStep kSteps[] = {flat_machine,      plainest_wakeup,      drop_events,
                                 drop_tasks,        drop_queue_overrides, drop_busy_cpus,
                                 drop_cpus,         merge_nodes,          merge_units,
                                 plainer_distances, plainer_cpus,         split_smt_and_clusters,
                                 plainer_wakers,    plainer_tasks,        plainer_domain_events,
                                 drop_groups,       default_options,      smaller_numbers,
                                 lower_numbering};

/// A machine that was changed is no longer the one that had the name.
void forget_names_of_changed_machine(const model::Machine& original, model::Machine& machine) {
  if (machine.same_hardware(original)) return;
  machine.name.clear();
  machine.source.clear();
  machine.notes.clear();
}

}  // namespace

bool Search::attempt(Scenario candidate) {
  if (spent() || same_scenario(candidate, current_)) return false;
  ++tries_;
  if (!still_breaks_(candidate)) return false;
  ++accepted_;
  current_ = std::move(candidate);
  return true;
}

MinimiseResult minimise(const Scenario& scenario, const StillBreaks& still_breaks, int max_tries) {
  Scenario start = scenario;
  for (auto& event : start.events) {
    event.expect_cpu.reset();
    event.expect_decisions.clear();
  }
  if (!still_breaks(start))
    throw std::invalid_argument("the scenario does not break the claim, so there is nothing to minimise");
  Search search(std::move(start), still_breaks, max_tries);
  for (bool smaller = true; smaller && !search.spent();) {
    smaller = false;
    for (const ShrinkStep step : kSteps) smaller = step(search) || smaller;
  }
  MinimiseResult result{search.current(), search.tries(), search.accepted(), !search.spent()};
  forget_names_of_changed_machine(scenario.machine, result.scenario.machine);
  return result;
}

MinimiseResult minimise(const Scenario& scenario, const properties::Claim& claim, int max_tries) {
  const model::Policy policy = model::find_policy(scenario.policy);
  properties::judge(claim, policy,
                    scenario);  // what is wrong with the scenario itself is for the caller to hear
  const auto still_breaks = [&](const Scenario& candidate) {
    try {
      return properties::judge(claim, policy, candidate).violated();
    } catch (const model::BadMachine&) {
      return false;
    } catch (const model::BadScenario&) {
      return false;
    }
  };
  auto result = minimise(scenario, still_breaks, max_tries);
  if (!result.scenario.claim) result.scenario.claim.emplace();
  result.scenario.claim->id = claim.id;
  record_expectations(result.scenario);
  if (!still_breaks(result.scenario))
    throw std::logic_error("the minimised scenario does not break " + claim.id);
  return result;
}

}  // namespace schedproof::counterexamples
