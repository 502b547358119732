// SPDX-License-Identifier: GPL-2.0-or-later
// Each claim on a case where it holds and on one where it is broken: by the policy with the bug, or by a
// forced decision.
#include "properties/registry.h"

#include <gtest/gtest.h>

namespace schedproof::properties {
namespace {

using namespace model;

Machine caches(std::vector<int> llc_of_cpu) {
  Machine m = Machine::flat(static_cast<int>(llc_of_cpu.size()));
  for (std::size_t c = 0; c < llc_of_cpu.size(); ++c) m.cpus[c].llc = llc_of_cpu[c];
  return m;
}

Scenario wake_on_busy_cpu0(Machine machine) {
  Scenario s;
  s.machine = std::move(machine);
  s.tasks.resize(2);
  s.tasks[0].id = "waker";
  s.tasks[0].status = ScenarioTask::Status::running;
  s.tasks[1].id = "wakee";
  s.events.resize(1);
  s.events[0].task = "wakee";
  s.events[0].by = "waker";
  return s;
}

Finding of(const char* claim, const char* policy, const Scenario& s) {
  return judge(find_claim(claim), find_policy(policy), s);
}

TEST(Claims, an_idle_cpu_of_another_cache_is_chosen_under_rc3_only) {
  const auto s = wake_on_busy_cpu0(caches({0, 0, 1}));
  const auto broken = of("idle_sibling_shares_cache", "v3.13-rc3", s);
  EXPECT_TRUE(broken.violated());
  EXPECT_EQ(broken.because, "cpu 2 (cache {2}) does not share cache with target cpu 0 (cache {0-1})");
  const auto fixed = of("idle_sibling_shares_cache", "v3.13", s);
  EXPECT_TRUE(fixed.premise && fixed.holds);
  EXPECT_TRUE(fixed.situations[0]);
}

TEST(Claims, an_idle_sibling_is_missed_under_rc3_where_the_cache_domain_is_the_top) {
  const auto s = wake_on_busy_cpu0(caches({0, 0}));
  const auto broken = of("idle_sibling_finds_idle_group", "v3.13-rc3", s);
  EXPECT_TRUE(broken.violated());
  EXPECT_EQ(broken.because,
            "cpu 0 is busy, though group {1} of MC {0-1}, within the cache of target cpu 0, is wholly idle "
            "and allowed");
  EXPECT_FALSE(of("idle_sibling_finds_idle_group", "v3.13", s).violated());
  EXPECT_FALSE(of("idle_sibling_finds_idle_group", "v3.13-rc1", s).violated());
}

TEST(Claims, sd_llc_names_the_parent_under_rc3) {
  Scenario s;
  s.machine = caches({0, 0});
  EXPECT_EQ(of("sd_llc_names_cache_domain", "v3.13-rc3", s).because,
            "sd_llc of cpu 0 is NULL, the topmost domain that shares its cache is MC {0-1}");
  EXPECT_FALSE(of("sd_llc_names_cache_domain", "v3.13", s).violated());
}

TEST(Claims, sd_busy_outlives_its_domain_under_rc1_only) {
  Scenario s;
  s.machine = caches({0, 0, 1});
  s.events.resize(1);
  s.events[0].kind = ScenarioEvent::Kind::domain;
  s.events[0].domain.kind = DomainEvent::Kind::offline;
  s.events[0].domain.cpu = 2;
  const auto broken = of("percpu_pointers_live", "v3.13-rc1", s);
  EXPECT_TRUE(broken.violated());
  EXPECT_NE(broken.because.find("sd_busy of cpu"), std::string::npos) << broken.because;
  const auto fixed = of("percpu_pointers_live", "v3.13-rc3", s);
  EXPECT_TRUE(fixed.holds && fixed.situations[0]);
}

TEST(Claims, every_decision_claim_has_a_check_and_an_explanation) {
  for (const auto& claim : claims()) {
    EXPECT_EQ(claim.shape == Shape::decision, decision_check<Traced>(claim.id) != nullptr) << claim.id;
    EXPECT_EQ(claim.shape == Shape::decision, claim.explain != nullptr) << claim.id;
    EXPECT_EQ(claim.shape == Shape::decision, !claim.placements.empty()) << claim.id;
    EXPECT_FALSE(claim.sentence.empty() || claim.source.empty() || claim.cls.empty() ||
                 claim.situations.empty())
        << claim.id;
    EXPECT_NE(claim.not_applicable, nullptr) << claim.id;
  }
}

TEST(Claims, an_unknown_claim_is_named_with_its_nearest) {
  try {
    find_claim("idle_sibling_share_cache");
    FAIL();
  } catch (const UnknownName& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean idle_sibling_shares_cache"), std::string::npos)
        << e.what();
  }
}

// One broken twin per decision claim: a decision of the rules forced the wrong way.
struct Twin {
  const char* claim;
  const char* decision;
  Overrides::Force force;
};
void PrintTo(const Twin& twin, std::ostream* out) { *out << twin.claim << " with " << twin.decision; }
class BrokenTwin : public testing::TestWithParam<Twin> {};

Scenario rich_case(const Twin& twin) {
  auto s = wake_on_busy_cpu0(caches({0, 0, 0, 1, 1, 1}));
  for (Cpu c = 0; c < 6; ++c)
    s.machine.cpu(c).core = s.machine.cpu(c).cluster = s.machine.cpu(c).llc * 2 + c % 3 / 2;
  s.overrides.decisions[twin.decision] = twin.force;
  s.tasks[0].wakee_flips = 1000;
  return s;
}

TEST_P(BrokenTwin, is_caught) {
  const Twin& twin = GetParam();
  // Some wake, fork or exec of a small family breaks the claim with the forced decision, and none without.
  bool caught = false;
  for (Cpu prev = 0; prev < 6; ++prev)
    for (int mask = 1; mask < 64; ++mask)
      for (const auto kind : {ScenarioEvent::Kind::wake, ScenarioEvent::Kind::fork}) {
        auto s = rich_case(twin);
        s.tasks[1].cpu = prev;
        s.tasks[1].wake_cpu = mask % 5 == 0 ? 0 : -1;
        s.tasks[1].wakee_flips = static_cast<std::uint64_t>(mask % 3) * 20;
        for (Cpu c = 0; c < 6; ++c)
          if ((mask >> c) & 1) s.tasks[1].allowed.set(c);
        s.busy = CpuMask{5};
        if (prev == 4) s.busy |= CpuMask{1, 3};
        if (prev == 1) s.busy |= CpuMask{1, 2};
        s.cpus.push_back({.cpu = 1,
                          .curr_is_idle = {},
                          .nr_running = {},
                          .wake_list_empty = {},
                          .runnable_load_avg = 3000,
                          .cpu_load = {},
                          .cpu_power = {}});
        s.events[0].kind = kind;
        caught = caught || of(twin.claim, "v3.13", s).violated();
        s.overrides = {};
        ASSERT_FALSE(of(twin.claim, "v3.13", s).violated())
            << twin.claim << " is broken without the forced decision";
      }
  EXPECT_TRUE(caught) << twin.claim << " does not notice " << twin.decision;
}

using Force = Overrides::Force;
INSTANTIATE_TEST_SUITE_P(
    Claims, BrokenTwin,
    testing::Values(Twin{"idle_sibling_shares_cache", "sis.prev_shares_cache", Force::to_true},
                    Twin{"idle_sibling_finds_idle_group", "sis.group_idle", Force::negate},
                    Twin{"idle_sibling_finds_idle_group", "sis.target_idle", Force::to_true},
                    Twin{"affine_wakeup_ends_in_llc", "sis.prev_shares_cache", Force::to_true},
                    Twin{"wide_wakeup_targets_prev", "wa.wide", Force::to_false},
                    Twin{"barred_waker_leaves_prev", "strf.this_allowed", Force::to_true},
                    Twin{"choice_allowed_after_fallback", "strq.allowed", Force::to_true},
                    Twin{"class_choice_allowed_or_previous", "strf.this_allowed", Force::to_true},
                    Twin{"find_idlest_cpu_is_least_loaded", "fic.less", Force::to_true},
                    Twin{"idlest_group_beats_local", "fig.local_good_enough", Force::to_false}));

}  // namespace
}  // namespace schedproof::properties
