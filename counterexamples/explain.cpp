// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "counterexamples/describe.h"
#include "counterexamples/explain_texts.h"
#include "counterexamples/placement_view.h"
#include "counterexamples/replay.h"

namespace schedproof::counterexamples {

using model::Cpu;
using model::Scenario;
using model::ScenarioEvent;

namespace {

using Values = std::map<std::string, std::string, std::less<>>;

std::string busy_words(const PlacementView& view, const Site& site) {
  if (site.group == nullptr) return site.cpu == -1 ? "a CPU is busy" : view.why_busy(site.cpu);
  std::vector<std::string> all;
  for (Cpu c : site.group->cpus)
    if (!view.idle(c)) all.push_back(fmt::format("cpu {} {}", c, view.why_busy(c)));
  return all.empty() ? "the decision is forced" : fmt::format("{}", fmt::join(all, ", "));
}

Values values_of(const PlacementView& view, const model::Decision& decision, const Site& site) {
  Values values{{"cpu", "?"}};
  for (const auto& number : decision.values) values[number.name] = number_words(number.name, number.value);
  const auto& task = view.task();
  values["task"] = view.name();
  values["current"] = view.current;
  values["this"] = std::to_string(view.this_cpu());
  values["prev"] = std::to_string(task.cpu);
  values["wake_cpu"] = std::to_string(task.wake_cpu);
  values["allowed"] = task.cpus_allowed.to_list();
  values["domain"] = site.domain == nullptr ? "the domain" : domain_words(*site.domain);
  const auto first = number_of(decision, "group");
  values["group"] = site.group != nullptr ? "{" + site.group->span.to_list() + "}"
                    : first               ? fmt::format("of cpu {}", *first)
                                          : "named";
  if (site.cpu != -1) values["cpu"] = std::to_string(site.cpu);
  values["busy"] = busy_words(view, site);
  return values;
}

ExplainedDecision explained(const PlacementView& view, std::size_t index) {
  const auto& decision = view.record.trace[index];
  ExplainedDecision out{decision.name, "", decision.outcome, view.forced(decision), {}, ""};
  for (const auto& number : decision.values) out.numbers.emplace_back(number.name, number.value);
  const auto* text = find_decision_text(decision.name);
  if (text == nullptr) return out;
  out.function = text->function;
  out.text = filled_in(decision.outcome ? text->yes : text->no, values_of(view, decision, view.sites[index]));
  return out;
}

Lane lane_of(const PlacementView& view, Cpu c) {
  const auto& task = view.task();
  const auto& outcome = view.record.outcome;
  Lane lane{{c}, view.cache(c), view.idle(c) ? "idle" : view.why_busy(c), {}};
  if (!view.before.online.test(c)) lane.state = "offline";
  const auto mark = [&](bool on, const char* text) {
    if (on) lane.marks.emplace_back(text);
  };
  mark(c == view.this_cpu(), "this cpu");
  mark(c == task.cpu, "previous");
  mark(c == task.wake_cpu && task.wake_cpu != task.cpu, "wake_cpu");
  mark(c == outcome.target, "target");
  mark(!task.cpus_allowed.test(c), "not allowed");
  mark(c == outcome.by_class && c != outcome.cpu, "chosen, then refused");
  mark(c == outcome.cpu, "chosen");
  return lane;
}

std::vector<Lane> lanes_of(const PlacementView& view) {
  std::vector<Lane> lanes;
  for (Cpu c : view.scenario.machine.possible()) {
    Lane lane = lane_of(view, c);
    if (!lanes.empty() && lanes.back().cache == lane.cache && lanes.back().state == lane.state &&
        lanes.back().marks == lane.marks)
      lanes.back().cpus.set(c);
    else
      lanes.push_back(std::move(lane));
  }
  return lanes;
}

std::string outcome_words(const PlacementView& view) {
  const auto& outcome = view.record.outcome;
  std::string out =
      view.name() + (outcome.cpu == -1 ? " finds no CPU" : fmt::format(" ends on cpu {}", outcome.cpu));
  if (outcome.fell_back)
    out += fmt::format("; the class chose cpu {}, select_fallback_rq another", outcome.by_class);
  if (outcome.affinity_widened) out += "; its affinity was widened";
  return out;
}

ExplainedEvent explained(const PlacementView& view) {
  ExplainedEvent out;
  out.what = placement_words(view);
  out.lanes = lanes_of(view);
  for (std::size_t i = 0; i < view.record.trace.size(); ++i) out.decisions.push_back(explained(view, i));
  out.cpu = view.record.outcome.cpu;
  out.outcome = outcome_words(view);
  return out;
}

}  // namespace

Explanation explain(const Scenario& scenario, const model::Policy& policy) {
  Explanation out;
  out.title = scenario.title;
  out.policy = fmt::format("{} ({}): {}", policy.name, policy.source, policy.summary);
  out.machine = machine_words(scenario.machine);
  out.tasks = tasks_words(scenario);
  Scenario booted = scenario;
  booted.events.clear();
  const model::Runner boot(policy, booted, false);
  out.domains = domains_words(boot.domain_state());
  auto domains = out.domains;
  std::size_t followed = 0;
  for_each_event(
      scenario, policy, [&](std::size_t i, const model::Runner& runner, const PlacementView* placement) {
        if (placement != nullptr) {
          out.events.push_back(explained(*placement));
          return;
        }
        ExplainedEvent event;
        event.what = domain_event_words(scenario.events[i].domain);
        auto after = domains_words(runner.domain_state());
        auto lines = after == domains ? std::vector<std::string>{"the domains stay as they are"} : after;
        domains = std::move(after);
        const auto& bad = runner.domain_state().bad_dereferences;
        for (; followed < bad.size(); ++followed)
          lines.push_back(fmt::format("cpu {} follows {}, which {}", bad[followed].cpu, bad[followed].pointer,
                                      bad[followed].null ? "is NULL" : "names freed memory"));
        event.outcome = fmt::format("{}", fmt::join(lines, "\n"));
        out.events.push_back(std::move(event));
      });
  if (!scenario.claim) return out;
  const auto& claim = properties::find_claim(scenario.claim->id);
  const auto finding = properties::judge(claim, policy, scenario);
  out.claim = Explanation::Claim{claim.id, claim.sentence, verdict_word(finding, claim, policy, scenario),
                                 finding.violated() ? finding.because : ""};
  return out;
}

Explanation explain(const Scenario& scenario) {
  return explain(scenario, model::find_policy(scenario.policy));
}

}  // namespace schedproof::counterexamples
