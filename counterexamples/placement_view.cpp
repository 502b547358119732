// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/placement_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace schedproof::counterexamples {

using model::Cpu;
using model::Traced;

Occupants::Occupants(const model::Scenario& scenario) {
  for (Cpu c : scenario.busy) on_[c].push_back("an unnamed task");
  for (const auto& task : scenario.tasks)
    if (task.status != model::ScenarioTask::Status::sleeping) arrives(task.id, task.cpu);
}

void Occupants::arrives(const std::string& task, Cpu cpu) { on_[cpu].push_back(task); }

void Occupants::leaves(const std::string& task) {
  for (auto& [cpu, tasks] : on_) std::erase(tasks, task);
}

std::string Occupants::on(Cpu cpu) const {
  const auto it = on_.find(cpu);
  return it == on_.end() ? "" : fmt::format("{}", fmt::join(it->second, " and "));
}

std::string PlacementView::why_busy(Cpu c) const {
  const auto& rq = before.cpu_rq(c);
  const std::string who = occupants.on(c);
  if (!rq.curr_is_idle) return "runs " + (who.empty() ? "a task" : who);
  if (rq.nr_running != 0)
    return fmt::format("has {} queued task{}", rq.nr_running, rq.nr_running == 1 ? "" : "s");
  return rq.wake_list_empty ? "idles" : "idles, but a remote wakeup is pending";
}

model::CpuMask PlacementView::cache(Cpu c) const {
  const auto& domains = *before.domains;
  const int llc = domains.highest_flag_domain(c, model::SD_SHARE_PKG_RESOURCES);
  return llc == -1 ? model::CpuMask{c} : domains.get(llc)->span;
}

void for_each_event(const model::Scenario& scenario, const model::Policy& policy, const SeeEvent& see) {
  model::Runner runner(policy, scenario);
  Occupants occupants(scenario);
  Traced silent(nullptr, &runner.overrides());
  const auto era = model::make_rules<Traced>(policy, silent);
  for (std::size_t i = 0; !runner.done(); ++i) {
    runner.prepare();
    const auto before = runner.state();
    const auto step = runner.step();
    if (!step.placement) {
      see(i, runner, nullptr);
      continue;
    }
    const auto& record = *step.placement;
    const auto& event = scenario.events[i];
    const PlacementView view{scenario,
                             event,
                             before,
                             record,
                             *era,
                             occupants,
                             runner.overrides(),
                             runner.task_name(record.request.current),
                             walk_trace(before, record.request, record.trace)};
    see(i, runner, &view);
    occupants.leaves(event.task);
    if (record.outcome.cpu != -1) occupants.arrives(event.task, record.outcome.cpu);
  }
}

}  // namespace schedproof::counterexamples
