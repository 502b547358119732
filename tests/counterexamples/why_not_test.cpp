// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/why_not.h"

#include <gtest/gtest.h>

#include "tests/counterexamples/cases.h"

namespace schedproof::counterexamples {
namespace {

using model::Scenario;
using Sentences = std::vector<std::string>;

TEST(WhyNot, the_chosen_cpu_was_chosen) {
  const auto why = why_not(leaves_the_cache(), 2);
  EXPECT_EQ(why.chosen, 2);
  EXPECT_EQ(why.sentences, Sentences{"cpu 2 was chosen"});
}

TEST(WhyNot, a_sibling_in_the_targets_group_is_passed_over) {
  const auto why = why_not(leaves_the_cache(), 1);
  EXPECT_EQ(why.event, "event 1 (wake wakee)");
  EXPECT_EQ(why.decision, "sis.group_idle");
  EXPECT_EQ(why.sentences,
            (Sentences{"group {0-1} of CPU {0-2} holds the target, so it is passed over",
                       "group {2} of CPU {0-2}, which is looked at then, is wholly idle and is taken"}));
}

TEST(WhyNot, a_cpu_outside_of_sd_llc_was_not_looked_at) {
  const auto why = why_not(leaves_the_cache(), 2, model::find_policy("v3.13"));
  EXPECT_EQ(why.chosen, 1);
  EXPECT_EQ(why.sentences, Sentences{"cpu 2 is outside MC {0-1}, which sd_llc of the target, cpu 0, names"});
}

TEST(WhyNot, without_sd_llc_nothing_is_looked_at) {
  Scenario s = leaves_the_cache();
  s.machine = model::Machine::flat(2);
  EXPECT_EQ(
      why_not(s, 1).sentences,
      Sentences{"sd_llc of the target, cpu 0, is NULL, so no group is looked at and the target is taken"});
}

TEST(WhyNot, a_busy_sibling_spoils_its_group) {
  Scenario s = leaves_the_cache();
  s.policy = "v3.13";
  s.machine = model::Machine::flat(4);
  for (std::size_t c = 0; c < 4; ++c)
    s.machine.cpus[c].core = s.machine.cpus[c].cluster = static_cast<int>(c / 2);
  s.busy = {3};
  const auto why = why_not(s, 2);
  EXPECT_EQ(why.chosen, 1);
  EXPECT_EQ(why.sentences.at(0), "group {2-3} of MC {0-3} is not wholly idle: cpu 3 runs an unnamed task");
  EXPECT_EQ(why.sentences.at(1),
            "group {1} of SIBLING {0-1}, which is looked at then, is wholly idle and is taken");
}

TEST(WhyNot, where_no_group_is_idle_the_target_is_taken) {
  Scenario s = leaves_the_cache();
  s.policy = "v3.13";
  s.busy = {1};
  const auto why = why_not(s, 1);
  EXPECT_EQ(why.decision, "sis.group_idle");
  EXPECT_EQ(why.sentences, (Sentences{"group {1} of MC {0-1} is not wholly idle: cpu 1 runs an unnamed task",
                                      "no group is wholly idle, so the target, cpu 0, is taken"}));
}

TEST(WhyNot, a_cpu_that_is_not_allowed_is_named_so) {
  Scenario s = leaves_the_cache();
  s.policy = "v3.13";
  s.tasks[1].allowed = {0, 2};
  const auto why = why_not(s, 1);
  EXPECT_EQ(why.sentences.at(0), "wakee may not run on cpu 1 (allowed: 0,2)");
  EXPECT_EQ(why.sentences.at(1), "group {1} of MC {0-1} has no CPU that wakee may use");
  EXPECT_EQ(why.chosen, 0);
}

TEST(WhyNot, an_idle_target_ends_the_search) {
  Scenario s = leaves_the_cache();
  s.tasks[0].cpu = 1;
  s.policy = "v3.13";
  const auto why = why_not(s, 2);
  EXPECT_EQ(why.chosen, 0);
  EXPECT_EQ(why.decision, "sis.target_idle");
}

TEST(WhyNot, wake_affine_chose_between_this_cpu_and_the_previous_one) {
  Scenario s = leaves_the_cache();
  s.policy = "v3.13";
  s.machine = model::Machine::flat(4);
  s.tasks = {running("waker", 0), sleeping("wakee", 1)};
  const auto why = why_not(s, 0);
  EXPECT_EQ(why.chosen, 1);
  EXPECT_EQ(why.sentences.at(0), "wake_affine declined, so the target is the previous cpu 1, not this cpu 0");
}

TEST(WhyNot, a_single_allowed_cpu_leaves_no_choice) {
  Scenario s = leaves_the_cache();
  s.tasks[1].allowed = {0};
  EXPECT_EQ(why_not(s, 1).decision, "strf.one_cpu_allowed");
}

TEST(WhyNot, a_waker_on_a_forbidden_cpu_leaves_the_task_where_it_was) {
  Scenario s = leaves_the_cache();
  s.policy = "v3.13";
  s.machine = model::Machine::flat(4);
  s.tasks[1].cpu = 1;
  s.tasks[1].allowed = {1, 2, 3};
  const auto why = why_not(s, 2);
  EXPECT_EQ(why.chosen, 1);
  EXPECT_EQ(why.decision, "strf.this_allowed");
  EXPECT_EQ(
      why.sentences,
      Sentences{"wakee may not run on this cpu 0, so the wakeup is not affine, and no domain of that CPU "
                "balances wakeups: the previous cpu 1 is taken unsearched"});
}

Scenario fork_among(const std::vector<std::uint64_t>& loads) {
  Scenario s;
  s.policy = "v3.13";
  s.machine = model::Machine::flat(static_cast<int>(loads.size()));
  s.tasks = {running("parent", 0), sleeping("child", 0)};
  s.events = {wake("child", "parent")};
  s.events[0].kind = model::ScenarioEvent::Kind::fork;
  for (std::size_t c = 0; c < loads.size(); ++c)
    s.cpus.push_back({static_cast<int>(c), {}, {}, {}, loads[c], {}, {}});
  return s;
}

TEST(WhyNot, a_fork_prefers_a_less_loaded_group) {
  const auto why = why_not(fork_among({1024, 300, 200}), 1);
  EXPECT_EQ(why.chosen, 2);
  EXPECT_EQ(why.decision, "fig.local_good_enough");
  EXPECT_EQ(why.sentences.back(), "group {2} of MC {0-2} with load 200 is taken, and cpu 1 is not in it");
}

TEST(WhyNot, a_fork_stays_within_the_margin) {
  const auto why = why_not(fork_among({1024, 1000, 1010}), 1);
  EXPECT_EQ(why.chosen, 0);
  EXPECT_EQ(why.sentences,
            Sentences{"in MC {0-2} the local load 1024 is within the margin of the idlest group's 1000: the "
                      "task stays in the local group"});
  EXPECT_EQ(why_not(fork_among({1024, 1000, 1010}), 2).sentences.at(0),
            "group {2} of MC {0-2} has load 1010, not below the least so far, 1000");
}

TEST(WhyNot, the_fallback_takes_the_first_cpu_that_is_allowed) {
  Scenario s = everything();
  s.events.resize(1);
  const auto why = why_not(s, 2);
  EXPECT_EQ(why.decision, "fallback.same_node");
  EXPECT_EQ(why.sentences.back(), "select_fallback_rq takes cpu 0 before cpu 2");
}

TEST(WhyNot, every_cpu_of_every_placement_gets_an_answer) {
  Scenario s = everything();
  for (std::size_t n = 4; n >= 1; --n) {
    s.events.resize(n);
    for (model::Cpu c = 0; c < 6; ++c) {
      const auto why = why_not(s, c);
      EXPECT_FALSE(why.sentences.empty());
      EXPECT_EQ(why.sentences.back() == "cpu " + std::to_string(c) + " was chosen", why.chosen == c);
    }
  }
}

TEST(WhyNot, an_unknown_cpu_and_a_scenario_without_placement_are_refused) {
  EXPECT_THROW(why_not(leaves_the_cache(), 3), model::BadScenario);
  Scenario s = leaves_the_cache();
  s.events.clear();
  EXPECT_THROW(why_not(s, 1), model::BadScenario);
}

}  // namespace
}  // namespace schedproof::counterexamples
