// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/run/make_state.h"

#include <algorithm>
#include <set>

#include "model/machine/nearest_name.h"
#include "model/rules/names.h"

namespace schedproof::model {

namespace {

using Status = ScenarioTask::Status;

std::string at(const char* list, std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; }

void check_cpu(const Scenario& s, Cpu c, const std::string& place) {
  if (c < 0 || c >= s.machine.nr_cpus() || !s.machine.cpu(c).possible)
    throw BadScenario(place, "CPU " + std::to_string(c) + " does not exist; the machine has CPUs " +
                                 s.machine.possible().to_list());
}

void check_mask(const Scenario& s, const CpuMask& mask, const std::string& place) {
  for (Cpu c : mask) check_cpu(s, c, place);
}

int group_index(const Scenario& s, const std::string& id, const std::string& place) {
  if (id.empty()) return 0;
  for (std::size_t g = 0; g < s.groups.size(); ++g)
    if (s.groups[g].id == id) return static_cast<int>(g) + 1;
  throw BadScenario(place, "there is no task group \"" + id + "\" before this point");
}

template <class Names>
std::vector<std::string> names_of(const Names& list) {
  std::vector<std::string> names;
  for (const auto& entry : list) names.push_back(entry.name);
  return names;
}

void check_tasks(const Scenario& s) {
  std::set<std::string> ids;
  CpuMask taken = s.busy;
  for (std::size_t i = 0; i < s.tasks.size(); ++i) {
    const auto& t = s.tasks[i];
    const auto place = at("tasks", i);
    if (t.id.empty()) throw BadScenario(place + ".id", "a task needs a name");
    if (!ids.insert(t.id).second) throw BadScenario(place + ".id", "the name \"" + t.id + "\" is taken");
    check_cpu(s, t.cpu, place + ".cpu");
    if (t.wake_cpu != -1) check_cpu(s, t.wake_cpu, place + ".wake_cpu");
    check_mask(s, t.allowed, place + ".allowed");
    check_mask(s, t.cpuset, place + ".cpuset");
    if (t.status == Status::running) {
      if (!s.machine.cpu(t.cpu).online)
        throw BadScenario(place + ".cpu",
                          "CPU " + std::to_string(t.cpu) + " is offline, so no task runs there");
      if (taken.test(t.cpu))
        throw BadScenario(place + ".cpu", "CPU " + std::to_string(t.cpu) + " already runs another task");
      taken.set(t.cpu);
    }
    group_index(s, t.group, place + ".group");
    if (!t.last_wakee.empty()) task_index_of(s, t.last_wakee, place + ".last_wakee");
  }
}

void check_events(const Scenario& s) {
  for (std::size_t i = 0; i < s.events.size(); ++i) {
    const auto& e = s.events[i];
    const auto place = at("events", i);
    if (e.kind == ScenarioEvent::Kind::domain) continue;  // the domain rules check these as they come
    task_index_of(s, e.task, place);
    if (!e.by.empty()) task_index_of(s, e.by, place + ".by");
    if (e.kind != ScenarioEvent::Kind::exec && e.by.empty()) check_cpu(s, e.on_cpu, place + ".on_cpu");
    if (e.expect_cpu && *e.expect_cpu != -1) check_cpu(s, *e.expect_cpu, place + ".expect.cpu");
  }
}

template <class D>
void add_groups(const Scenario& scenario, State<D>& s) {
  using U64 = typename D::U64;
  for (std::size_t i = 0; i < scenario.groups.size(); ++i) {
    const auto& g = scenario.groups[i];
    TaskGroup<D> group;
    group.parent = group_index(scenario, g.parent, at("groups", i) + ".parent");
    if (group.parent > static_cast<int>(i))
      throw BadScenario(at("groups", i) + ".parent", "a parent stands before its children");
    group.shares = U64{g.shares};
    group.load_avg = U64{g.load_avg};
    group.cpu.resize(s.rq.size());
    for (const auto& on : g.cpus) {
      check_cpu(scenario, on.cpu, at("groups", i) + ".cpus");
      group.cpu[static_cast<std::size_t>(on.cpu)] = {U64{on.load_weight}, U64{on.tg_load_contrib},
                                                     U64{on.se_load_weight}};
    }
    s.groups.push_back(std::move(group));
  }
}

template <class D>
Task<D> make_task(const Scenario& scenario, const ScenarioTask& t) {
  using U64 = typename D::U64;
  const CpuMask possible = scenario.machine.possible();
  Task<D> task;
  task.load_weight = U64{t.weight};
  task.load_avg_contrib = U64{t.load_avg_contrib.value_or(t.weight)};
  task.cpus_allowed = t.allowed.empty() ? possible : t.allowed;
  task.nr_cpus_allowed =
      typename D::U32{static_cast<std::uint32_t>((t.allowed.empty() ? possible : t.allowed).weight())};
  task.cpu = typename D::Nr{t.cpu};
  task.wake_cpu = typename D::Nr{t.wake_cpu == -1 ? t.cpu : t.wake_cpu};
  task.wakee_flips = U64{t.wakee_flips};
  task.wakee_flip_decay_ts = U64{t.wakee_flip_decay_ts};
  task.last_wakee = t.last_wakee.empty() ? -1 : task_index_of(scenario, t.last_wakee, "last_wakee");
  task.group = group_index(scenario, t.group, "group");
  task.cpuset_cpus = t.cpuset.empty() ? possible : t.cpuset;
  return task;
}

template <class D>
void fill_queues(const Scenario& scenario, State<D>& s) {
  using U64 = typename D::U64;
  for (Cpu c = 0; c < scenario.machine.nr_cpus(); ++c) {
    auto& rq = s.cpu_rq(c);
    std::uint64_t load = scenario.busy.test(c) ? kNice0Load : 0;
    std::uint32_t running = scenario.busy.test(c) ? 1 : 0;
    bool idle = !scenario.busy.test(c);
    for (const auto& t : scenario.tasks) {
      if (t.status == Status::sleeping || t.cpu != c) continue;
      load += t.load_avg_contrib.value_or(t.weight);
      ++running;
      idle = idle && t.status != Status::running;
    }
    rq.curr_is_idle = typename D::Bool{idle};
    rq.nr_running = typename D::U32{running};
    rq.runnable_load_avg = U64{load};
    for (auto& l : rq.cpu_load) l = U64{load};
  }
  for (std::size_t i = 0; i < scenario.cpus.size(); ++i) {
    const auto& o = scenario.cpus[i];
    check_cpu(scenario, o.cpu, at("cpus", i) + ".cpu");
    auto& rq = s.cpu_rq(o.cpu);
    if (o.curr_is_idle) rq.curr_is_idle = typename D::Bool{*o.curr_is_idle};
    if (o.nr_running) rq.nr_running = typename D::U32{*o.nr_running};
    if (o.wake_list_empty) rq.wake_list_empty = typename D::Bool{*o.wake_list_empty};
    if (o.runnable_load_avg) {
      rq.runnable_load_avg = U64{*o.runnable_load_avg};
      for (auto& l : rq.cpu_load) l = U64{*o.runnable_load_avg};
    }
    if (o.cpu_load)
      for (std::size_t k = 0; k < 5; ++k) rq.cpu_load[k] = U64{(*o.cpu_load)[k]};
    if (o.cpu_power) {
      if (*o.cpu_power == 0)
        throw BadScenario(at("cpus", i) + ".cpu_power",
                          "the kernel never lets it be 0; accepted is 1 and above");
      rq.cpu_power = U64{*o.cpu_power};
    }
  }
}

/// A name that nothing bears would change nothing, silently.
void check_overrides(const Overrides& overrides) {
  static const auto decisions = names_of(all_decisions()), constants = names_of(all_constants());
  const auto known = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const auto& [name, force] : overrides.decisions)
    if (!known(decisions, name))
      throw BadScenario("force." + name, unknown_name_text("decision", name, decisions));
  for (const auto& [name, value] : overrides.params)
    if (!known(constants, name))
      throw BadScenario("set." + name, unknown_name_text("constant", name, constants));
  for (const auto& [name, value] : overrides.params)
    if (value < least_value(name))
      throw BadScenario("set." + name, "accepted is " + std::to_string(least_value(name)) +
                                           " and above, because the rules divide by it");
}

}  // namespace

