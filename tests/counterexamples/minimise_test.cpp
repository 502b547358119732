// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/minimise.h"

#include <gtest/gtest.h>

#include "counterexamples/replay.h"
#include "counterexamples/scenario_writer.h"
#include "tests/counterexamples/cases.h"

namespace schedproof::counterexamples {
namespace {

using model::CpuMask;
using model::Scenario;
using model::ScenarioEvent;

/// A wakeup on a big machine with everything set that a generator or a solver's model would set.
Scenario noisy(const char* policy, const char* machine) {
  Scenario s;
  s.policy = policy;
  s.machine = model::builtin(machine);
  s.hz = 1000;
  s.jiffies = 5000;
  s.options.relax_domain_level = 1;
  s.tasks = {running("waker", 0), sleeping("wakee", 0), running("bystander", 3), sleeping("sleeper", 2)};
  s.tasks[0].weight = 335;
  s.tasks[0].wakee_flips = 3;
  s.tasks[0].last_wakee = "sleeper";
  s.tasks[1].load_avg_contrib = 77;
  s.tasks[1].wakee_flips = 2;
  s.tasks[1].cpuset = CpuMask::range(0, 3);
  s.cpus = {{3, {}, 2, {}, 4000, {}, {}}};
  s.events = {domain_event(model::DomainEvent::Kind::nohz_enter, 1), wake("wakee", "waker")};
  s.events[1].sync = true;
  return s;
}

int busy_cpus(const Scenario& s) {
  int n = s.busy.weight();
  for (const auto& task : s.tasks) n += task.status == model::ScenarioTask::Status::running ? 1 : 0;
  return n;
}

MinimiseResult minimised(const Scenario& scenario, const char* claim) {
  auto result = minimise(scenario, properties::find_claim(claim));
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(replay(result.scenario).ok());
  return result;
}

TEST(Minimise, sd_llc_breaks_on_two_idle_cpus) {
  for (const char* machine : {"x5472", "desktop8"}) {
    const auto s = minimised(noisy("v3.13-rc3", machine), "sd_llc_names_cache_domain").scenario;
    EXPECT_TRUE(s.machine.same_hardware(model::Machine::flat(2))) << scenario_to_text(s);
    EXPECT_EQ(busy_cpus(s), 0);
    EXPECT_TRUE(s.events.empty() && s.tasks.empty() && s.cpus.empty());
  }
}

TEST(Minimise, the_idle_choice_breaks_on_two_cpus_of_which_one_is_busy) {
  const auto s = minimised(noisy("v3.13-rc3", "desktop8"), "idle_sibling_finds_idle_group").scenario;
  EXPECT_TRUE(s.machine.same_hardware(model::Machine::flat(2))) << scenario_to_text(s);
  EXPECT_EQ(busy_cpus(s), 1);
}

TEST(Minimise, cache_sharing_breaks_on_three_cpus_of_which_one_is_busy) {
  const auto s = minimised(noisy("v3.13-rc3", "x5472"), "idle_sibling_shares_cache").scenario;
  EXPECT_TRUE(s.machine.same_hardware(two_caches())) << scenario_to_text(s);
  EXPECT_EQ(busy_cpus(s), 1);
  ASSERT_EQ(s.events.size(), 1u);
  EXPECT_EQ(s.events[0].expect_cpu, 2);
  EXPECT_EQ(s.tasks, leaves_the_cache().tasks);
  EXPECT_EQ(s.claim->because, "cpu 2 (cache {2}) does not share cache with target cpu 0 (cache {0-1})");
}

/// As a solver's model is decoded: run queues given one by one, an interrupt as waker, every CPU of the task
/// another one.
Scenario decoded(const char* machine) {
  Scenario s;
  s.policy = "v3.13-rc3";
  s.machine = model::builtin(machine);
  s.tasks = {sleeping("wakee", 2)};
  s.tasks[0].wake_cpu = 0;
  s.tasks[0].allowed = s.machine.possible();
  s.cpus = {{0, false, 1, true, 77, {}, {}}, {1, false, 0, true, 0, {}, {}}, {3, true, 0, false, 3, {}, 512}};
  s.events = {wake("wakee", "")};
  s.events[0].on_cpu = 1;
  s.events[0].sync = true;
  return s;
}

TEST(Minimise, a_solvers_model_ends_where_a_generators_find_does) {
  const auto s = minimised(decoded("x5472"), "idle_sibling_shares_cache").scenario;
  EXPECT_TRUE(s.machine.same_hardware(two_caches())) << scenario_to_text(s);
  EXPECT_EQ(s.tasks, leaves_the_cache().tasks);
  EXPECT_TRUE(s.cpus.empty());
}

TEST(Minimise, a_dead_pointer_needs_three_cpus_and_two_events) {
  Scenario s;
  s.policy = "v3.13-rc1";
  s.machine = model::builtin("two-socket-smt");
  using Kind = model::DomainEvent::Kind;
  s.events = {domain_event(Kind::nohz_enter, 5), domain_event(Kind::partition),
              domain_event(Kind::offline, 9), domain_event(Kind::tick, 3)};
  s.events[1].domain.partitions = {{{3}, -1}, {s.machine.possible().minus({3}), 0}};
  s.busy = CpuMask::range(10, 20);
  const auto result = minimised(s, "no_dead_pointer_followed").scenario;
  EXPECT_EQ(result.machine.nr_cpus(), 3) << scenario_to_text(result);
  EXPECT_EQ(result.events.size(), 2u);
  EXPECT_TRUE(result.busy.empty());
}

TEST(Minimise, distances_become_tens) {
  Scenario s;
  s.policy = "v3.13";
  s.machine = model::builtin("eight-node-ladder");
  const auto result = minimised(s, "groups_inside_domain").scenario;
  EXPECT_EQ(result.machine.nr_nodes(), 3) << scenario_to_text(result);
  for (const auto& row : result.machine.distance)
    for (int distance : row) EXPECT_EQ(distance % 10, 0);
}

TEST(Minimise, a_changed_machine_loses_its_name_and_an_unchanged_one_keeps_it) {
  const auto changed = minimised(noisy("v3.13-rc3", "x5472"), "idle_sibling_shares_cache").scenario;
  EXPECT_EQ(changed.machine.name + changed.machine.source, "");
  Scenario s = leaves_the_cache();
  s.machine.name = "mine";
  EXPECT_EQ(minimised(s, "idle_sibling_shares_cache").scenario.machine.name, "mine");
}

TEST(Minimise, loads_shrink_to_the_least_that_still_breaks) {
  Scenario s = leaves_the_cache();
  s.tasks[0].load_avg_contrib = 5000;
  s.tasks[1].wakee_flips = 77;
  s.cpus = {{2, {}, {}, {}, 900, {}, {}}};
  const StillBreaks still = [](const Scenario& c) {
    return c.tasks.size() == 2 && c.tasks[0].load_avg_contrib && *c.tasks[0].load_avg_contrib >= 137 &&
           c.tasks[1].wakee_flips * 3 > 20;
  };
  const auto result = minimise(s, still);
  EXPECT_EQ(result.scenario.tasks[0].load_avg_contrib, 137u);
  EXPECT_EQ(result.scenario.tasks[1].wakee_flips, 7u);
  EXPECT_TRUE(result.scenario.cpus.empty());
}

TEST(Minimise, task_groups_and_options_go) {
  Scenario s = everything();
  s.overrides = {};
  s.policy = "v3.13";
  const auto result = minimise(s, [](const Scenario& c) { return c.machine.nr_cpus() >= 2; });
  const Scenario& least = result.scenario;
  EXPECT_TRUE(least.groups.empty() && least.tasks.empty() && least.events.empty() && least.cpus.empty());
  EXPECT_EQ(least.options, model::DomainOptions{});
  EXPECT_EQ(least.hz, 250u);
  EXPECT_EQ(least.jiffies, 0u);
  EXPECT_TRUE(least.machine.same_hardware(model::Machine::flat(2)));
}

TEST(Minimise, the_same_scenario_gives_the_same_result) {
  const auto once = minimised(noisy("v3.13-rc3", "x5472"), "affine_wakeup_ends_in_llc");
  const auto again = minimised(noisy("v3.13-rc3", "x5472"), "affine_wakeup_ends_in_llc");
  EXPECT_EQ(scenario_to_text(once.scenario), scenario_to_text(again.scenario));
  EXPECT_EQ(once.tries, again.tries);
}

TEST(Minimise, a_minimum_is_left_alone) {
  const auto result = minimised(leaves_the_cache(), "idle_sibling_shares_cache");
  EXPECT_EQ(result.accepted, 0);
  EXPECT_GT(result.tries, 0);
}

TEST(Minimise, the_budget_ends_the_search_with_a_scenario_that_still_breaks) {
  const auto result =
      minimise(noisy("v3.13-rc3", "x5472"), properties::find_claim("idle_sibling_shares_cache"), 5);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.tries, 5);
  EXPECT_TRUE(replay(result.scenario).finding->violated());
}

TEST(Minimise, a_scenario_that_breaks_nothing_is_refused) {
  Scenario s = leaves_the_cache();
  s.policy = "v3.13";
  EXPECT_THROW(minimise(s, properties::find_claim("idle_sibling_shares_cache")), std::invalid_argument);
}

}  // namespace
}  // namespace schedproof::counterexamples
