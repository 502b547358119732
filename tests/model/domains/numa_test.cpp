// SPDX-License-Identifier: GPL-2.0-or-later
// Which NUMA levels a distance matrix gives.
#include "machines.h"

namespace schedproof::model::testing {
namespace {

Machine three_nodes(int d01, int d02, int d12) {
  Machine m = machine_of({3, 1, 2, 1});
  m.distance = {{10, d01, d02}, {d01, 10, d12}, {d02, d12, 10}};
  return m;
}

TEST(NumaLevels, each_distance_of_node_0_is_a_level) {
  const auto s = rules().boot(on_a_ring(machine_of({4, 1, 2, 1})));  // 10 20 30 20
  EXPECT_EQ(chain(s, 0), "MC{0-1} NUMA{0-3,6-7} NUMA{0-7}");
  EXPECT_EQ(chain(s, 3), "MC{2-3} NUMA{0-5} NUMA{0-7}");
  EXPECT_EQ(domain(s, 0, 1).params.min_interval, 6u);
  EXPECT_EQ(domain(s, 0, 1).params.max_interval, 12u);
  EXPECT_EQ(domain(s, 0, 2).params.balance_interval, 8u);
  expect_sound(s);
}

TEST(NumaLevels, chains_end_where_a_node_reaches_all_others) {
  const auto s = rules().boot(three_nodes(20, 30, 20));  // a line: node 1 in the middle
  EXPECT_EQ(chain(s, 0), "MC{0-1} NUMA{0-3} NUMA{0-5}");
  EXPECT_EQ(chain(s, 2), "MC{2-3} NUMA{0-5}");
  EXPECT_EQ(chain(s, 4), "MC{4-5} NUMA{2-5} NUMA{0-5}");
  EXPECT_EQ(domain(s, 0, 2).level, 4);
  EXPECT_EQ(s.domains.level_max, 4);
  expect_sound(s);
}

TEST(NumaLevels, a_distance_that_node_0_does_not_have_is_missed) {
  const Machine m = three_nodes(20, 20, 30);  // node 0 between two others
  const auto s = rules().boot(m);
  EXPECT_EQ(chain(s, 0), "MC{0-1} NUMA{0-5}");
  EXPECT_EQ(chain(s, 2), "MC{2-3} NUMA{0-3}") << "nodes 1 and 2 never balance with each other directly";
  EXPECT_EQ(chain(s, 4), "MC{4-5} NUMA{0-1,4-5}");
  expect_sound(s);
}

TEST(NumaLevels, sched_debug_adds_greater_distances_of_other_nodes_only) {
  const auto greater = rules().boot(three_nodes(20, 20, 30), {.sched_debug = true});
  EXPECT_EQ(chain(greater, 2), "MC{2-3} NUMA{0-3} NUMA{0-5}");
  EXPECT_EQ(chain(greater, 0), "MC{0-1} NUMA{0-5}");
  expect_sound(greater);
  const auto smaller = rules().boot(three_nodes(30, 30, 20), {.sched_debug = true});
  EXPECT_EQ(chain(smaller, 2), "MC{2-3} NUMA{0-5}") << "20 is below 30, which was found first";
}

TEST(NumaLevels, a_node_without_neighbours_at_a_distance_keeps_an_empty_level) {
  // Level 20 of node 2 is node 2 itself. Its flags are not all in the level below, so it stays, with one
  // group.
  const auto s = rules().boot(three_nodes(20, 40, 40));
  EXPECT_EQ(chain(s, 4), "MC{4-5} NUMA{4-5} NUMA{0-5}");
  EXPECT_EQ(ring(s, domain(s, 4, 1)), "{4-5}");
  expect_sound(s);
  // Beyond the reclaim distance it has no flag left that counts, and goes.
  const auto far = rules().boot(three_nodes(35, 40, 40));
  EXPECT_EQ(chain(far, 4), "MC{4-5} NUMA{0-5}");
  expect_sound(far);
}

TEST(NumaLevels, nodes_of_one_cpu_have_numa_domains_only) {
  const auto s = rules().boot(on_a_ring(machine_of({4, 1, 1, 1})));
  EXPECT_EQ(chain(s, 0), "NUMA{0-1,3} NUMA{0-3}");
  EXPECT_EQ(domain(s, 0, 0).child, -1);
  EXPECT_EQ(domain(s, 0, 0).level, 3);
  EXPECT_EQ(llc(s, 0), "NULL");
  expect_sound(s);
}

TEST(NumaLevels, membership_is_mutual_where_distances_are_symmetric) {
  for (const Machine& m : {on_a_ring(machine_of({8, 1, 2, 1})), on_a_line(machine_of({6, 1, 1, 2}))}) {
    const auto s = rules().boot(m);
    for (const SchedDomain& a : s.domains.domains)
      for (const SchedDomain& b : s.domains.domains)
        if (!a.freed && !b.freed && a.level == b.level) {
          EXPECT_EQ(a.span.test(b.owner), b.span.test(a.owner));
        }
  }
}

TEST(NumaLevels, an_asymmetric_distance_makes_membership_one_sided) {
  Machine m = machine_of({3, 1, 2, 1}, 20);
  m.distance = {{10, 20, 30}, {30, 10, 20}, {20, 30, 10}};
  const auto s = rules().boot(m);
  EXPECT_EQ(chain(s, 0), "MC{0-1} NUMA{0-3} NUMA{0-5}");
  EXPECT_EQ(chain(s, 2), "MC{2-3} NUMA{2-5} NUMA{0-5}");
  EXPECT_FALSE(domain(s, 2, 1).span.test(0));
  expect_sound(s);
}

TEST(NumaLevels, of_one_node_do_not_exist) {
  Machine m = machine_of({1, 2, 2, 1});
  m.distance = {{10}};
  EXPECT_EQ(chain(rules().boot(m), 0), "MC{0-1} CPU{0-3}");
}

}  // namespace
}  // namespace schedproof::model::testing
