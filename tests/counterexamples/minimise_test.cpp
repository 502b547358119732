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

}  // namespace
}  // namespace schedproof::counterexamples
