// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/export.h"

#include <fmt/format.h>

#include "counterexamples/scenario_writer.h"

namespace schedproof::counterexamples {

using Json = nlohmann::ordered_json;
using model::Scenario;

namespace {

struct Size {
  const char* what;
  int before, after;
};

/// CPUs that run something, by name or unnamed.
int busy_cpus(const Scenario& s) {
  auto busy = s.busy;
  for (const auto& task : s.tasks)
    if (task.status == model::ScenarioTask::Status::running) busy.set(task.cpu);
  return busy.weight();
}

std::vector<Size> sizes(const Scenario& before, const Scenario& after) {
  const auto count = [](const auto& list) { return static_cast<int>(list.size()); };
  return {{"CPUs", before.machine.nr_cpus(), after.machine.nr_cpus()},
          {"busy CPUs", busy_cpus(before), busy_cpus(after)},
          {"tasks", count(before.tasks), count(after.tasks)},
          {"events", count(before.events), count(after.events)}};
}

}  // namespace

std::string replay_text(const Scenario& scenario, const ReplayResult& result) {
  std::string out;
  if (!result.ok()) out += "differs: " + result.difference + "\n";
  for (const auto& placed : result.placed) {
    out += fmt::format("{}: cpu {}", event_words(scenario, placed.event), placed.cpu);
    if (placed.before && *placed.before != placed.cpu)
      out += result.policy == scenario.policy
                 ? fmt::format(" (the file says cpu {})", *placed.before)
                 : fmt::format(" (cpu {} under {})", *placed.before, scenario.policy);
    out += "\n";
  }
  if (result.finding) {
    out += fmt::format("claim {}: {}\n", scenario.claim->id, result.verdict);
    if (result.finding->violated()) out += "  " + result.finding->because + "\n";
  }
  return out;
}

Json replay_json(const Scenario& scenario, const ReplayResult& result) {
  Json out;
  out["policy"] = result.policy;
  out["same"] = result.ok();
  if (!result.ok()) out["difference"] = result.difference;
  out["placed"] = Json::array();
  for (const auto& placed : result.placed) {
    Json one;
    one["event"] = event_words(scenario, placed.event);
    one["cpu"] = placed.cpu;
    if (placed.before) one["before"] = *placed.before;
    out["placed"].push_back(one);
  }
  if (result.finding) {
    out["claim"] = {{"id", scenario.claim->id}, {"verdict", result.verdict}};
    if (result.finding->violated()) out["claim"]["because"] = result.finding->because;
  }
  return out;
}

std::string why_not_text(const WhyNot& why) {
  std::string out = why.cpu == why.chosen
                        ? fmt::format("{}: cpu {} it is\n", why.event, why.cpu)
                        : fmt::format("{}: cpu {}, not cpu {}\n", why.event, why.chosen, why.cpu);
  for (const auto& sentence : why.sentences) out += "  " + sentence + "\n";
  if (!why.decision.empty()) out += "decisive: " + why.decision + "\n";
  return out;
}

Json why_not_json(const WhyNot& why) {
  Json out;
  out["event"] = why.event;
  out["cpu"] = why.cpu;
  out["chosen"] = why.chosen;
  out["decision"] = why.decision;
  out["sentences"] = why.sentences;
  return out;
}

std::string minimise_text(const Scenario& before, const MinimiseResult& result) {
  std::string out;
  for (const auto& size : sizes(before, result.scenario))
    out += fmt::format("{}{} {} -> {}", out.empty() ? "" : ", ", size.what, size.before, size.after);
  return out + fmt::format(" ({} tries{})\n", result.tries,
                           result.complete ? "" : ", stopped before nothing got smaller");
}

Json minimise_json(const Scenario& before, const MinimiseResult& result) {
  Json out;
  for (const auto& size : sizes(before, result.scenario)) out["sizes"][size.what] = {size.before, size.after};
  out["tries"] = result.tries;
  out["accepted"] = result.accepted;
  out["complete"] = result.complete;
  out["scenario"] = scenario_to_json(result.scenario);
  return out;
}

}  // namespace schedproof::counterexamples
