// SPDX-License-Identifier: GPL-2.0-or-later
// The lists of known violations on drawn machines: nothing is violated that is not listed, and what is listed
// as certain is there.
#include "properties/generators/generate.h"

#include <gtest/gtest.h>

namespace schedproof::properties {
namespace {

using namespace model;

ScenarioEvent offline(Cpu c) {
  ScenarioEvent e;
  e.kind = ScenarioEvent::Kind::domain;
  e.domain.kind = DomainEvent::Kind::offline;
  e.domain.cpu = c;
  return e;
}

/// Violated at the boot, or after one CPU went down?
bool is_violated(const Claim& claim, const Policy& policy, Scenario s) {
  s.events.clear();
  if (judge(claim, policy, s).violated()) return true;
  if (s.machine.online().weight() == 1) return false;
  for (Cpu c : s.machine.online()) {
    s.events = {offline(c)};
    if (judge(claim, policy, s).violated()) return true;
  }
  return false;
}

TEST(KnownViolations, what_is_listed_as_certain_of_domains_is_there) {
  for (const auto& name : policy_names()) {
    const auto policy = find_policy(name);
    for (const auto& known : policy.known_violations) {
      const auto& claim = find_claim(known.claim);
      if (claim.shape != Shape::domains || known.surely == nullptr) continue;
      GenerateOptions options;
      options.seed = 21;
      options.max_cpus = 24;
      int certain = 0;
      for (const auto& s : draw_cases(claim, policy, options, 2500)) {
        if (!known.surely(s.machine, s.options)) continue;
        ++certain;
        ASSERT_TRUE(is_violated(claim, policy, s)) << name << " " << known.claim << ": " << known.where;
        EXPECT_TRUE(known.on(s.machine, s.options)) << name << " " << known.claim;
      }
      EXPECT_GE(certain, 50) << name << " " << known.claim;
    }
  }
}

TEST(KnownViolations, the_boot_violates_nothing_where_it_is_not_certain) {
  // The other direction: for what shows at the boot, `surely` is exact.
  for (const char* id : {"groups_inside_domain", "sd_llc_size_and_id"}) {
    const auto policy = find_policy("v3.13");
    const auto& claim = find_claim(id);
    GenerateOptions options;
    options.seed = 22;
    for (auto& s : draw_cases(claim, policy, options, 2500)) {
      s.events.clear();
      EXPECT_EQ(judge(claim, policy, s).violated(), is_expected(policy, claim, s.machine, s.options)) << id;
    }
  }
}

TEST(KnownViolations, nothing_is_violated_that_is_not_listed) {
  for (const auto& name : policy_names()) {
    const auto policy = find_policy(name);
    for (const auto& claim : claims()) {
      GenerateOptions options;
      options.seed = 23;
      options.cases = 250;
      options.seconds = 60;
      options.only_unlisted = true;
      const auto result = generate(claim, policy, options);
      EXPECT_FALSE(result.violated()) << name << " " << claim.id << ": " << result.because;
      EXPECT_EQ(result.error, "") << name << " " << claim.id;
      EXPECT_EQ(result.cases, options.cases);
      EXPECT_EQ(result.unreached(claim), std::nullopt) << name << " " << claim.id;
    }
  }
}

}  // namespace
}  // namespace schedproof::properties
