// SPDX-License-Identifier: GPL-2.0-or-later
// Fewer events, tasks and busy CPUs; plainer tasks and wakers.
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

template <class T>
bool drop_from(Search& search, std::vector<T> Scenario::*list) {
  return remove_chunks(
      search, [&] { return (search.current().*list).size(); },
      [&](std::size_t first, std::size_t n) {
        Scenario s = search.current();
        const auto from = (s.*list).begin() + static_cast<std::ptrdiff_t>(first);
        (s.*list).erase(from, from + static_cast<std::ptrdiff_t>(n));
        return search.attempt(std::move(s));
      });
}

template <class Change>
bool change_tasks(Search& search, Change change) {
  bool any = false;
  for (std::size_t i = 0; i < search.current().tasks.size(); ++i)
    any = search.attempt_change([&](Scenario& s) {
      change(s.tasks[i]);
      return true;
    }) || any;
  return any;
}

}  // namespace

static bool referenced(const Scenario& s, const std::string& id) {
  return std::any_of(s.events.begin(), s.events.end(),
                     [&](const ScenarioEvent& e) { return e.task == id || e.by == id; });
}

/// False if an event speaks of the task.
bool erase_task(Scenario& s, std::size_t index) {
  const std::string id = s.tasks[index].id;
  if (referenced(s, id)) return false;
  s.tasks.erase(s.tasks.begin() + static_cast<std::ptrdiff_t>(index));
  for (auto& task : s.tasks)
    if (task.last_wakee == id) task.last_wakee.clear();
  return true;
}

bool drop_events(Search& search) { return drop_from(search, &Scenario::events); }

bool drop_tasks(Search& search) {
  bool any = false;
  for (std::size_t i = search.current().tasks.size(); i-- > 0;)
    any = search.attempt_change([&](Scenario& s) { return erase_task(s, i); }) || any;
  return any;
}

bool drop_busy_cpus(Search& search) {
  return remove_chunks(
      search, [&] { return static_cast<std::size_t>(search.current().busy.weight()); },
      [&](std::size_t first, std::size_t n) {
        Scenario s = search.current();
        std::size_t at = 0;
        for (Cpu c : search.current().busy) {
          if (at >= first && at < first + n) s.busy.clear(c);
          ++at;
        }
        return search.attempt(std::move(s));
      });
}

bool drop_queue_overrides(Search& search) {
  bool any = drop_from(search, &Scenario::cpus);
  for (std::size_t i = 0; i < search.current().cpus.size(); ++i) {
    // A queue that holds something is said more plainly by a busy CPU.
    any = search.attempt_change([&](Scenario& s) {
      s.busy.set(s.cpus[i].cpu);
      s.cpus.erase(s.cpus.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }) || any;
    if (i >= search.current().cpus.size()) break;
    const auto drop = [&](auto field) {
      any = search.attempt_change([&](Scenario& s) {
        (s.cpus[i].*field).reset();
        return true;
      }) || any;
    };
    drop(&model::ScenarioCpu::curr_is_idle);
    drop(&model::ScenarioCpu::nr_running);
    drop(&model::ScenarioCpu::wake_list_empty);
    drop(&model::ScenarioCpu::runnable_load_avg);
    drop(&model::ScenarioCpu::cpu_load);
    drop(&model::ScenarioCpu::cpu_power);
  }
  return any;
}

bool plainer_tasks(Search& search) {
  bool any = change_tasks(search, [](ScenarioTask& t) {
    ScenarioTask plain;
    plain.id = t.id;
    plain.status = t.status;
    plain.cpu = t.cpu;
    t = plain;
  });
  any = change_tasks(search, [](ScenarioTask& t) { t.allowed = CpuMask{}; }) || any;
  any = change_tasks(search, [](ScenarioTask& t) { t.cpuset = CpuMask{}; }) || any;
  any = change_tasks(search, [](ScenarioTask& t) { t.wake_cpu = -1; }) || any;
  any = change_tasks(search, [](ScenarioTask& t) { t.load_avg_contrib.reset(); }) || any;
  any = change_tasks(search, [](ScenarioTask& t) { t.weight = model::kNice0Load; }) || any;
  any = change_tasks(search, [](ScenarioTask& t) { t.wakee_flips = t.wakee_flip_decay_ts = 0; }) || any;
  any = change_tasks(search, [](ScenarioTask& t) { t.last_wakee.clear(); }) || any;
  any = change_tasks(search, [](ScenarioTask& t) { t.group.clear(); }) || any;
  return change_tasks(search,
                      [](ScenarioTask& t) {
                        if (t.status == Status::queued) t.status = Status::sleeping;
                      }) ||
         any;
}

bool plainer_domain_events(Search& search) {
  bool any = false;
  for (std::size_t i = 0; i < search.current().events.size(); ++i) {
    const std::size_t n = search.current().events[i].domain.partitions.size();
    const auto change = [&](auto&& how) {
      any = search.attempt_change([&](Scenario& s) {
        how(s.events[i].domain.partitions);
        return true;
      }) || any;
    };
    if (n > 0) change([](auto& partitions) { partitions.clear(); });
    // A CPU that goes offline is plainer than a partition that leaves it out.
    for (Cpu c = 0; c < search.current().machine.nr_cpus(); ++c)
      any = search.attempt_change([&](Scenario& s) {
        if (s.events[i].domain.kind != model::DomainEvent::Kind::partition) return false;
        s.events[i].domain = {model::DomainEvent::Kind::offline, c, {}};
        return true;
      }) || any;
    for (std::size_t k = n; k-- > 0;) {
      if (k >= search.current().events[i].domain.partitions.size()) continue;
      if (search.current().events[i].domain.partitions.size() > 1)
        change(
            [&](auto& partitions) { partitions.erase(partitions.begin() + static_cast<std::ptrdiff_t>(k)); });
      if (k < search.current().events[i].domain.partitions.size())
        change([&](auto& partitions) { partitions[k].relax_domain_level = -1; });
    }
  }
  return any;
}

}  // namespace schedproof::counterexamples
