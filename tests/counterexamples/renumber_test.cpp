// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/renumber.h"

#include <gtest/gtest.h>

#include "tests/counterexamples/cases.h"

namespace schedproof::counterexamples {
namespace {

using model::CpuMask;
using model::Scenario;

TEST(Renumber, everything_that_names_a_cpu_follows) {
  const auto s = without_cpus(everything(), {4});
  ASSERT_TRUE(s.has_value());
  EXPECT_EQ(s->machine.nr_cpus(), 5);
  EXPECT_FALSE(s->machine.cpu(4).online);
  EXPECT_EQ(s->tasks[1].allowed, (CpuMask{0, 1, 2}));
  EXPECT_EQ(s->events[4].domain.cpu, 4);
  EXPECT_EQ(s->events[5].domain.partitions[1].cpus, (CpuMask{3, 4}));
}

TEST(Renumber, events_and_queues_of_a_removed_cpu_go) {
  const Scenario before = everything();
  const auto s = without_cpus(before, {5});
  ASSERT_TRUE(s.has_value());
  EXPECT_EQ(s->events.size(), before.events.size() - 2) << "online 5 and offline 5";
  Scenario idle = before;
  idle.tasks.clear();
  idle.events.clear();
  EXPECT_EQ(without_cpus(idle, {2})->cpus.size(), 1u);
  EXPECT_EQ(without_cpus(idle, {2})->groups[1].cpus.size(), 1u);
}

TEST(Renumber, a_cpu_that_runs_a_task_or_takes_an_interrupt_stays) {
  EXPECT_FALSE(without_cpus(everything(), {0}).has_value());
  EXPECT_FALSE(without_cpus(everything(), {1}).has_value());
  EXPECT_FALSE(without_cpus(leaves_the_cache(), {0, 1, 2}).has_value());
}

TEST(Renumber, a_sleeping_task_forgets_a_removed_cpu) {
  Scenario s = leaves_the_cache();
  s.tasks[1].cpu = 2;
  EXPECT_EQ(without_cpus(s, {2})->tasks[1].cpu, 0);
  s.tasks[1].allowed = {2};
  EXPECT_FALSE(without_cpus(s, {2}).has_value()) << "no CPU would mean all CPUs";
}

TEST(Renumber, nodes_without_cpus_go_with_their_distances) {
  Scenario s = leaves_the_cache();
  for (std::size_t c = 0; c < 3; ++c)
    s.machine.cpus[c].node = s.machine.cpus[c].llc = s.machine.cpus[c].package = static_cast<int>(c);
  s.machine.distance = {{10, 20, 30}, {20, 10, 40}, {30, 40, 10}};
  const auto without = without_cpus(s, {1});
  EXPECT_EQ(without->machine.distance, (std::vector<std::vector<int>>{{10, 30}, {30, 10}}));
  EXPECT_EQ(without->machine.cpu(1).node, 1);
  EXPECT_TRUE(without_cpus(s, {1, 2})->machine.distance.empty());
}

TEST(Renumber, swapping_twice_changes_nothing) {
  const Scenario s = leaves_the_cache();
  const Scenario swapped = with_cpus_swapped(s, 0, 2);
  EXPECT_EQ(swapped.tasks[0].cpu, 2);
  EXPECT_FALSE(swapped.machine.same_hardware(s.machine));
  EXPECT_TRUE(with_cpus_swapped(swapped, 0, 2).machine.same_hardware(s.machine));
}

}  // namespace
}  // namespace schedproof::counterexamples
