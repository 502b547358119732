// SPDX-License-Identifier: GPL-2.0-or-later
// Proofs: true claims hold, the historical bug is refuted and its scenario replays, and nothing that is not
// shown is called "holds".
#include "solver/prove.h"

#include <gtest/gtest.h>

#include "model/machine/builtin.h"
#include "properties/registry.h"

namespace schedproof::solver {
namespace {

using namespace model;

ProofResult proof(const char* claim, const char* policy, const char* machine,
                  const ProofOptions& options = {}) {
  return prove(properties::find_claim(claim), find_policy(policy), builtin(machine), options);
}

TEST(Prove, the_scan_stays_in_the_cache_under_the_fixed_kernel) {
  const auto r = proof("idle_sibling_shares_cache", "v3.13", "x5472");
  EXPECT_EQ(r.verdict, Verdict::holds) << r.reason;
  EXPECT_EQ(r.cases, 16u);
  EXPECT_EQ(r.cases_done, r.cases);
  EXPECT_GT(r.premise_met, 0u);
  EXPECT_GT(r.queries, r.cases);
  for (const bool reached : r.situations) EXPECT_TRUE(reached);
  EXPECT_FALSE(r.bound.empty());
}

TEST(Prove, the_scan_leaves_the_cache_under_rc3_and_the_scenario_replays) {
  const auto r = proof("idle_sibling_shares_cache", "v3.13-rc3", "x5472");
  ASSERT_EQ(r.verdict, Verdict::violated) << r.reason;
  ASSERT_TRUE(r.scenario.has_value());
  const auto& claim = properties::find_claim("idle_sibling_shares_cache");
  EXPECT_TRUE(properties::judge(claim, find_policy("v3.13-rc3"), *r.scenario).violated());
  EXPECT_FALSE(properties::judge(claim, find_policy("v3.13"), *r.scenario).violated());
}

TEST(Prove, a_missed_idle_sibling_is_refuted_under_rc3_where_the_cache_is_the_top) {
  EXPECT_EQ(proof("idle_sibling_finds_idle_group", "v3.13-rc3", "desktop4").verdict, Verdict::violated);
  EXPECT_EQ(proof("idle_sibling_finds_idle_group", "v3.13", "desktop4").verdict, Verdict::holds);
}

TEST(Prove, slow_path_and_margins_hold_on_unequal_caches) {
  for (const char* claim :
       {"find_idlest_cpu_is_least_loaded", "idlest_group_beats_local", "choice_allowed_after_fallback"}) {
    const auto r = proof(claim, "v3.13", "unequal-llcs");
    EXPECT_EQ(r.verdict, Verdict::holds) << claim << ": " << r.reason;
  }
}

TEST(Prove, unknown_is_inconclusive) {
  ProofOptions options;
  options.rlimit = 10;
  const auto r = proof("idlest_group_beats_local", "v3.13", "x5472", options);
  EXPECT_EQ(r.verdict, Verdict::inconclusive) << r.reason;
}

TEST(Prove, a_stop_is_inconclusive) {
  ProofOptions options;
  options.stop = [] { return true; };
  EXPECT_EQ(proof("idle_sibling_shares_cache", "v3.13", "x5472", options).verdict, Verdict::inconclusive);
}

TEST(Prove, a_model_that_does_not_replay_is_our_error_and_never_a_finding) {
  ProofOptions options;
  options.judge = [](const properties::Claim&, const Policy&, const Scenario&) {
    properties::Finding fine;
    fine.premise = true;
    return fine;  // a judge that sees no violation
  };
  const auto r = proof("idle_sibling_shares_cache", "v3.13-rc3", "x5472", options);
  EXPECT_EQ(r.verdict, Verdict::error);
  EXPECT_NE(r.smt.find("assert"), std::string::npos);
}

TEST(Prove, a_forced_decision_is_refuted) {
  auto policy = find_policy("v3.13");
  policy.overrides.decisions["sis.group_idle"] = Overrides::Force::negate;
  const auto r =
      prove(properties::find_claim("idle_sibling_finds_idle_group"), policy, builtin("desktop4"), {});
  EXPECT_EQ(r.verdict, Verdict::violated) << r.reason;
}

TEST(Prove, claims_about_domains_are_not_for_a_solver) {
  EXPECT_EQ(proof("sd_llc_names_cache_domain", "v3.13", "x5472").verdict, Verdict::not_applicable);
  EXPECT_EQ(proof("idle_sibling_shares_cache", "v3.13", "one-cpu").verdict, Verdict::not_applicable);
}

TEST(Prove, the_result_does_not_depend_on_the_jobs) {
  ProofOptions two;
  two.jobs = 2;
  const auto a = proof("affine_wakeup_ends_in_llc", "v3.13", "desktop4"),
             b = proof("affine_wakeup_ends_in_llc", "v3.13", "desktop4", two);
  EXPECT_EQ(a.verdict, b.verdict);
  EXPECT_EQ(a.cases_done, b.cases_done);
  EXPECT_EQ(a.steps, b.steps);
}

}  // namespace
}  // namespace schedproof::solver
