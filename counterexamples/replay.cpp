// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/replay.h"

#include <fmt/format.h>

namespace schedproof::counterexamples {

using model::Scenario;
using model::ScenarioEvent;

namespace {

std::string cpu_words(model::Cpu cpu) { return cpu == -1 ? "no CPU" : fmt::format("cpu {}", cpu); }

std::string decision_difference(const ScenarioEvent& event, const model::Trace& trace) {
  const auto& expected = event.expect_decisions;
  if (expected.empty()) return "";
  for (std::size_t i = 0; i < std::min(expected.size(), trace.size()); ++i) {
    if (trace[i].name != expected[i].first)
      return fmt::format("decision {} is {} = {}, the file says {} = {}", i + 1, trace[i].name,
                         trace[i].outcome, expected[i].first, expected[i].second);
    if (trace[i].outcome != expected[i].second)
      return fmt::format("decision {} is {} = {}, the file says {}", i + 1, trace[i].name, trace[i].outcome,
                         expected[i].second);
  }
  if (trace.size() > expected.size())
    return fmt::format("decision {} is {} = {}, the file has only {} decisions", expected.size() + 1,
                       trace[expected.size()].name, trace[expected.size()].outcome, expected.size());
  if (trace.size() < expected.size())
    return fmt::format("there are only {} decisions, the file says that {} = {} comes next", trace.size(),
                       expected[trace.size()].first, expected[trace.size()].second);
  return "";
}

/// Decisions first: they come before the CPU and say why it differs.
std::string event_difference(const Scenario& scenario, std::size_t index,
                             const model::PlacementRecord& record) {
  const ScenarioEvent& event = scenario.events[index];
  std::string what = decision_difference(event, record.trace);
  if (what.empty() && event.expect_cpu && *event.expect_cpu != record.outcome.cpu)
    what = fmt::format("{} ends on {}, the file says {}", event.task, cpu_words(record.outcome.cpu),
                       cpu_words(*event.expect_cpu));
  return what.empty() ? "" : event_words(scenario, index) + ": " + what;
}

std::string verdict_difference(const Scenario::Claim& claim, const ReplayResult& result) {
  const bool same =
      claim.verdict == result.verdict || (claim.verdict == "violated" && result.verdict == "known violation");
  if (same) return "";
  std::string out =
      fmt::format("the claim {} is {}, the file says {}", claim.id, result.verdict, claim.verdict);
  if (result.verdict == "violated" && claim.verdict == "known violation")
    out += fmt::format(" ({} does not list it for this machine)", result.policy);
  if (result.finding->violated()) out += ": " + result.finding->because;
  return out;
}

void judge_claim(const Scenario& scenario, const model::Policy& policy, ReplayResult& result) {
  if (!scenario.claim) return;
  const auto& claim = properties::find_claim(scenario.claim->id);
  result.finding = properties::judge(claim, policy, scenario);
  result.verdict = verdict_word(*result.finding, claim, policy, scenario);
}

}  // namespace

std::string event_words(const Scenario& scenario, std::size_t index) {
  const ScenarioEvent& event = scenario.events[index];
  std::string what;
  switch (event.kind) {
    case ScenarioEvent::Kind::wake:
      what = "wake " + event.task;
      break;
    case ScenarioEvent::Kind::fork:
      what = "fork " + event.task;
      break;
    case ScenarioEvent::Kind::exec:
      what = "exec " + event.task;
      break;
    case ScenarioEvent::Kind::domain:
      what = model::to_string(event.domain.kind);
      if (event.domain.cpu != -1) what += fmt::format(" {}", event.domain.cpu);
      break;
  }
  return fmt::format("event {} ({})", index + 1, what);
}

std::string verdict_word(const properties::Finding& finding, const properties::Claim& claim,
                         const model::Policy& policy, const Scenario& scenario) {
  if (!finding.premise) return "not applicable";
  if (finding.holds) return "holds";
  return properties::is_known(policy, claim, scenario.machine, scenario.options) ? "known violation"
                                                                                 : "violated";
}

ReplayResult replay(const Scenario& scenario) {
  const model::Policy policy = model::find_policy(scenario.policy);
  ReplayResult result;
  result.policy = policy.name;
  model::Runner runner(policy, scenario);
  for (std::size_t i = 0; !runner.done(); ++i) {
    const auto step = runner.step();
    if (!step.placement) continue;
    result.placed.push_back({i, step.placement->outcome.cpu, scenario.events[i].expect_cpu});
    if (result.difference.empty()) result.difference = event_difference(scenario, i, *step.placement);
  }
  judge_claim(scenario, policy, result);
  if (scenario.claim && result.difference.empty())
    result.difference = verdict_difference(*scenario.claim, result);
  return result;
}

ReplayResult replay_under(const Scenario& scenario, const model::Policy& other) {
  const model::Policy own = model::find_policy(scenario.policy);
  ReplayResult result;
  result.policy = other.name;
  model::Runner here(other, scenario, false), there(own, scenario, false);
  for (std::size_t i = 0; !here.done(); ++i) {
    const auto a = here.step(), b = there.step();
    if (a.placement) result.placed.push_back({i, a.placement->outcome.cpu, b.placement->outcome.cpu});
  }
  judge_claim(scenario, other, result);
  return result;
}

void record_expectations(Scenario& scenario) {
  const model::Policy policy = model::find_policy(scenario.policy);
  std::vector<std::optional<model::PlacementRecord>> records;
  model::Runner runner(policy, scenario);
  while (!runner.done()) records.push_back(runner.step().placement);
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!records[i]) continue;
    auto& event = scenario.events[i];
    event.expect_cpu = records[i]->outcome.cpu;
    event.expect_decisions.clear();
    for (const auto& decision : records[i]->trace)
      event.expect_decisions.emplace_back(decision.name, decision.outcome);
  }
  if (!scenario.claim) return;
  const auto& claim = properties::find_claim(scenario.claim->id);
  const auto finding = properties::judge(claim, policy, scenario);
  scenario.claim->verdict = verdict_word(finding, claim, policy, scenario);
  scenario.claim->because = finding.violated() ? finding.because : "";
  scenario.claim->intent = properties::to_string(claim.intent);
}

}  // namespace schedproof::counterexamples
