// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/renumber.h"

#include <algorithm>
#include <numeric>

namespace schedproof::counterexamples {

using model::Cpu;
using model::CpuMask;
using model::DomainEvent;
using model::Scenario;
using model::ScenarioEvent;
using model::ScenarioTask;

namespace {

class Renumbering {
 public:
  explicit Renumbering(const std::vector<Cpu>& to) : to_(to) {}

  Cpu operator()(Cpu c) const {
    return c < 0 || c >= static_cast<Cpu>(to_.size()) ? -1 : to_[static_cast<std::size_t>(c)];
  }
  CpuMask operator()(const CpuMask& mask) const {
    CpuMask out;
    for (Cpu c : mask)
      if ((*this)(c) != -1) out.set((*this)(c));
    return out;
  }
  /// False if the mask said something and no longer does.
  bool apply(CpuMask& mask) const {
    const bool some = !mask.empty();
    mask = (*this)(mask);
    return !some || !mask.empty();
  }
  /// Keeps the elements whose CPU is still there, with its new number.
  template <class T>
  void apply(std::vector<T>& list) const {
    std::erase_if(list, [&](const T& item) { return (*this)(item.cpu) == -1; });
    for (T& item : list) item.cpu = (*this)(item.cpu);
  }

 private:
  const std::vector<Cpu>& to_;
};

void apply_to_machine(const std::vector<Cpu>& to, model::Machine& machine) {
  std::vector<model::CpuInfo> cpus(static_cast<std::size_t>(*std::max_element(to.begin(), to.end()) + 1));
  for (std::size_t c = 0; c < to.size(); ++c)
    if (to[c] != -1) cpus[static_cast<std::size_t>(to[c])] = machine.cpus[c];
  machine.cpus = std::move(cpus);
  drop_empty_nodes(machine);
  machine = normalised(std::move(machine));
}

bool apply_to_task(const Renumbering& to, ScenarioTask& task) {
  const bool sleeping = task.status == ScenarioTask::Status::sleeping;
  if (to(task.cpu) == -1 && !sleeping) return false;
  task.cpu = std::max(to(task.cpu), 0);
  if (task.wake_cpu != -1) task.wake_cpu = to(task.wake_cpu);
  return to.apply(task.allowed) && to.apply(task.cpuset);
}

/// False if the event must go.
bool apply_to_domain_event(const Renumbering& to, DomainEvent& event) {
  if (event.kind == DomainEvent::Kind::boot) return true;
  if (event.kind != DomainEvent::Kind::partition) return (event.cpu = to(event.cpu)) != -1;
  const bool some = !event.partitions.empty();
  for (auto& partition : event.partitions) partition.cpus = to(partition.cpus);
  std::erase_if(event.partitions, [](const model::Partition& p) { return p.cpus.empty(); });
  return !some || !event.partitions.empty();
}

}  // namespace

void drop_empty_nodes(model::Machine& machine) {
  std::vector<int> kept;
  for (int node = 0; node < machine.nr_nodes(); ++node)
    if (!machine.node_mask(node).empty()) kept.push_back(node);
  if (static_cast<int>(kept.size()) == machine.nr_nodes()) return;
  std::vector<std::vector<int>> distance;
  for (int from : kept) {
    auto& row = distance.emplace_back();
    for (int to : kept) row.push_back(machine.node_distance(from, to));
  }
  for (auto& cpu : machine.cpus) {
    const auto at = std::find(kept.begin(), kept.end(), cpu.node);
    cpu.node = at == kept.end() ? 0 : static_cast<int>(at - kept.begin());
  }
  machine.distance = kept.size() > 1 ? distance : std::vector<std::vector<int>>{};
}

std::optional<Scenario> renumbered(const Scenario& scenario, const std::vector<Cpu>& numbers) {
  const Renumbering to(numbers);
  Scenario s = scenario;
  apply_to_machine(numbers, s.machine);
  s.busy = to(s.busy);
  for (auto& task : s.tasks)
    if (!apply_to_task(to, task)) return std::nullopt;
  for (auto& group : s.groups) to.apply(group.cpus);
  to.apply(s.cpus);
  for (auto& event : s.events) {
    event.expect_cpu.reset();
    event.expect_decisions.clear();
    if (event.on_cpu == -1) continue;
    event.on_cpu = to(event.on_cpu);
    if (event.on_cpu == -1) return std::nullopt;
  }
  std::vector<ScenarioEvent> events;
  for (auto& event : s.events)
    if (event.kind != ScenarioEvent::Kind::domain || apply_to_domain_event(to, event.domain))
      events.push_back(std::move(event));
  s.events = std::move(events);
  return s;
}

std::optional<Scenario> without_cpus(const Scenario& scenario, const CpuMask& removed) {
  std::vector<Cpu> to(scenario.machine.cpus.size(), -1);
  Cpu next = 0;
  for (std::size_t c = 0; c < to.size(); ++c)
    if (!removed.test(static_cast<Cpu>(c))) to[c] = next++;
  if (next == 0) return std::nullopt;
  return renumbered(scenario, to);
}

Scenario with_cpus_swapped(const Scenario& scenario, Cpu a, Cpu b) {
  std::vector<Cpu> to(scenario.machine.cpus.size());
  std::iota(to.begin(), to.end(), 0);
  std::swap(to[static_cast<std::size_t>(a)], to[static_cast<std::size_t>(b)]);
  return *renumbered(scenario, to);
}

}  // namespace schedproof::counterexamples
