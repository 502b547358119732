// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/registry.h"

#include <algorithm>

#include "model/machine/nearest_name.h"
#include "properties/decision_claims.h"
#include "properties/domain_claims.h"

namespace schedproof::properties {

using model::DomainMoment;
using model::DomainState;
using model::Placement;
using model::Traced;

const char* to_string(Intent intent) {
  switch (intent) {
    case Intent::hard:
      return "hard";
    case Intent::policy:
      return "policy";
    case Intent::performance:
      return "performance";
  }
  return "";
}

const char* to_string(Shape shape) {
  switch (shape) {
    case Shape::domains:
      return "domains";
    case Shape::sequence:
      return "sequence";
    case Shape::decision:
      return "decision";
  }
  return "";
}

const std::vector<Claim>& claims() {
  static const std::vector<Claim> all = [] {
    auto list = domain_claims();
    for (auto& more : {sequence_claims(), decision_claims()})
      list.insert(list.end(), more.begin(), more.end());
    return list;
  }();
  return all;
}

const Claim& find_claim(std::string_view id) {
  std::vector<std::string> ids;
  for (const auto& claim : claims()) {
    if (claim.id == id) return claim;
    ids.push_back(claim.id);
  }
  throw model::UnknownName(model::unknown_name_text("claim", id, ids));
}

namespace {

/// The scenario's kernel options with what the policy's features add.
model::DomainOptions booted_with(const model::Policy& policy, model::DomainOptions options) {
  options.force_sd_overlap = options.force_sd_overlap || policy.features.force_sd_overlap;
  return options;
}

}  // namespace

bool is_known(const model::Policy& policy, const Claim& claim, const model::Machine& machine,
              const model::DomainOptions& options) {
  for (const auto& known : policy.known_violations)
    if (known.claim == claim.id && known.on(machine, booted_with(policy, options))) return true;
  return false;
}

bool is_expected(const model::Policy& policy, const Claim& claim, const model::Machine& machine,
                 const model::DomainOptions& options) {
  for (const auto& known : policy.known_violations)
    if (known.claim == claim.id && known.surely != nullptr &&
        known.surely(machine, booted_with(policy, options)))
      return true;
  return false;
}

namespace {

/// Joins what is said of one moment to what is known: a violation, once found, stays.
void join(Finding& all, const Finding& one) {
  for (std::size_t i = 0; i < one.situations.size(); ++i)
    if (one.premise && one.situations[i]) all.situations[i] = true;
  all.premise = all.premise || one.premise;
  if (one.violated() && all.holds) {
    all.holds = false;
    all.because = one.because;
  }
}

Finding judge_decision(const Claim& claim, const model::Runner& runner, const model::State<Traced>& before,
                       const model::PlacementRecord& record) {
  Traced plain(nullptr, &runner.overrides());
  // The claim asks single steps of the rules in a domain that records nothing: the trace belongs to the event
  // alone.
  const auto rules = model::make_rules<Traced>(runner.policy(), plain);
  const DecisionView<Traced> view{before, record.request, record.outcome, *rules};
  Traced bare;
  const auto check = decision_check<Traced>(claim.id)(bare, view);
  Finding finding{check.premise, check.situations, check.holds, {}};
  if (finding.violated()) finding.because = claim.explain(view);
  return finding;
}

bool speaks_of(const Claim& claim, Placement why) {
  for (const auto placement : claim.placements)
    if (placement == why) return true;
  return false;
}

}  // namespace

std::vector<Finding> judge_all(const std::vector<const Claim*>& claims, const model::Policy& policy,
                               const model::Scenario& scenario) {
  std::vector<Finding> all;
  std::vector<std::unique_ptr<SequenceJudge>> sequences;
  for (const auto* claim : claims) {
    all.push_back({false, std::vector<bool>(claim->situations.size(), false), true, {}});
    sequences.push_back(claim->shape == Shape::sequence ? claim->judge_sequence() : nullptr);
  }
  const auto observer = [&](const DomainState& state, DomainMoment moment) {
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (sequences[i]) sequences[i]->see(state, moment);
      if (claims[i]->shape == Shape::domains && moment == DomainMoment::attached)
        join(all[i], claims[i]->judge_domains(state));
    }
  };
  model::Runner runner(policy, scenario, false, observer);
  std::size_t done = 0;
  while (!runner.done()) {
    const auto request = runner.prepare();
    const auto asked = [&](const Claim* c) {
      return c->shape == Shape::decision && request && speaks_of(*c, request->why);
    };
    std::optional<model::State<Traced>> before;
    if (std::any_of(claims.begin(), claims.end(), asked)) before = runner.state();
    const auto& event = scenario.events[done];
    if (event.kind == model::ScenarioEvent::Kind::domain)
      for (auto& sequence : sequences)
        if (sequence) sequence->expect(event.domain);
    const auto record = runner.step();
    ++done;
    for (std::size_t i = 0; i < claims.size(); ++i)
      if (asked(claims[i])) join(all[i], judge_decision(*claims[i], runner, *before, *record.placement));
  }
  for (std::size_t i = 0; i < claims.size(); ++i)
    if (sequences[i]) join(all[i], sequences[i]->finding());
  return all;
}

Finding judge(const Claim& claim, const model::Policy& policy, const model::Scenario& scenario) {
  return judge_all({&claim}, policy, scenario).front();
}

}  // namespace schedproof::properties
