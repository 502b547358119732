// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/replay.h"

#include <gtest/gtest.h>

#include "tests/counterexamples/cases.h"

namespace schedproof::counterexamples {
namespace {

using model::Scenario;

Scenario recorded() {
  Scenario s = leaves_the_cache();
  record_expectations(s);
  return s;
}

TEST(Replay, a_recorded_scenario_replays) {
  const Scenario s = recorded();
  EXPECT_EQ(s.events[0].expect_cpu, 2);
  EXPECT_FALSE(s.events[0].expect_decisions.empty());
  EXPECT_EQ(s.claim->verdict, "known violation");
  EXPECT_EQ(s.claim->intent, "policy");
  const ReplayResult result = replay(s);
  EXPECT_EQ(result.difference, "");
  ASSERT_EQ(result.placed.size(), 1u);
  EXPECT_EQ(result.placed[0].cpu, 2);
  EXPECT_TRUE(result.finding->violated());
}

TEST(Replay, a_file_without_expectations_replays) { EXPECT_TRUE(replay(leaves_the_cache()).ok()); }

TEST(Replay, the_first_other_outcome_is_named) {
  Scenario s = recorded();
  auto& decisions = s.events[0].expect_decisions;
  for (std::size_t i = 0; i < decisions.size(); ++i)
    if (decisions[i].first == "sis.group_idle") {
      decisions[i].second = false;
      EXPECT_EQ(replay(s).difference, "event 1 (wake wakee): decision " + std::to_string(i + 1) +
                                          " is sis.group_idle = true, the file says false");
      return;
    }
  FAIL() << "sis.group_idle was not decided";
}

TEST(Replay, another_decision_a_missing_one_and_one_too_many_are_named) {
  Scenario s = recorded();
  const auto last = s.events[0].expect_decisions.back();
  const auto n = s.events[0].expect_decisions.size();
  s.events[0].expect_decisions.pop_back();
  EXPECT_EQ(replay(s).difference, "event 1 (wake wakee): decision " + std::to_string(n) + " is " +
                                      last.first + " = true, the file has only " + std::to_string(n - 1) +
                                      " decisions");
  s.events[0].expect_decisions = {{"sis.prev_idle", true}};
  EXPECT_EQ(
      replay(s).difference,
      "event 1 (wake wakee): decision 1 is record_wakee.wipe = false, the file says sis.prev_idle = true");
  s = recorded();
  s.events[0].expect_decisions.emplace_back("sis.prev_idle", true);
  EXPECT_EQ(replay(s).difference, "event 1 (wake wakee): there are only " + std::to_string(n) +
                                      " decisions, the file says that sis.prev_idle = true comes next");
}

TEST(Replay, another_cpu_is_named) {
  Scenario s = leaves_the_cache();
  s.events[0].expect_cpu = 1;
  EXPECT_EQ(replay(s).difference, "event 1 (wake wakee): wakee ends on cpu 2, the file says cpu 1");
}

TEST(Replay, another_verdict_is_named) {
  Scenario s = leaves_the_cache();
  s.claim->verdict = "holds";
  EXPECT_EQ(replay(s).difference,
            "the claim idle_sibling_shares_cache is known violation, the file says holds: cpu 2 (cache {2}) "
            "does not "
            "share cache with target cpu 0 (cache {0-1})");
  s.claim->verdict = "violated";
  EXPECT_TRUE(replay(s).ok()) << "a known violation is a violation";
  s.policy = "v3.13";
  EXPECT_EQ(replay(s).difference, "the claim idle_sibling_shares_cache is holds, the file says violated");
}

TEST(Replay, a_claim_that_says_nothing_does_not_hold) {
  Scenario s = leaves_the_cache();
  s.events.clear();
  s.claim->verdict = "holds";
  EXPECT_EQ(replay(s).difference,
            "the claim idle_sibling_shares_cache is not applicable, the file says holds");
}

TEST(Replay, another_policy_gives_its_own_cpu_and_verdict) {
  const ReplayResult result = replay_under(recorded(), model::find_policy("v3.13"));
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.policy, "v3.13");
  ASSERT_EQ(result.placed.size(), 1u);
  EXPECT_EQ(result.placed[0].before, 2);
  EXPECT_EQ(result.placed[0].cpu, 1);
  EXPECT_EQ(result.verdict, "holds");
}

TEST(Replay, every_kind_of_event_is_replayed) {
  Scenario s = everything();
  s.claim.reset();
  record_expectations(s);
  const ReplayResult result = replay(s);
  EXPECT_EQ(result.difference, "");
  EXPECT_EQ(result.placed.size(), 4u);
}

TEST(Replay, events_are_named_with_what_they_are_about) {
  const Scenario s = everything();
  EXPECT_EQ(event_words(s, 0), "event 1 (wake wakee)");
  EXPECT_EQ(event_words(s, 2), "event 3 (exec waker)");
  EXPECT_EQ(event_words(s, 4), "event 5 (online 5)");
  EXPECT_EQ(event_words(s, 5), "event 6 (partition)");
}

}  // namespace
}  // namespace schedproof::counterexamples
