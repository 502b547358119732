// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/generators/mutation.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "model/domains/v3_13/names.h"
#include "model/policies/domain_rules.h"
#include "model/rules/names.h"
#include "properties/generators/contained.h"
#include "properties/generators/generate.h"

namespace schedproof::properties {

using model::Overrides;
using model::Policy;
using model::Scenario;
using Family = Mutant::Family;
using Change = Mutant::Change;

const char* to_string(Family family) {
  switch (family) {
    case Family::placement:
      return "placement";
    case Family::domains:
      return "domains";
    case Family::templates:
      return "templates";
  }
  return "";
}

std::string Mutant::label() const {
  switch (change) {
    case Change::to_true:
      return name + " = true";
    case Change::to_false:
      return name + " = false";
    case Change::negated:
      return name + " negated";
    case Change::plus_one:
      return name + " + 1";
    case Change::minus_one:
      return name + " - 1";
  }
  return name;
}

Overrides Mutant::overrides() const {
  Overrides o;
  switch (change) {
    case Change::to_true:
      o.decisions[name] = Overrides::Force::to_true;
      break;
    case Change::to_false:
      o.decisions[name] = Overrides::Force::to_false;
      break;
    case Change::negated:
      o.decisions[name] = Overrides::Force::negate;
      break;
    case Change::plus_one:
      o.params[name] = value + 1;
      break;
    case Change::minus_one:
      o.params[name] = value - 1;
      break;
  }
  return o;
}

namespace {

/// The golden table of level templates: it is what kills the templates' constants, and is not to be credited
/// with more.
constexpr std::string_view kGolden = "templates_are_the_kernels";

void add_decision(std::vector<Mutant>& list, const std::string& name, Family family) {
  for (const auto change : {Change::to_true, Change::to_false, Change::negated})
    list.push_back({name, change, family, 0});
}

void add_constant(std::vector<Mutant>& list, const std::string& name, std::int64_t value, Family family) {
  list.push_back({name, Change::plus_one, family, value});
  // A template's numbers are unsigned in the kernel: there is none below 0.
  if (family != Family::templates || value > 0) list.push_back({name, Change::minus_one, family, value});
}

bool has(const std::vector<Family>& families, Family f) {
  return std::find(families.begin(), families.end(), f) != families.end();
}

/// Cases of every kind that the claims ask for, each as the engine draws it, kinds in turn.
std::vector<Scenario> draw_pool(const Policy& policy, const MutationOptions& options) {
  std::vector<std::vector<Scenario>> kinds;
  std::set<std::pair<Shape, std::vector<model::Placement>>> seen;
  GenerateOptions draw;
  draw.max_cpus = options.max_cpus;
  for (const auto& claim : claims()) {
    if (!seen.emplace(claim.shape, claim.placements).second) continue;
    draw.seed = options.seed + seen.size();
    kinds.push_back(draw_cases(claim, policy, draw, options.cases));
  }
  std::vector<Scenario> pool;
  for (std::size_t i = 0; i < static_cast<std::size_t>(options.cases); ++i)
    for (auto& kind : kinds) pool.push_back(std::move(kind[i]));
  return pool;
}

/// The first claim that the case violates without the policy's listing it.
std::optional<std::pair<std::string, std::string>> broken(const std::vector<const Claim*>& asked,
                                                          const Policy& policy, const Scenario& s) {
  const auto findings = judge_all(asked, policy, s);
  for (std::size_t i = 0; i < asked.size(); ++i)
    if (findings[i].violated() && !is_known(policy, *asked[i], s.machine, s.options))
      return std::pair{asked[i]->id, findings[i].because};
  return std::nullopt;
}

std::vector<const Claim*> asked_of(Family family) {
  std::vector<const Claim*> asked;
  for (const auto& claim : claims())
    if (family == Family::templates || claim.id != kGolden) asked.push_back(&claim);
  return asked;
}

/// Runs in the child: the first case that kills.
Death first_death(const Mutant& mutant, const Policy& policy, const std::vector<Scenario>& pool,
                  const std::function<void()>& at_case) {
  const auto asked = asked_of(mutant.family);
  for (Scenario s : pool) {
    at_case();
    s.overrides = mutant.overrides();
    try {
      if (const auto found = broken(asked, policy, s)) return {found->first, found->second};
    } catch (const model::BadScenario&) {
      continue;  // the mutant made the event run impossible
    } catch (const std::exception& e) {
      return {"stopped", e.what()};
    }
  }
  return {};
}

}  // namespace

std::vector<Mutant> mutants(const Policy& policy) {
  std::vector<Mutant> list;
  std::set<std::string> seen;
  const auto first = [&](const std::string& name) { return seen.insert(name).second; };
  const auto domain_rules = policy.name.substr(0, policy.name.find("+NO_"));
  for (const auto& d : model::placement_decisions())
    if (first(d.name)) add_decision(list, d.name, Family::placement);
  for (const auto& c : model::placement_constants())
    if (first(c.name)) add_constant(list, c.name, c.value, Family::placement);
  for (const auto& name : model::domain_decisions(domain_rules))
    if (first(name)) add_decision(list, name, Family::domains);
  for (const auto& c : model::domain_constants(domain_rules)) {
    const bool of_template = c.name.starts_with("SD_") || c.name.starts_with("sd_numa_init.");
    if (first(c.name)) add_constant(list, c.name, c.value, of_template ? Family::templates : Family::domains);
  }
  return list;
}

int MutationReport::count(Family family) const {
  return static_cast<int>(std::count_if(results.begin(), results.end(),
                                        [&](const MutantResult& r) { return r.mutant.family == family; }));
}

int MutationReport::killed(Family family) const {
  return static_cast<int>(std::count_if(results.begin(), results.end(), [&](const MutantResult& r) {
    return r.mutant.family == family && r.killed();
  }));
}

int MutationReport::killed() const { return count() - static_cast<int>(survivors().size()); }

double MutationReport::score() const {
  return results.empty() ? 1.0 : static_cast<double>(killed()) / static_cast<double>(count());
}

std::vector<const MutantResult*> MutationReport::survivors() const {
  std::vector<const MutantResult*> list;
  for (const auto& r : results)
    if (!r.killed()) list.push_back(&r);
  return list;
}

MutationReport mutate(const Policy& policy, const MutationOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const auto pool = draw_pool(policy, options);
  for (const auto& s : pool)
    if (const auto found = broken(asked_of(Family::templates), policy, s))
      throw std::logic_error("mutation: " + policy.name + " itself violates " + found->first + ": " +
                             found->second);
  MutationReport report;
  report.cases = static_cast<int>(pool.size());
  for (const auto& mutant : mutants(policy)) {
    const auto& only = options.only;
    if (!has(options.families, mutant.family)) continue;
    if (!only.empty() && std::find(only.begin(), only.end(), mutant.name) == only.end()) continue;
    const auto end = contained(options.seconds, [&](const std::function<void()>& at_case) {
      return first_death(mutant, policy, pool, at_case);
    });
    report.results.push_back({mutant, end.death.by, end.cases, end.death.because});
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace schedproof::properties
