// SPDX-License-Identifier: GPL-2.0-or-later
// Which levels exist and which are removed again.
#include "machines.h"

namespace schedproof::model::testing {
namespace {

TEST(DomainLevels, one_socket_ends_at_its_cache) {
  const auto s = rules().boot(machine_of({1, 1, 2, 2}));
  EXPECT_EQ(chain(s, 0), "SIBLING{0-1} MC{0-3}");
  EXPECT_EQ(chain(s, 3), "SIBLING{2-3} MC{0-3}");
  EXPECT_FALSE(domain(s, 0, 1).has(SD_PREFER_SIBLING)) << "the CPU level was never built";
  EXPECT_EQ(s.domains.level_max, 1);
  expect_sound(s);
}

TEST(DomainLevels, a_socket_of_one_cache_hands_prefer_sibling_down_to_it) {
  const auto s = rules().boot(machine_of({2, 1, 2, 2}));
  EXPECT_EQ(chain(s, 0), "SIBLING{0-1} MC{0-3} NUMA{0-7}");
  EXPECT_EQ(chain(s, 6), "SIBLING{6-7} MC{4-7} NUMA{0-7}");
  EXPECT_TRUE(domain(s, 0, 1).has(SD_PREFER_SIBLING));
  EXPECT_FALSE(domain(s, 0, 0).has(SD_PREFER_SIBLING));
  EXPECT_FALSE(domain(s, 0, 2).has(SD_PREFER_SIBLING));
  EXPECT_EQ(domain(s, 0, 2).level, 3) << "a removed level keeps its number";
  EXPECT_EQ(s.domains.level_max, 3);
  expect_sound(s);
}

TEST(DomainLevels, two_sockets_in_one_node_have_the_cpu_level) {
  const auto s = rules().boot(machine_of({1, 2, 2, 2}));
  EXPECT_EQ(chain(s, 5), "SIBLING{4-5} MC{4-7} CPU{0-7}");
  EXPECT_TRUE(domain(s, 5, 2).has(SD_PREFER_SIBLING));
  EXPECT_FALSE(domain(s, 5, 1).has(SD_PREFER_SIBLING));
  expect_sound(s);
}

TEST(DomainLevels, one_cpu_has_no_domain) {
  const auto s = rules().boot(Machine::flat(1));
  EXPECT_EQ(chain(s, 0), "");
  EXPECT_EQ(s.domains.per_cpu(0).sd_llc, -1);
  EXPECT_EQ(s.domains.per_cpu(0).sd_llc_size, 1);
  EXPECT_EQ(s.domains.level_max, 0);
  expect_sound(s);
}

TEST(DomainLevels, cores_without_siblings_lose_the_sibling_level) {
  const auto s = rules().boot(machine_of({1, 1, 4, 1}));
  EXPECT_EQ(chain(s, 2), "MC{0-3}");
  EXPECT_EQ(domain(s, 2, 0).level, 1);
  EXPECT_EQ(domain(s, 2, 0).child, -1);
  expect_sound(s);
}

TEST(DomainLevels, cpus_with_a_cache_each_keep_the_cpu_level_only) {
  const auto s = rules().boot(with_llcs({0, 1, 2}));
  EXPECT_EQ(chain(s, 1), "CPU{0-2}");
  EXPECT_TRUE(domain(s, 1, 0).has(SD_PREFER_SIBLING));
  expect_sound(s);
}

TEST(DomainLevels, caches_of_unequal_size_give_trees_of_unequal_depth) {
  const auto s = rules().boot(with_llcs({0, 0, 1}));
  EXPECT_EQ(chain(s, 0), "MC{0-1} CPU{0-2}");
  EXPECT_EQ(chain(s, 2), "CPU{0-2}");
  EXPECT_EQ(ring(s, domain(s, 2, 0)), "{2}{0-1}");
  expect_sound(s);
}

TEST(DomainLevels, a_core_that_is_the_whole_cache_swallows_it) {
  const auto s = rules().boot(machine_of({1, 2, 1, 2}));
  EXPECT_EQ(chain(s, 0), "SIBLING{0-1} CPU{0-3}");
  EXPECT_EQ(llc(s, 0), "SIBLING{0-1}");
  expect_sound(s);
}

TEST(DomainLevels, depend_on_the_configuration) {
  const Machine m = machine_of({2, 2, 2, 2});
  EXPECT_EQ(chain(rules().boot(m, {.sched_smt = false}), 0), "MC{0-3} CPU{0-7} NUMA{0-15}");
  EXPECT_EQ(chain(rules().boot(m, {.sched_mc = false}), 0), "SIBLING{0-1} CPU{0-7} NUMA{0-15}");
  EXPECT_EQ(chain(rules().boot(m, {.sched_smt = false, .sched_mc = false}), 0), "CPU{0-7} NUMA{0-15}");
  const auto no_numa = rules().boot(m, {.numa = false});
  EXPECT_EQ(chain(no_numa, 0), "SIBLING{0-1} MC{0-3} CPU{0-15}");
  EXPECT_EQ(domain(rules().boot(m, {.sched_smt = false}), 0, 0).level, 0) << "levels are numbered as built";
  expect_sound(no_numa);
}

TEST(DomainLevels, isolated_cpus_have_no_domain_and_are_in_none) {
  Machine m = machine_of({1, 1, 4, 1});
  m.cpu(1).isolated = true;
  const auto s = rules().boot(m);
  EXPECT_EQ(chain(s, 1), "");
  EXPECT_EQ(chain(s, 0), "MC{0,2-3}");
  EXPECT_EQ(s.domains.per_cpu(1).sd_llc_id, 0) << "never attached";
  EXPECT_EQ(s.domains.per_cpu(1).sd_llc_size, 0);
  expect_sound(s);
}

TEST(DomainLevels, a_system_of_isolated_cpus_boots_without_domains) {
  Machine m = machine_of({1, 1, 2, 1});
  m.cpu(0).isolated = m.cpu(1).isolated = true;
  const auto s = rules().boot(m);
  EXPECT_TRUE(s.domains.domains.empty());
  EXPECT_EQ(chain(s, 0), "");
  EXPECT_EQ(s.doms_cur, (std::vector<Partition>{{CpuMask{}, -1}}));
}

TEST(DomainLevels, cpus_that_are_offline_at_boot_or_not_possible_are_left_out) {
  Machine m = machine_of({2, 1, 2, 2});
  m.cpu(1).online = false;
  m.cpu(6).possible = false;
  const auto s = rules().boot(m);
  EXPECT_EQ(chain(s, 0), "MC{0,2-3} NUMA{0,2-5,7}");
  EXPECT_EQ(chain(s, 7), "MC{4-5,7} NUMA{0,2-5,7}");
  EXPECT_EQ(chain(s, 1), "");
  EXPECT_EQ(chain(s, 6), "");
  EXPECT_EQ(domain(s, 0, 1).params.min_interval, 6u) << "the level's weight counts CPUs that are up";
  expect_sound(s);
}

TEST(DomainLevels, of_an_impossible_machine_are_not_built) {
  Machine crossing = machine_of({2, 1, 2, 1});
  for (CpuInfo& info : crossing.cpus) info.llc = info.package = 0;
  EXPECT_THROW(rules().init(crossing, {}), BadMachine) << "an LLC across nodes";
  EXPECT_THROW(rules().init(Machine{}, {}), BadMachine);
}

TEST(DomainLevels, need_no_particular_numbers_of_caches_cores_and_nodes) {
  Machine m = machine_of({2, 1, 2, 2});
  for (CpuInfo& info : m.cpus) {
    info.llc = 1000 - info.llc;
    info.core = 77 * (5 - info.core);
  }
  const auto s = rules().boot(m);
  EXPECT_EQ(chain(s, 0), "SIBLING{0-1} MC{0-3} NUMA{0-7}");
  expect_sound(s);
}

}  // namespace
}  // namespace schedproof::model::testing
