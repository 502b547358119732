// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/run/run.h"

#include "model/run/make_state.h"

namespace schedproof::model {

using Status = ScenarioTask::Status;

namespace {

DomainOptions options_of(const Policy& policy, const Scenario& scenario) {
  DomainOptions options = scenario.options;
  options.force_sd_overlap = options.force_sd_overlap || policy.features.force_sd_overlap;
  return options;
}

Overrides overrides_of(const Policy& policy, const Scenario& scenario) {
  Overrides both = policy.overrides;
  for (const auto& [name, force] : scenario.overrides.decisions) both.decisions[name] = force;
  for (const auto& [name, value] : scenario.overrides.params) both.params[name] = value;
  return both;
}

Placement placement_of(ScenarioEvent::Kind kind) {
  return kind == ScenarioEvent::Kind::wake   ? Placement::wake
         : kind == ScenarioEvent::Kind::fork ? Placement::fork
                                             : Placement::exec;
}

}  // namespace

Runner::Runner(const Policy& policy, const Scenario& scenario, bool record, DomainObserver observer)
    : policy_(policy),
      scenario_(scenario),
      overrides_(overrides_of(policy, scenario)),
      observer_(std::move(observer)),
      traced_(record ? &trace_ : nullptr, overrides_.empty() ? nullptr : &overrides_) {
  validate(scenario.machine, policy.domains->llc_may_cross_node());
  check_scenario(scenario);
  domain_state_ = policy.domains->init(scenario.machine, options_of(policy, scenario));
  domain_state_.overrides = overrides_;
  policy.domains->apply(domain_state_, DomainEvent{}, observer_);
  state_ = make_state<Traced>(scenario, domain_state_);
  state_.lb_bias = policy.lb_bias;
  state_.numa = domain_state_.options.numa;
  era_ = make_rules<Traced>(policy, traced_);
  for (const auto& pcpu : domain_state_.domains.cpu) bases_.push_back(pcpu.sd);
  for (const auto& t : scenario.tasks) {
    names_.push_back(t.id);
    status_.push_back(t.status);
  }
}

Runner::~Runner() = default;

/// Who runs on the CPU: one of the scenario's tasks, or, for an anonymous one and the idle task, a fresh task
/// that has woken nobody.
int Runner::current_on(Cpu cpu) {
  for (std::size_t i = 0; i < status_.size(); ++i)
    if (status_[i] == Status::running && state_.tasks[i].cpu == cpu) return static_cast<int>(i);
  Task<Traced> anonymous;
  anonymous.cpu = anonymous.wake_cpu = cpu;
  anonymous.cpus_allowed = anonymous.cpuset_cpus = scenario_.machine.possible();
  anonymous.nr_cpus_allowed = static_cast<std::uint32_t>(anonymous.cpus_allowed.weight());
  state_.tasks.push_back(anonymous);
  names_.push_back(state_.cpu_rq(cpu).curr_is_idle ? "the idle task" : "an unnamed task");
  status_.push_back(Status::running);
  return static_cast<int>(status_.size()) - 1;
}

std::optional<PlacementRequest<Traced>> Runner::prepare() {
  if (prepared_ || done()) return prepared_;
  const auto& event = scenario_.events[next_];
  if (event.kind == ScenarioEvent::Kind::domain) return std::nullopt;
  const auto place = "events[" + std::to_string(next_) + "]";
  PlacementRequest<Traced> r;
  r.why = placement_of(event.kind);
  r.task = task_index_of(scenario_, event.task, place);
  r.sync = event.sync;
  const auto status = status_[static_cast<std::size_t>(r.task)];
  if (r.why == Placement::exec) {
    if (status != Status::running)
      throw BadScenario(place + ".exec", "only a running task can exec, " + event.task + " is not running");
    r.current = r.task;
  } else if (status != Status::sleeping) {
    throw BadScenario(place, event.task + " is not asleep, so it is not placed; accepted is a sleeping task");
  } else if (event.by.empty()) {
    if (!state_.online.test(event.on_cpu))
      throw BadScenario(place + ".on_cpu", "CPU " + std::to_string(event.on_cpu) + " is offline");
    r.current = current_on(event.on_cpu);
  } else {
    r.current = task_index_of(scenario_, event.by, place + ".by");
    if (status_[static_cast<std::size_t>(r.current)] != Status::running)
      throw BadScenario(place + ".by", event.by + " is not running, so it cannot wake or fork anyone");
  }
  r.this_cpu = state_.task(r.current).cpu;
  if (!state_.online.test(r.this_cpu))
    throw BadScenario(place, "CPU " + std::to_string(r.this_cpu) + " is offline, so nothing happens on it");
  if (r.why == Placement::fork) {  // sched_fork puts the child on the parent's CPU
    auto& child = state_.task(r.task);
    child.cpu = child.wake_cpu = r.this_cpu;
  }
  trace_.clear();
  if (r.why == Placement::wake) era_->task_waking(state_, r);
  prepared_ = r;
  return prepared_;
}

/// Tasks of a CPU that goes down are no part of a scenario: where they are pushed to is the stopper's work
/// (migrate_tasks), not a placement.
void Runner::refuse_busy_offline(const DomainEvent& event) const {
  if (event.kind != DomainEvent::Kind::offline || event.cpu < 0 || event.cpu >= state_.machine->nr_cpus())
    return;
  const auto& rq = state_.cpu_rq(event.cpu);
  if (rq.curr_is_idle && rq.nr_running == 0) return;
  throw BadScenario(
      "events[" + std::to_string(next_) + "].offline",
      "CPU " + std::to_string(event.cpu) + " runs a task or has one waiting; accepted is an idle CPU");
}

/// The task joins a queue; it does not preempt (who runs when is no part of placement).
/// DEVIATION: a task of a group adds its own load to the root queue. In the kernel the group's entity does,
/// bounded by the group's shares; a scenario that turns on it gives runnable_load_avg by hand.
void Runner::place_task(int t, Cpu cpu) {
  auto& task = state_.task(t);
  task.cpu = task.wake_cpu = cpu;
  auto& rq = state_.cpu_rq(cpu);
  rq.nr_running += 1;
  rq.runnable_load_avg += task.load_avg_contrib;
  const bool runs_at_once = rq.curr_is_idle;
  rq.curr_is_idle = false;
  status_[static_cast<std::size_t>(t)] = runs_at_once ? Status::running : Status::queued;
}

void Runner::leave(int t) {
  const auto& task = state_.task(t);
  auto& rq = state_.cpu_rq(task.cpu);
  rq.nr_running -= rq.nr_running == 0 ? 0u : 1u;
  rq.runnable_load_avg -= std::min(rq.runnable_load_avg, task.load_avg_contrib);
  rq.curr_is_idle = rq.nr_running == 0;
  for (std::size_t i = 0; i < status_.size(); ++i)  // the first that waits there runs now
    if (static_cast<int>(i) != t && status_[i] == Status::queued && state_.tasks[i].cpu == task.cpu) {
      status_[i] = Status::running;
      return;
    }
}

/// Domains are rebuilt in place: run queues keep their tasks and loads. Group powers, and the power of each
/// CPU whose domains were built anew, are as built, also where the scenario had set another.
void Runner::refresh_domains() {
  state_.online = domain_state_.online;
  state_.active = domain_state_.active;
  for (Cpu c = 0; c < state_.machine->nr_cpus(); ++c) {
    const int base = domain_state_.domains.per_cpu(c).sd;
    if (base != bases_[static_cast<std::size_t>(c)] && base != -1)
      state_.cpu_rq(c).cpu_power = domain_state_.domains.cpu_power[static_cast<std::size_t>(c)];
    bases_[static_cast<std::size_t>(c)] = base;
  }
  state_.group_power.clear();
  for (const auto& power : domain_state_.domains.powers) state_.group_power.push_back(power.power);
}

StepRecord Runner::step() {
  const auto& event = scenario_.events.at(next_);
  StepRecord record{&event, std::nullopt};
  if (event.kind == ScenarioEvent::Kind::domain) {
    refuse_busy_offline(event.domain);
    try {
      policy_.domains->apply(domain_state_, event.domain, observer_);
    } catch (const std::invalid_argument& bad) {
      throw BadScenario("events[" + std::to_string(next_) + "]", bad.what());
    }
    refresh_domains();
  } else {
    const auto request = *prepare();
    const auto outcome = era_->place(state_, request);
    if (request.why == Placement::exec) {
      if (outcome.cpu != request.this_cpu) {
        leave(request.task);
        place_task(request.task, outcome.cpu);
      }
    } else if (outcome.cpu != -1) {
      place_task(request.task, outcome.cpu);
    }
    if (outcome.affinity_widened) {
      auto& task = state_.task(request.task);
      // A cpuset never holds CPUs that are down; the last resort is all possible ones.
      const CpuMask cpuset = task.cpuset_cpus & state_.active;
      task.cpus_allowed = cpuset.test(outcome.cpu) ? cpuset : scenario_.machine.possible();
      task.nr_cpus_allowed = static_cast<std::uint32_t>(task.cpus_allowed.weight());
    }
    record.placement = PlacementRecord{request, outcome, trace_};
  }
  prepared_.reset();
  ++next_;
  return record;
}

}  // namespace schedproof::model