int task_index_of(const Scenario& scenario, const std::string& id, const std::string& place) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < scenario.tasks.size(); ++i) {
    if (scenario.tasks[i].id == id) return static_cast<int>(i);
    ids.push_back(scenario.tasks[i].id);
  }
  throw BadScenario(place, unknown_name_text("task", id, ids));
}

void check_scenario(const Scenario& s) {
  check_overrides(s.overrides);
  check_mask(s, s.busy, "busy");
  if (s.hz != 100 && s.hz != 250 && s.hz != 300 && s.hz != 1000)
    throw BadScenario("hz", std::to_string(s.hz) + " is no kernel's HZ; accepted are 100, 250, 300, 1000");
  check_tasks(s);
  check_events(s);
}

template <class D>
State<D> make_state(const Scenario& scenario, const DomainState& domains) {
  auto s = State<D>::idle(domains.machine, domains.domains, domains.online, domains.active);
  s.jiffies = typename D::U64{scenario.jiffies};
  s.hz = scenario.hz;
  add_groups(scenario, s);
  for (const auto& t : scenario.tasks) s.tasks.push_back(make_task<D>(scenario, t));
  fill_queues(scenario, s);
  return s;
}
template State<Concrete> make_state(const Scenario&, const DomainState&);
template State<Traced> make_state(const Scenario&, const DomainState&);

}  // namespace schedproof::model
