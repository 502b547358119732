// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/cell.h"

#include <fmt/format.h>

#include <array>
#include <chrono>

#include "counterexamples/minimise.h"
#include "counterexamples/replay.h"
#include "counterexamples/scenario_writer.h"
#include "properties/generators/generate.h"
#include "solver/prove.h"

namespace schedproof::cli {

namespace {

constexpr std::array<const char*, 8> kVerdicts = {
    "holds",          "violated", "known violation", "known violation not found",
    "not applicable", "vacuous",  "inconclusive",    "error"};

const model::KnownViolation* listed(const model::Policy& policy, const properties::Claim& claim,
                                    const model::Machine& machine, const model::DomainOptions& options) {
  for (const auto& known : policy.known_violations)
    if (known.claim == claim.id && properties::is_known(policy, claim, machine, options)) return &known;
  return nullptr;
}

bool lists(const model::Policy& policy, const properties::Claim& claim) {
  for (const auto& known : policy.known_violations)
    if (known.claim == claim.id && known.surely != nullptr) return true;
  return false;
}

/// As small as it goes while it stays what it is: an unlisted violation must not shrink into a listed one,
/// nor a listed one into news.
model::Scenario minimised(const model::Scenario& found, const properties::Claim& claim) {
  const auto policy = model::find_policy(found.policy);
  const bool known = properties::is_known(policy, claim, found.machine, found.options);
  const auto still_breaks = [&](const model::Scenario& s) {
    try {
      return properties::is_known(policy, claim, s.machine, s.options) == known &&
             properties::judge(claim, policy, s).violated();
    } catch (const model::BadMachine&) {
      return false;
    } catch (const model::BadScenario&) {
      return false;
    }
  };
  return counterexamples::minimise(found, still_breaks).scenario;
}

void take_scenario(CellResult& r, model::Scenario s, const properties::Claim& claim,
                   const CheckOptions& options) {
  if (options.minimise) s = minimised(s, claim);
  // The minimal case's own words replace the first one's: they name the CPUs that the file holds.
  const auto finding = properties::judge(claim, model::find_policy(s.policy), s);
  if (!finding.violated()) throw std::logic_error("a minimised scenario no longer breaks " + claim.id);
  r.why = finding.because;
  r.cpus = s.machine.nr_cpus();
  s.title = "breaks: " + claim.sentence;
  if (s.found_by && s.found_by->version.empty()) s.found_by->version = SCHEDPROOF_VERSION;
  s.claim = model::Scenario::Claim{claim.id, to_string(r.verdict), finding.because,
                                   properties::to_string(claim.intent)};
  counterexamples::record_expectations(s);
  r.scenario = counterexamples::scenario_to_json(s);
}

/// A violation is listed or not; one that was certain and was not found is news too.
void settle(CellResult& r, const Cell& cell, const model::Policy& policy, const properties::Claim& claim,
            bool violated, const std::optional<model::Scenario>& scenario, const CheckOptions& options) {
  const auto& machine = violated ? scenario->machine : cell.hardware.value_or(model::Machine{});
  const auto& kernel = violated ? scenario->options : policy.features;
  const auto* known = violated || cell.hardware ? listed(policy, claim, machine, kernel) : nullptr;
  if (violated) {
    r.verdict = known == nullptr ? Verdict::violated : Verdict::known_violation;
    if (known != nullptr)
      r.known = known->reason + (known->mended_by.empty() ? "" : "; mended by " + known->mended_by);
    take_scenario(r, *scenario, claim, options);
  } else if (((cell.hardware && properties::is_expected(policy, claim, machine, kernel)) ||
              (!cell.hardware && lists(policy, claim))) &&
             options.overrides.empty()) {
    r.verdict = Verdict::known_not_found;
    r.why = "the policy lists a violation" + (known == nullptr ? "" : " for " + known->where) +
            ", but none was found";
  }
}

std::string not_reached(const properties::GenerateResult& found, const std::string& what) {
  return found.with_premise == 0 ? what : "never reached: " + what;
}

void run_generate(CellResult& r, const Cell& cell, const model::Policy& policy,
                  const properties::Claim& claim, const CheckOptions& options) {
  properties::GenerateOptions g;
  g.seed = options.seed;
  g.cases = options.cases;
  g.seconds = options.cell_seconds;
  g.machine = cell.hardware;
  g.overrides = options.overrides;
  // On drawn machines a listed violation must not hide an unlisted one: those are looked for first.
  g.only_unlisted = !cell.hardware.has_value();
  auto found = properties::generate(claim, policy, g);
  if (g.only_unlisted && found.error.empty() && !found.violated() && !found.out_of_time &&
      lists(policy, claim)) {
    g.only_unlisted = false;
    found = properties::generate(claim, policy, g);
  }
  r.cases = found.cases;
  r.bound = fmt::format("at most {} of each claim{}", counted(options.cases, "generated case"),
                        cell.hardware ? "" : fmt::format(", machines of up to {} CPUs", g.max_cpus));
  if (!found.error.empty()) {
    r.why = "a generated case cannot be run: " + found.error;
  } else if (found.not_applicable) {
    r.verdict = Verdict::not_applicable;
    r.why = *found.not_applicable;
  } else if (found.out_of_time && !found.violated()) {
    r.verdict = Verdict::inconclusive;
    r.why = fmt::format("the time was up after {} of {} cases; none of them breaks it", found.cases,
                        options.cases);
  } else {
    const auto unreached = found.unreached(claim);
    r.verdict = unreached ? Verdict::vacuous : Verdict::holds;
    if (unreached)
      r.why = fmt::format("in {}: {}", counted(found.cases, "case"), not_reached(found, *unreached));
    settle(r, cell, policy, claim, found.violated(), found.counterexample, options);
  }
}

void run_prove(CellResult& r, const Cell& cell, const model::Policy& policy, const properties::Claim& claim,
               const CheckOptions& options) {
  if (!cell.hardware) {
    r.verdict = Verdict::not_applicable;
    r.why = "a proof is of one machine";
    return;
  }
  if (options.cell_seconds <= 0) {
    r.verdict = Verdict::inconclusive;
    r.why = "the time was up before this proof began";
    return;
  }
  solver::ProofOptions p;
  p.rlimit = options.rlimit;
  p.max_seconds = options.cell_seconds;
  p.domains = policy.features;
  const auto proof = solver::prove(claim, policy, *cell.hardware, p);
  r.cases = static_cast<int>(proof.cases_done);
  r.bound = "all states, with " + proof.bound;
  r.why = proof.reason;
  switch (proof.verdict) {
    case solver::Verdict::holds:
      r.verdict = Verdict::holds;
      break;
    case solver::Verdict::violated:
      r.verdict = Verdict::violated;
      break;
    case solver::Verdict::vacuous:
      r.verdict = Verdict::vacuous;
      break;
    case solver::Verdict::inconclusive:
      r.verdict = Verdict::inconclusive;
      break;
    case solver::Verdict::not_applicable:
      r.verdict = Verdict::not_applicable;
      break;
    case solver::Verdict::error:
      r.verdict = Verdict::error;
      break;
  }
  const bool decided = r.verdict == Verdict::holds || r.verdict == Verdict::violated;
  if (decided) settle(r, cell, policy, claim, r.verdict == Verdict::violated, proof.scenario, options);
}

}  // namespace

std::string counted(long n, const std::string& what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

const char* to_string(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

Verdict verdict_by_name(const std::string& name) {
  for (std::size_t i = 0; i < kVerdicts.size(); ++i)
    if (name == kVerdicts[i]) return static_cast<Verdict>(i);
  return Verdict::error;
}

nlohmann::ordered_json CellResult::to_json() const {
  nlohmann::ordered_json j{{"policy", policy}, {"machine", machine}, {"claim", claim},
                           {"intent", intent}, {"engine", engine},   {"verdict", to_string(verdict)}};
  if (!why.empty()) j["why"] = why;
  if (!known.empty()) j["known"] = known;
  if (!bound.empty()) j["bound"] = bound;
  if (cpus != 0) j["cpus"] = cpus;
  j["cases"] = cases;
  j["seconds"] = seconds;
  j["seed"] = seed;
  if (!scenario.is_null()) j["scenario"] = scenario;
  return j;
}

CellResult CellResult::from_json(const nlohmann::ordered_json& j) {
  CellResult r;
  r.policy = j.at("policy");
  r.machine = j.at("machine");
  r.claim = j.at("claim");
  r.intent = j.at("intent");
  r.engine = j.at("engine");
  r.verdict = verdict_by_name(j.at("verdict"));
  r.why = j.value("why", "");
  r.known = j.value("known", "");
  r.bound = j.value("bound", "");
  r.cpus = j.value("cpus", 0);
  r.cases = j.at("cases");
  r.seconds = j.at("seconds");
  r.seed = j.at("seed");
  if (j.contains("scenario")) r.scenario = j["scenario"];
  return r;
}

int exit_code(const std::vector<CellResult>& results, bool strict) {
  const auto any = [&](Verdict v) {
    for (const auto& r : results)
      if (r.verdict == v) return true;
    return false;
  };
  if (any(Verdict::error)) return 5;
  if (any(Verdict::violated) || any(Verdict::known_not_found) || (strict && any(Verdict::known_violation)))
    return 1;
  if (any(Verdict::inconclusive)) return 3;
  if (any(Verdict::vacuous)) return 4;
  return 0;
}

CellResult run_cell(const Cell& cell, const CheckOptions& all_options) {
  CheckOptions options = all_options;
  if (!cell.overrides.empty()) options.overrides = cell.overrides;
  CellResult r;
  r.policy = cell.policy;
  r.machine = cell.machine;
  r.claim = cell.claim;
  r.seed = options.seed;
  r.engine = cell.engine == Engine::prove ? "prove" : "generate";
  const auto start = std::chrono::steady_clock::now();
  try {
    const auto& claim = properties::find_claim(cell.claim);
    r.intent = properties::to_string(claim.intent);
    auto policy = model::find_policy(cell.policy);
    policy.overrides = options.overrides;
    if (cell.hardware) model::validate(*cell.hardware, policy.domains->llc_may_cross_node());
    cell.engine == Engine::prove ? run_prove(r, cell, policy, claim, options)
                                 : run_generate(r, cell, policy, claim, options);
  } catch (const model::BadMachine& bad) {
    r.verdict = Verdict::not_applicable;
    r.why = std::string("this era cannot run the machine: ") + bad.what();
  } catch (const std::exception& e) {
    r.verdict = Verdict::error;
    r.why = e.what();
  }
  r.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return r;
}

}  // namespace schedproof::cli
