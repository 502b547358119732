// SPDX-License-Identifier: GPL-2.0-or-later
// Plainer wakeups: who wakes, from where.
#include <algorithm>

#include "counterexamples/shrink.h"

namespace schedproof::counterexamples {

using model::Cpu;
using model::CpuMask;
using model::Scenario;
using model::ScenarioEvent;
using model::ScenarioTask;
using Status = ScenarioTask::Status;

namespace {

std::optional<std::size_t> task_at(const Scenario& s, const std::string& id) {
  for (std::size_t i = 0; i < s.tasks.size(); ++i)
    if (s.tasks[i].id == id) return i;
  return std::nullopt;
}

std::string unused_name(const Scenario& s, std::string name) {
  while (task_at(s, name)) name += "_";
  return name;
}

/// The waker's CPU idles instead, and an interrupt there does the waking.
bool interrupt_for_waker(Scenario& s, ScenarioEvent& event) {
  if (event.by.empty()) return false;
  const auto waker = task_at(s, event.by);
  if (!waker) return false;
  event.on_cpu = s.tasks[*waker].cpu;
  event.by.clear();
  event.sync = false;
  return erase_task(s, *waker);
}

/// Where the CPU is busy anyway, its task does the waking.
bool waker_for_interrupt(Scenario& s, ScenarioEvent& event) {
  if (event.kind == ScenarioEvent::Kind::exec || !event.by.empty() || event.on_cpu < 0 ||
      !s.busy.test(event.on_cpu))
    return false;
  ScenarioTask waker;
  waker.id = unused_name(s, event.kind == ScenarioEvent::Kind::wake ? "waker" : "parent");
  waker.status = Status::running;
  waker.cpu = event.on_cpu;
  s.busy.clear(event.on_cpu);
  event.by = waker.id;
  event.on_cpu = -1;
  s.tasks.insert(s.tasks.begin(), waker);
  return true;
}

/// The task is woken where it last ran.
bool wake_at_home(Scenario& s, ScenarioEvent& event) {
  const auto task = task_at(s, event.task);
  if (!task || event.kind == ScenarioEvent::Kind::exec) return false;
  const Cpu home = s.tasks[*task].cpu;
  const auto waker = task_at(s, event.by);
  Cpu& here = waker ? s.tasks[*waker].cpu : event.on_cpu;
  if (here == home) return false;
  here = home;
  // The task that ran at home makes room for the waker.
  if (waker) s.busy.clear(home);
  return true;
}

template <class Change>
bool change_events(Search& search, Change change) {
  bool any = false;
  for (std::size_t i = 0; i < search.current().events.size(); ++i)
    if (search.current().events[i].kind != ScenarioEvent::Kind::domain)
      any = search.attempt_change([&](Scenario& s) { return change(s, s.events[i]); }) || any;
  return any;
}

}  // namespace

/// One plain task wakes another on the CPU where both are, and nothing else is there. Greedy steps do not
/// always find the way from a task whose previous CPU, wake_cpu and waker's CPU all differ.
bool plainest_wakeup(Search& search) {
  const auto& tasks = search.current().tasks;
  const auto plain = [](const Scenario& s) {
    return s.events.size() == 1 && s.tasks.size() == 2 && s.busy.empty() && s.cpus.empty() &&
           s.groups.empty() && s.tasks[0].cpu == s.tasks[1].cpu && s.tasks[1].wake_cpu == -1;
  };
  const auto wakeup =
      std::find_if(search.current().events.begin(), search.current().events.end(),
                   [](const ScenarioEvent& e) { return e.kind == ScenarioEvent::Kind::wake; });
  if (tasks.empty() || wakeup == search.current().events.end() || plain(search.current())) return false;
  ScenarioTask waker, wakee;
  wakee.id = wakeup->task;
  waker.id = wakeup->by.empty() ? unused_name(search.current(), "waker") : wakeup->by;
  waker.status = Status::running;
  ScenarioEvent event;
  event.task = wakee.id;
  event.by = waker.id;
  for (Cpu c : search.current().machine.online()) {
    waker.cpu = wakee.cpu = c;
    const bool found = search.attempt_change([&](Scenario& s) {
      s.tasks = {waker, wakee};
      s.events = {event};
      s.busy = CpuMask{};
      s.cpus.clear();
      s.groups.clear();
      return true;
    });
    if (found) return true;
  }
  return false;
}

bool plainer_wakers(Search& search) {
  bool any = change_events(search, interrupt_for_waker);
  any = change_events(search, waker_for_interrupt) || any;
  any = change_events(search, wake_at_home) || any;
  return change_events(search,
                       [](Scenario&, ScenarioEvent& event) {
                         const bool was = event.sync;
                         event.sync = false;
                         return was;
                       }) ||
         any;
}

}  // namespace schedproof::counterexamples
