// SPDX-License-Identifier: GPL-2.0-or-later
// Hand-made scenarios for the tests of this folder.
#pragma once

#include "model/machine/builtin.h"
#include "model/run/scenario.h"

namespace schedproof::counterexamples {

/// Three CPUs in one package, the first two share a cache.
inline model::Machine two_caches() {
  model::Machine machine = model::Machine::flat(3);
  machine.cpus[2].llc = 1;
  return machine;
}

inline model::ScenarioTask running(const char* id, model::Cpu cpu) {
  model::ScenarioTask task;
  task.id = id;
  task.status = model::ScenarioTask::Status::running;
  task.cpu = cpu;
  return task;
}

inline model::ScenarioTask sleeping(const char* id, model::Cpu prev) {
  model::ScenarioTask task;
  task.id = id;
  task.cpu = prev;
  return task;
}

inline model::ScenarioEvent wake(const char* task, const char* by) {
  model::ScenarioEvent event;
  event.task = task;
  event.by = by;
  return event;
}

inline model::ScenarioEvent domain_event(model::DomainEvent::Kind kind, model::Cpu cpu = -1) {
  model::ScenarioEvent event;
  event.kind = model::ScenarioEvent::Kind::domain;
  event.domain.kind = kind;
  event.domain.cpu = cpu;
  return event;
}

/// v3.13-rc3 on three CPUs: the wakee leaves the waker's cache although an idle sibling is there.
inline model::Scenario leaves_the_cache() {
  model::Scenario s;
  s.title = "an idle CPU of another cache is chosen beside an idle cache sibling";
  s.policy = "v3.13-rc3";
  s.machine = two_caches();
  s.tasks = {running("waker", 0), sleeping("wakee", 0)};
  s.events = {wake("wakee", "waker")};
  s.claim = model::Scenario::Claim{"idle_sibling_shares_cache", "known violation", "", ""};
  s.found_by = model::Scenario::FoundBy{"hand", 0, ""};
  return s;
}

/// Something in every field that a file can hold.
inline model::Scenario everything() {
  model::Scenario s = leaves_the_cache();
  s.title = "everything, \"quoted\"\tand so on";
  s.policy = "v3.13+NO_LB_BIAS";
  s.overrides.params["wa.base_pct"] = 101;
  s.overrides.decisions["sis.target_idle"] = model::Overrides::Force::negate;
  s.overrides.decisions["sis.prev_idle"] = model::Overrides::Force::to_false;
  s.overrides.decisions["wa.wide"] = model::Overrides::Force::to_true;
  s.machine = model::Machine::flat(6, "six");
  s.machine.source = "made up";
  s.machine.notes = {"a note"};
  for (model::Cpu c = 3; c < 6; ++c) s.machine.cpus[static_cast<std::size_t>(c)].llc = 1;
  s.machine.cpus[5].online = false;
  s.machine.cpus[4].isolated = true;
  s.options = {false, true, false, true, true, true, 20, 2};
  s.hz = 1000;
  s.jiffies = 18446744073709551615u;
  s.busy = {1};
  s.tasks[0].weight = 88761;
  s.tasks[0].load_avg_contrib = 17;
  s.tasks[0].wakee_flips = 4;
  s.tasks[0].wakee_flip_decay_ts = 5;
  s.tasks[0].last_wakee = "wakee";
  s.tasks[1].weight = 1000;
  s.tasks[1].wake_cpu = 3;
  s.tasks[1].allowed = {0, 1, 2, 4};
  s.tasks[1].cpuset = {0, 1, 2};
  s.tasks[1].group = "inner";
  s.tasks.push_back(running("parent", 3));
  s.tasks.push_back(sleeping("child", 3));
  s.tasks.push_back(sleeping("other", 2));
  s.tasks.push_back(running("queued", 2));
  s.tasks.back().status = model::ScenarioTask::Status::queued;
  s.groups = {{"outer", "", 2048, 7, {}}, {"inner", "outer", 1024, 0, {{1, 2, 3, 4}, {2, 0, 0, 9}}}};
  s.cpus = {{2, false, 3, false, 12, std::array<std::uint64_t, 5>{1, 2, 3, 4, 5}, 900},
            {3, {}, {}, {}, {}, {}, 589}};
  s.events[0].sync = true;
  s.events.push_back(wake("child", "parent"));
  s.events.back().kind = model::ScenarioEvent::Kind::fork;
  s.events.push_back(wake("waker", ""));
  s.events.back().kind = model::ScenarioEvent::Kind::exec;
  s.events.push_back(wake("other", ""));
  s.events.back().on_cpu = 1;
  using Kind = model::DomainEvent::Kind;
  s.events.push_back(domain_event(Kind::online, 5));
  s.events.push_back(domain_event(Kind::partition));
  s.events.back().domain.partitions = {{{0, 1, 2}, 0}, {{3, 5}, -1}};
  s.events.push_back(domain_event(Kind::partition));
  s.events.push_back(domain_event(Kind::offline, 5));
  s.events.push_back(domain_event(Kind::nohz_enter, 2));
  s.events.push_back(domain_event(Kind::tick, 2));
  s.claim = model::Scenario::Claim{"choice_allowed_after_fallback", "holds", "a \"reason\"", "hard"};
  s.found_by = model::Scenario::FoundBy{"generate", 18446744073709551615u, "0.1.0"};
  return s;
}

}  // namespace schedproof::counterexamples
