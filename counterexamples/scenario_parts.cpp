// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/scenario_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "counterexamples/nice.h"

namespace schedproof::counterexamples {

using model::DomainEvent;
using model::ScenarioEvent;
using model::ScenarioTask;
using Status = ScenarioTask::Status;

namespace {

template <class T>
void take(const Cursor& at, const char* key, T& out) {
  if (at.has(key)) out = at[key].json().get<T>();
}
template <class T>
void take(const Cursor& at, const char* key, std::optional<T>& out) {
  if (at.has(key)) out = at[key].json().get<T>();
}
void take(const Cursor& at, const char* key, model::CpuMask& out) {
  if (at.has(key)) out = at[key].cpu_list();
  // In a scenario no CPUs stands for all of them, so a file must not say it of a task.
  if (at.has(key) && out.empty()) at[key].fail("no CPU; accepted are one or more, such as \"0-3,8\"");
}

Status status_from(const Cursor& at) {
  static constexpr std::pair<const char*, Status> kAll[] = {
      {"running", Status::running}, {"queued", Status::queued}, {"sleeping", Status::sleeping}};
  std::optional<Status> status;
  for (const auto& [key, value] : kAll) {
    if (!at.has(key) || !at[key].yes()) continue;
    if (status) at[key].fail("a task has one state; accepted is exactly one of running, queued, sleeping");
    status = value;
  }
  if (!status)
    at.fail("the task's state is missing; accepted is exactly one of running, queued, sleeping as true");
  return *status;
}

std::uint64_t weight_from(const Cursor& at) {
  if (at.has("nice") && at.has("weight"))
    at["weight"].fail("the nice value has given it; accepted is one of nice, weight");
  if (at.has("weight")) return at["weight"].number();
  return weight_of_nice(at.has("nice") ? at["nice"].small() : 0);
}

void refuse(const Cursor& at, std::initializer_list<const char*> keys, const std::string& kind,
            const char* accepted) {
  for (const char* key : keys)
    if (at.has(key)) at[key].fail(fmt::format("is of no meaning for {}; accepted are {}", kind, accepted));
}

void placement_from(const Cursor& at, const std::string& kind, ScenarioEvent& event) {
  event.kind = kind == "wake"   ? ScenarioEvent::Kind::wake
               : kind == "fork" ? ScenarioEvent::Kind::fork
                                : ScenarioEvent::Kind::exec;
  event.task = at[kind].text();
  if (event.kind == ScenarioEvent::Kind::exec) refuse(at, {"by", "on_cpu", "flags"}, kind, "exec, expect");
  if (event.kind == ScenarioEvent::Kind::fork) refuse(at, {"flags"}, kind, "fork, by, on_cpu, expect");
  if (event.kind != ScenarioEvent::Kind::exec && at.has("by") == at.has("on_cpu"))
    at.fail(event.kind == ScenarioEvent::Kind::wake ? "who wakes the task? Accepted is one of by (a running "
                                                      "task), on_cpu (a CPU whose interrupt does it)"
                                                    : "whose child is it? Accepted is one of by (a running "
                                                      "task), on_cpu (the CPU of an unnamed one)");
  take(at, "by", event.by);
  take(at, "on_cpu", event.on_cpu);
  event.sync = at.has("flags") && at["flags"].size() > 0;
  if (!at.has("expect")) return;
  const Cursor expect = at["expect"];
  take(expect, "cpu", event.expect_cpu);
  if (!expect.has("decisions")) return;
  for (std::size_t i = 0; i < expect["decisions"].size(); ++i)
    for (const auto& [name, outcome] : expect["decisions"].at(i).json().items())
      event.expect_decisions.emplace_back(name, outcome.get<bool>());
}

DomainEvent domain_event_from(const Cursor& at, const std::string& kind) {
  DomainEvent event;
  refuse(at, {"by", "on_cpu", "flags", "expect"}, kind, kind.c_str());
  if (kind == "boot") return event;
  if (kind == "partition") {
    event.kind = DomainEvent::Kind::partition;
    for (std::size_t i = 0; i < at[kind].size(); ++i) {
      auto& partition = event.partitions.emplace_back();
      take(at[kind].at(i), "cpus", partition.cpus);
      take(at[kind].at(i), "relax_domain_level", partition.relax_domain_level);
    }
    return event;
  }
  event.kind = kind == "offline"      ? DomainEvent::Kind::offline
               : kind == "online"     ? DomainEvent::Kind::online
               : kind == "nohz_enter" ? DomainEvent::Kind::nohz_enter
                                      : DomainEvent::Kind::tick;
  event.cpu = at[kind].small();
  return event;
}

}  // namespace

const std::vector<std::string>& event_kinds() {
  static const std::vector<std::string> kinds = {"wake",   "fork",      "exec",       "boot", "offline",
                                                 "online", "partition", "nohz_enter", "tick"};
  return kinds;
}

ScenarioTask task_from(const Cursor& at) {
  ScenarioTask task;
  task.id = at["id"].text();
  task.status = status_from(at);
  const bool sleeping = task.status == Status::sleeping;
  const char *own = sleeping ? "prev_cpu" : "cpu", *other = sleeping ? "cpu" : "prev_cpu";
  if (at.has(other))
    at[other].fail(fmt::format("a {} task has no {}; accepted is {}",
                               sleeping ? "sleeping" : "running or queued", other, own));
  take(at, own, task.cpu);
  take(at, "wake_cpu", task.wake_cpu);
  task.weight = weight_from(at);
  take(at, "load_avg_contrib", task.load_avg_contrib);
  take(at, "allowed", task.allowed);
  take(at, "cpuset", task.cpuset);
  take(at, "wakee_flips", task.wakee_flips);
  take(at, "wakee_flip_decay_ts", task.wakee_flip_decay_ts);
  take(at, "last_wakee", task.last_wakee);
  take(at, "group", task.group);
  return task;
}

model::ScenarioGroup group_from(const Cursor& at) {
  model::ScenarioGroup group;
  group.id = at["id"].text();
  take(at, "parent", group.parent);
  take(at, "shares", group.shares);
  take(at, "load_avg", group.load_avg);
  for (std::size_t i = 0; at.has("cpus") && i < at["cpus"].size(); ++i) {
    const Cursor on = at["cpus"].at(i);
    auto& share = group.cpus.emplace_back();
    take(on, "cpu", share.cpu);
    take(on, "load_weight", share.load_weight);
    take(on, "tg_load_contrib", share.tg_load_contrib);
    take(on, "se_load_weight", share.se_load_weight);
  }
  return group;
}

model::ScenarioCpu cpu_from(const Cursor& at) {
  model::ScenarioCpu cpu;
  take(at, "cpu", cpu.cpu);
  take(at, "curr_is_idle", cpu.curr_is_idle);
  take(at, "nr_running", cpu.nr_running);
  take(at, "wake_list_empty", cpu.wake_list_empty);
  take(at, "runnable_load_avg", cpu.runnable_load_avg);
  take(at, "cpu_load", cpu.cpu_load);
  take(at, "cpu_power", cpu.cpu_power);
  return cpu;
}

ScenarioEvent event_from(const Cursor& at) {
  ScenarioEvent event;
  std::vector<std::string> said;
  for (const auto& kind : event_kinds())
    if (at.has(kind.c_str())) said.push_back(kind);
  if (said.size() != 1)
    at.fail(fmt::format("an event is one thing, this is {}; accepted is exactly one of {}",
                        said.empty() ? "none" : fmt::format("{}", fmt::join(said, " and ")),
                        fmt::join(event_kinds(), ", ")));
  if (said[0] == "wake" || said[0] == "fork" || said[0] == "exec") {
    placement_from(at, said[0], event);
  } else {
    event.kind = ScenarioEvent::Kind::domain;
    event.domain = domain_event_from(at, said[0]);
  }
  return event;
}

model::DomainOptions options_from(const Cursor& at) {
  model::DomainOptions options;
  take(at, "sched_smt", options.sched_smt);
  take(at, "sched_mc", options.sched_mc);
  take(at, "numa", options.numa);
  take(at, "sched_debug", options.sched_debug);
  take(at, "force_sd_overlap", options.force_sd_overlap);
  take(at, "asym_packing", options.asym_packing);
  take(at, "reclaim_distance", options.reclaim_distance);
  take(at, "relax_domain_level", options.relax_domain_level);
  return options;
}

model::Overrides overrides_from(const Cursor* set, const Cursor* force) {
  model::Overrides overrides;
  using Force = model::Overrides::Force;
  if (set != nullptr)
    for (const auto& [name, value] : set->json().items()) overrides.params[name] = value.get<std::int64_t>();
  if (force != nullptr)
    for (const auto& [name, value] : force->json().items()) {
      const auto how = value.get<std::string>();
      overrides.decisions[name] = how == "true"    ? Force::to_true
                                  : how == "false" ? Force::to_false
                                                   : Force::negate;
    }
  return overrides;
}

}  // namespace schedproof::counterexamples
