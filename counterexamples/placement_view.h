// SPDX-License-Identifier: GPL-2.0-or-later
// A run seen placement by placement, with all that an explanation needs to know of each.
#pragma once

#include <functional>
#include <map>

#include "counterexamples/trace_walk.h"

namespace schedproof::counterexamples {

/// Who is on which CPU, by the names of the scenario.
class Occupants {
 public:
  explicit Occupants(const model::Scenario& scenario);
  void arrives(const std::string& task, model::Cpu cpu);
  void leaves(const std::string& task);
  /// "waker and one unnamed task"; "" if nobody is there.
  std::string on(model::Cpu cpu) const;

 private:
  std::map<model::Cpu, std::vector<std::string>> on_;
};

/// One placement between the state that its rules read and its outcome.
struct PlacementView {
  const model::Scenario& scenario;
  const model::ScenarioEvent& event;
  const model::State<model::Traced>& before;
  const model::PlacementRecord& record;
  const model::Era<model::Traced>& era;  // records nothing
  const Occupants& occupants;
  const model::Overrides& overrides;
  std::string current;      // who runs on this_cpu
  std::vector<Site> sites;  // as record.trace

  const model::Task<model::Traced>& task() const { return before.task(record.request.task); }
  model::Cpu this_cpu() const { return record.request.this_cpu; }
  const std::string& name() const { return event.task; }
  /// The decision is not taken as the rule has it.
  bool forced(const model::Decision& decision) const { return overrides.decisions.contains(decision.name); }
  bool idle(model::Cpu c) const { return era.idle_cpu(before, c); }
  /// "runs waker", "idles, but a remote wakeup is pending": why idle_cpu() says no.
  std::string why_busy(model::Cpu c) const;
  /// The CPUs that share cache with c, by the domains' flags.
  model::CpuMask cache(model::Cpu c) const;
};

/// Runs the scenario and shows each event: placements with their view, domain events with none.
using SeeEvent =
    std::function<void(std::size_t index, const model::Runner& runner, const PlacementView* placement)>;
void for_each_event(const model::Scenario& scenario, const model::Policy& policy, const SeeEvent& see);

}  // namespace schedproof::counterexamples
