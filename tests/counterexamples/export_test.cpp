// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/export.h"

#include <gtest/gtest.h>

#include "counterexamples/scenario_writer.h"
#include "tests/counterexamples/cases.h"

namespace schedproof::counterexamples {
namespace {

using model::Scenario;

TEST(Export, a_replay_is_told_in_text_and_json) {
  Scenario s = leaves_the_cache();
  s.events[0].expect_cpu = 1;
  EXPECT_EQ(replay_text(s, replay(s)),
            "differs: event 1 (wake wakee): wakee ends on cpu 2, the file says cpu 1\n"
            "event 1 (wake wakee): cpu 2 (the file says cpu 1)\n"
            "claim idle_sibling_shares_cache: known violation\n"
            "  cpu 2 (cache {2}) does not share cache with target cpu 0 (cache {0-1})\n");
  const auto json = replay_json(s, replay(s));
  EXPECT_EQ(json.at("same"), false);
  EXPECT_EQ(json.at("placed").at(0).at("cpu"), 2);
  EXPECT_EQ(json.at("placed").at(0).at("before"), 1);
  EXPECT_EQ(json.at("claim").at("verdict"), "known violation");
}

TEST(Export, a_replay_under_another_policy_shows_both_cpus) {
  const Scenario s = leaves_the_cache();
  EXPECT_EQ(replay_text(s, replay_under(s, model::find_policy("v3.13"))),
            "event 1 (wake wakee): cpu 1 (cpu 2 under v3.13-rc3)\n"
            "claim idle_sibling_shares_cache: holds\n");
}

TEST(Export, an_answer_to_why_not_is_told_in_text_and_json) {
  const auto why = why_not(leaves_the_cache(), 1);
  EXPECT_EQ(why_not_text(why),
            "event 1 (wake wakee): cpu 2, not cpu 1\n"
            "  group {0-1} of CPU {0-2} holds the target, so it is passed over\n"
            "  group {2} of CPU {0-2}, which is looked at then, is wholly idle and is taken\n"
            "decisive: sis.group_idle\n");
  EXPECT_EQ(why_not_json(why).at("decision"), "sis.group_idle");
}

TEST(Export, a_minimisation_is_told_by_what_went) {
  Scenario s = leaves_the_cache();
  s.machine = model::builtin("x5472");
  s.tasks.push_back(running("bystander", 3));
  const auto result = minimise(s, properties::find_claim("idle_sibling_shares_cache"));
  const std::string text = minimise_text(s, result);
  EXPECT_TRUE(text.starts_with("CPUs 8 -> 3, busy CPUs 2 -> 1, tasks 3 -> 2, events 1 -> 1 (")) << text;
  const auto json = minimise_json(s, result);
  EXPECT_EQ(json.at("sizes").at("CPUs"), (std::vector<int>{8, 3}));
  EXPECT_EQ(json.at("scenario"), scenario_to_json(result.scenario));
}

}  // namespace
}  // namespace schedproof::counterexamples
