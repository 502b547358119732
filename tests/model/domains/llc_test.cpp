// SPDX-License-Identifier: GPL-2.0-or-later
// sd_llc and sd_busy in the three forms of update_top_cache_domain().
#include "machines.h"

namespace schedproof::model::testing {
namespace {

struct Case {
  Machine machine;
  const char *llc, *busy;  // of CPU 0 as v3.13 has them
  int size;
};

std::vector<Case> cases() {
  return {
      {machine_of({1, 1, 2, 2}), "MC{0-3}", "NULL", 4},       // one socket
      {machine_of({2, 1, 2, 2}), "MC{0-3}", "NUMA{0-7}", 4},  // a node for each of two sockets
      {machine_of({1, 2, 2, 2}), "MC{0-3}", "CPU{0-7}", 4},   // two sockets, one node
      {machine_of({2, 2, 2, 2}), "MC{0-3}", "CPU{0-7}", 4},   // two caches in a socket
      {machine_of({1, 2, 1, 2}), "SIBLING{0-1}", "CPU{0-3}", 2},
      {with_llcs({0, 1}), "NULL", "NULL", 1},  // nobody shares a cache
      {with_llcs({0, 0, 1}), "MC{0-1}", "CPU{0-2}", 2},
      {Machine::flat(1), "NULL", "NULL", 1},
  };
}

TEST(SdLlc, is_the_last_level_cache_and_sd_busy_its_parent) {
  for (const char* policy : {"v3.13", "v3.13-rc1", "v3.13+585b6d2723dc"})
    for (const Case& c : cases()) {
      const auto s = rules(policy).boot(c.machine);
      EXPECT_EQ(llc(s, 0), c.llc) << policy;
      EXPECT_EQ(busy(s, 0), c.busy) << policy;
      EXPECT_EQ(s.domains.per_cpu(0).sd_llc_size, c.size);
      EXPECT_EQ(s.domains.per_cpu(0).sd_llc_id, 0);
    }
}

TEST(SdLlc, is_one_level_too_high_in_rc3_while_size_and_id_are_right) {
  for (const Case& c : cases()) {
    const auto s = rules("v3.13-rc3").boot(c.machine);
    EXPECT_EQ(llc(s, 0), c.busy);
    EXPECT_EQ(busy(s, 0), c.busy);
    EXPECT_EQ(s.domains.per_cpu(0).sd_llc_size, c.size);
    EXPECT_EQ(s.domains.per_cpu(0).sd_llc_id, 0);
  }
}

TEST(SdLlc, id_is_the_first_cpu_of_the_cache) {
  const auto s = rules().boot(with_llcs({0, 1, 0, 1, 2}));
  std::vector<int> ids, sizes;
  for (const PerCpuDomains& c : s.domains.cpu) {
    ids.push_back(c.sd_llc_id);
    sizes.push_back(c.sd_llc_size);
  }
  EXPECT_EQ(ids, (std::vector<int>{0, 1, 0, 1, 4}));
  EXPECT_EQ(sizes, (std::vector<int>{2, 2, 2, 2, 1}));
}

// What select_idle_sibling() walks for target 0 (facts of commit 5d4cf996cf13): the groups of sd_llc, own
// group first.
TEST(SdLlc, groups_are_cores_in_v3_13_and_whole_sockets_in_rc3) {
  const Machine m = machine_of({2, 1, 4, 1});
  const auto good = rules("v3.13").boot(m), bad = rules("v3.13-rc3").boot(m);
  EXPECT_EQ(ring(good, *good.domains.get(good.domains.per_cpu(0).sd_llc)), "{0}{1}{2}{3}");
  EXPECT_EQ(ring(good, *good.domains.get(good.domains.per_cpu(2).sd_llc)), "{2}{3}{0}{1}");
  EXPECT_EQ(ring(bad, *bad.domains.get(bad.domains.per_cpu(0).sd_llc)), "{0-3}{4-7}");
  EXPECT_EQ(ring(bad, *bad.domains.get(bad.domains.per_cpu(5).sd_llc)), "{4-7}{0-3}");
  EXPECT_EQ(text(bad.domains.child(*bad.domains.get(bad.domains.per_cpu(0).sd_llc))), "MC{0-3}");
}

TEST(SdLlc, with_threads_the_groups_are_cores) {
  const auto s = rules().boot(machine_of({2, 1, 2, 2}));
  EXPECT_EQ(ring(s, *s.domains.get(s.domains.per_cpu(0).sd_llc)), "{0-1}{2-3}");
  EXPECT_EQ(ring(s, *s.domains.get(s.domains.per_cpu(3).sd_llc)), "{2-3}{0-1}");
}

TEST(SdNuma, is_the_lowest_numa_domain) {
  const auto s = rules().boot(on_a_line(machine_of({3, 1, 2, 1})));
  EXPECT_EQ(text(s.domains.get(s.domains.per_cpu(0).sd_numa)), "NUMA{0-3}");
  EXPECT_EQ(rules().boot(machine_of({1, 2, 2, 1})).domains.per_cpu(0).sd_numa, -1);
}

}  // namespace
}  // namespace schedproof::model::testing
