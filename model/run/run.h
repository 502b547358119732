// SPDX-License-Identifier: GPL-2.0-or-later
// Drives a scenario through a policy's rules: boot, then event by event. Deterministic; everything that a
// claim, a replay or an explanation needs is kept per event.
#pragma once

#include <functional>
#include <memory>

#include "model/policies/policy.h"
#include "model/run/scenario.h"
#include "model/value/traced.h"

namespace schedproof::model {

/// One placement as it happened.
struct PlacementRecord {
  PlacementRequest<Traced> request;
  PlacementOutcome<Traced> outcome;
  Trace trace;  // empty when the runner was told not to record
};

struct StepRecord {
  const ScenarioEvent* event = nullptr;
  std::optional<PlacementRecord> placement;  // wake, fork, exec
};

class Runner {
 public:
  /// Boots the machine and sets the tasks up. Throws BadMachine or BadScenario.
  /// `policy` and `scenario` must outlive the runner. `observer` sees the domain steps, of the boot too.
  Runner(const Policy& policy, const Scenario& scenario, bool record = true, DomainObserver observer = {});
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  bool done() const { return next_ == scenario_.events.size(); }
  /// The request that the next event makes, after task_waking; none for a domain event. Applies task_waking
  /// once. Claims look at state() between prepare() and step().
  std::optional<PlacementRequest<Traced>> prepare();
  /// Applies the next event (calls prepare() if that was not done).
  StepRecord step();

  const Policy& policy() const { return policy_; }
  const Scenario& scenario() const { return scenario_; }
  const DomainState& domain_state() const { return domain_state_; }
  const State<Traced>& state() const { return state_; }
  const Era<Traced>& era() const { return *era_; }
  const Overrides& overrides() const { return overrides_; }
  const std::string& task_name(int index) const { return names_[static_cast<std::size_t>(index)]; }

 private:
  int current_on(Cpu cpu);
  void place_task(int task, Cpu cpu);
  void leave(int task);
  void refresh_domains();
  void refuse_busy_offline(const DomainEvent& event) const;

  const Policy& policy_;
  const Scenario& scenario_;
  Overrides overrides_;
  DomainObserver observer_;
  DomainState domain_state_;
  State<Traced> state_;
  Trace trace_;
  Traced traced_;
  std::unique_ptr<Era<Traced>> era_;
  std::vector<std::string> names_;
  std::vector<ScenarioTask::Status> status_;
  std::vector<int> bases_;  // rq->sd of each CPU when its power was last taken over
  std::size_t next_ = 0;
  std::optional<PlacementRequest<Traced>> prepared_;
};

}  // namespace schedproof::model
