// SPDX-License-Identifier: GPL-2.0-or-later
// Groups and powers of levels without overlap.
#include "machines.h"

namespace schedproof::model::testing {
namespace {

using Powers = std::vector<std::uint64_t>;

TEST(SchedGroups, are_the_child_spans_in_a_ring_that_starts_at_the_own_one) {
  const auto s = rules().boot(machine_of({1, 3, 2, 2}));
  EXPECT_EQ(ring(s, domain(s, 0, 0)), "{0}{1}");
  EXPECT_EQ(ring(s, domain(s, 1, 0)), "{1}{0}");
  EXPECT_EQ(ring(s, domain(s, 6, 1)), "{6-7}{4-5}");
  EXPECT_EQ(ring(s, domain(s, 6, 2)), "{4-7}{8-11}{0-3}");
  expect_sound(s);
}

TEST(SchedGroups, are_one_object_for_all_cpus_of_the_domain) {
  const auto s = rules().boot(machine_of({1, 2, 2, 2}));
  for (int place = 0; place < 3; ++place)
    for (Cpu c = 0; c < 8; ++c) {
      const SchedDomain& sd = domain(s, c, place);
      auto mine = sd.groups, first = domain(s, sd.span.first(), place).groups;
      std::sort(mine.begin(), mine.end());
      std::sort(first.begin(), first.end());
      EXPECT_EQ(mine, first);
      EXPECT_TRUE(s.domains.group(sd.groups.front()).span.test(c));
    }
}

TEST(SchedGroups, interleaved_siblings_make_groups_in_the_order_of_their_first_cpu) {
  Machine m = machine_of({1, 1, 4, 1});
  m.cpu(2).core = m.cpu(2).cluster = m.cpu(0).core;  // cores {0,2} {1,3}
  m.cpu(3).core = m.cpu(3).cluster = m.cpu(1).core;
  const auto s = rules().boot(m);
  EXPECT_EQ(chain(s, 3), "SIBLING{1,3} MC{0-3}");
  EXPECT_EQ(ring(s, domain(s, 3, 1)), "{1,3}{0,2}");
  EXPECT_EQ(s.domains.group(domain(s, 3, 1).groups[1]).cpus, (std::vector<Cpu>{0, 2}));
  EXPECT_EQ(s.domains.group(domain(s, 3, 1).groups[1]).balance_cpu(), 0);
}

TEST(SchedGroups, every_cpu_may_balance_for_its_group) {
  const auto s = rules().boot(machine_of({1, 2, 2, 1}));
  for (int g : domain(s, 3, 1).groups) {
    EXPECT_EQ(s.domains.group(g).mask, CpuMask::first_n(4));
    EXPECT_EQ(s.domains.group(g).balance_cpu(), s.domains.group(g).span.first());
  }
}

TEST(SchedGroupPower, of_a_core_is_1178_and_of_each_thread_589) {
  const auto s = rules().boot(machine_of({1, 2, 2, 2}));
  EXPECT_EQ(powers(s, domain(s, 0, 0)), (Powers{589, 589}));
  EXPECT_EQ(powers(s, domain(s, 7, 1)), (Powers{1178, 1178}));
  EXPECT_EQ(powers(s, domain(s, 7, 2)), (Powers{2356, 2356}));
  for (auto p : s.domains.cpu_power) EXPECT_EQ(p, 589u);
  for (const auto& p : s.domains.powers)
    if (!p.freed) {
      EXPECT_EQ(p.power, p.power_orig);
    }
}

TEST(SchedGroupPower, of_four_threads_is_rounded_down_for_each) {
  const auto s = rules().boot(machine_of({1, 1, 2, 4}));
  EXPECT_EQ(powers(s, domain(s, 0, 0)), (Powers{294, 294, 294, 294}));
  EXPECT_EQ(powers(s, domain(s, 0, 1)), (Powers{1176, 1176}));
}

TEST(SchedGroupPower, of_cpus_without_siblings_is_1024_each) {
  const auto s = rules().boot(with_llcs({0, 0, 0, 1}));
  EXPECT_EQ(powers(s, domain(s, 0, 0)), (Powers{1024, 1024, 1024}));
  EXPECT_EQ(powers(s, domain(s, 3, 0)), (Powers{1024, 3072}));
}

TEST(SchedGroupPower, of_a_core_with_one_thread_offline_is_whole) {
  Machine m = machine_of({1, 1, 2, 2});
  m.cpu(3).online = false;
  const auto s = rules().boot(m);
  EXPECT_EQ(chain(s, 2), "MC{0-2}");
  EXPECT_EQ(powers(s, domain(s, 2, 0)), (Powers{1024, 1178}));
}

TEST(SchedGroupPower, starts_with_every_cpu_of_the_group_busy) {
  const auto s = rules().boot(machine_of({1, 2, 2, 2}));
  for (int place = 0; place < 3; ++place)
    for (int g : domain(s, 0, place).groups)
      EXPECT_EQ(s.domains.power_of_group(s.domains.group(g)).nr_busy_cpus, s.domains.group(g).weight);
}

TEST(SchedGroupPower, does_not_depend_on_capacities_in_this_era) {
  Machine m = with_llcs({0, 0, 1, 1});
  m.cpu(0).capacity = m.cpu(1).capacity = 446;
  const auto s = rules().boot(m);
  EXPECT_EQ(powers(s, domain(s, 0, 1)), (Powers{2048, 2048}));
}

TEST(SchedGroups, of_forced_overlap_are_private_and_span_the_same) {
  const Machine m = machine_of({1, 2, 2, 2});
  const auto s = rules().boot(m, {.force_sd_overlap = true});
  const auto plain = rules().boot(m);
  for (Cpu c = 0; c < 8; ++c) {
    EXPECT_EQ(chain(s, c), chain(plain, c));
    for (int place = 0; place < 3; ++place) {
      EXPECT_TRUE(domain(s, c, place).has(SD_OVERLAP));
      EXPECT_EQ(ring(s, domain(s, c, place)), ring(plain, domain(plain, c, place)));
      EXPECT_EQ(powers(s, domain(s, c, place)).size(), powers(plain, domain(plain, c, place)).size());
    }
  }
  EXPECT_NE(domain(s, 0, 2).groups, domain(s, 1, 2).groups);
  expect_sound(s);
}

}  // namespace
}  // namespace schedproof::model::testing
