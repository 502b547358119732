// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/explain.h"

#include <gtest/gtest.h>

#include "tests/counterexamples/cases.h"

namespace schedproof::counterexamples {
namespace {

using model::Scenario;

TEST(Explain, the_whole_text_of_a_wakeup_that_leaves_its_cache) {
  EXPECT_EQ(explanation_text(explain(leaves_the_cache())),
            R"(an idle CPU of another cache is chosen beside an idle cache sibling

policy   v3.13-rc3 (42eb088ed246): always writes sd_busy, but sd_llc now names the LLC domain's parent
machine  3 CPUs, caches {0-1} {2}
tasks    waker runs on cpu 0; wakee sleeps, last on cpu 0
domains  cpus 0-1: MC {0-1}, CPU {0-2}; sd_llc = CPU {0-2} (size 2, id 0), sd_busy = CPU {0-2}
         cpu 2: CPU {0-2}; sd_llc = NULL (size 1, id its own), sd_busy = NULL

event 1: waker, on cpu 0, wakes wakee, which last ran on cpu 0

  cpu  cache  state
  0    0-1    runs waker  this cpu, previous, target
  1    0-1    idle
  2    2      idle        chosen

    1  record_wakee.wipe       no   waker's count of changed wakees is younger than a second and stays
    2  record_wakee.new_wakee  yes  wakee is another wakee than waker's last one: its count goes up
    3  strf.one_cpu_allowed    no   wakee may run on several CPUs
    4  strf.this_allowed       yes  wakee may run on this cpu 0, so an affine wakeup is wanted [this_cpu 0]
    5  strf.load_balance       yes  the domain of cpu 0 balances load and is looked at
    6  strf.affine_domain      yes  MC {0-1} allows affine wakeups and holds the previous cpu 0: the wakeup is affine [level 1]
    7  strf.other_cpu          no   this cpu 0 is the previous one: it is the target
    8  sis.target_idle         no   the target, cpu 0, is busy: it runs waker [target 0]
    9  sis.prev_differs        no   wakee's last cpu 0 is the target [prev 0]
   10  sis.group_allowed       yes  CPU {0-2}: group {0-1} has a CPU that wakee may use [group 0]
   11  sis.group_holds_target  yes  CPU {0-2}: group {0-1} holds the target and is passed over [group 0]
   12  sis.group_allowed       yes  CPU {0-2}: group {2} has a CPU that wakee may use [group 2]
   13  sis.group_holds_target  no   CPU {0-2}: group {2} does not hold the target [group 2]
   14  sis.group_idle          yes  CPU {0-2}: group {2} is wholly idle: its first allowed CPU is taken [group 2]
   15  strq.allowed            yes  wakee may run on the chosen cpu 2 [cpu 2]
   16  strq.online             yes  the chosen cpu 2 is online [cpu 2]

  wakee ends on cpu 2

claim idle_sibling_shares_cache: known violation
  select_idle_sibling answers the target or a CPU that shares cache with it
  broken: cpu 2 (cache {2}) does not share cache with target cpu 0 (cache {0-1})
)");
}

TEST(Explain, json_holds_the_same) {
  const auto json = explanation_json(explain(leaves_the_cache()));
  EXPECT_EQ(json.at("events").at(0).at("cpu"), 2);
  const auto& decision = json.at("events").at(0).at("decisions").at(7);
  EXPECT_EQ(decision.at("name"), "sis.target_idle");
  EXPECT_EQ(decision.at("function"), "select_idle_sibling");
  EXPECT_EQ(decision.at("outcome"), false);
  EXPECT_EQ(decision.at("numbers").at("target"), 0);
  EXPECT_EQ(decision.at("text"), "the target, cpu 0, is busy: it runs waker");
  EXPECT_EQ(json.at("events").at(0).at("cpus").at(2).at("marks").at(0), "chosen");
  EXPECT_EQ(json.at("claim").at("verdict"), "known violation");
}

TEST(Explain, another_policy_explains_its_own_choice) {
  const auto explanation = explain(leaves_the_cache(), model::find_policy("v3.13"));
  EXPECT_EQ(explanation.events.at(0).outcome, "wakee ends on cpu 1");
  EXPECT_EQ(explanation.claim->verdict, "holds");
  EXPECT_EQ(explanation.claim->because, "");
}

TEST(Explain, cpus_of_which_the_same_is_to_be_said_share_a_lane) {
  Scenario s = leaves_the_cache();
  s.machine = model::Machine::flat(64);
  const auto lanes = explain(s).events.at(0).lanes;
  ASSERT_EQ(lanes.size(), 2u);
  EXPECT_EQ(lanes[1].cpus.to_list(), "1-63");
}

TEST(Explain, a_forced_decision_is_marked) {
  Scenario s = leaves_the_cache();
  s.overrides.decisions["sis.target_idle"] = model::Overrides::Force::to_true;
  const auto explanation = explain(s);
  EXPECT_TRUE(explanation.events.at(0).decisions.back().name == "strq.online");
  EXPECT_NE(explanation_text(explanation).find("(forced) the target, cpu 0, is idle and is taken"),
            std::string::npos);
}

TEST(Explain, every_kind_of_event_is_told) {
  const std::string text = explanation_text(explain(everything()));
  for (const char* part :
       {"event 1: waker, on cpu 0, wakes wakee (sync), which last ran on cpu 0",
        "event 2: parent, on cpu 3, forks child", "event 3: waker, on cpu 0, calls exec",
        "event 4: an interrupt on cpu 1, where an unnamed task runs, wakes other, which last ran on cpu 2",
        "event 5: cpu 5 comes online",
        "event 6: cpusets ask for the partitions {0-2} at relax_domain_level 0, {3,5}",
        "event 7: cpusets ask for one partition of all CPUs", "event 8: cpu 5 goes offline",
        "event 9: cpu 2 stops its tick and idles",
        "event 10: cpu 2 takes a tick\n\n  the domains stay as they are", "cpus 0-2: MC {0-2}; sd_llc",
        "the least so far [avg_load 684, min_load ULONG_MAX]",
        "waker runs on cpu 0 (nice -20, load 17, 4 wakee flips)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(Explain, a_followed_dead_pointer_is_told) {
  Scenario s;
  s.policy = "v3.13-rc1";
  s.machine = two_caches();
  using Kind = model::DomainEvent::Kind;
  s.events = {domain_event(Kind::offline, 1), domain_event(Kind::tick, 0)};
  s.claim = Scenario::Claim{"no_dead_pointer_followed", "known violation", "", ""};
  const auto explanation = explain(s);
  EXPECT_EQ(explanation.claim->verdict, "known violation");
  EXPECT_NE(explanation.events.at(1).outcome.find("cpu 0 follows sd_busy, which names freed memory"),
            std::string::npos)
      << explanation.events.at(1).outcome;
}

TEST(Explain, a_machine_is_told_by_what_is_special_about_it) {
  Scenario s = leaves_the_cache();
  s.machine = model::Machine::flat(1);
  s.events.clear();
  s.tasks.clear();
  s.claim.reset();
  EXPECT_EQ(explain(s).machine, "1 CPU");
  EXPECT_EQ(explain(s).tasks, "none; every CPU is idle");
  s.machine = model::builtin("two-socket-smt");
  const std::string words = explain(s).machine;
  EXPECT_NE(words.find("two-socket-smt, 32 CPUs, SMT siblings {0,16}"), std::string::npos) << words;
  EXPECT_NE(words.find("nodes {"), std::string::npos) << words;
}

}  // namespace
}  // namespace schedproof::counterexamples
