// SPDX-License-Identifier: GPL-2.0-or-later
// The level templates against a table copied by hand from include/linux/topology.h and sd_numa_init() of
// v3.13.
#include "machines.h"

namespace schedproof::model::testing {
namespace {

struct Golden {
  int place;  // in the tree, from the base
  const char* name;
  const char* flags;  // as attached on the machine below
  unsigned min_interval, max_interval, busy_factor, imbalance_pct, cache_nice_tries;
  unsigned busy_idx, idle_idx, newidle_idx, wake_idx, forkexec_idx, smt_gain, balance_interval;
};

// Two nodes 40 apart of two caches of two cores of two threads (16 CPUs), then 20 apart.
constexpr Golden kFar[] = {
    {0, "SIBLING",
     "SD_LOAD_BALANCE SD_BALANCE_NEWIDLE SD_BALANCE_EXEC SD_BALANCE_FORK SD_WAKE_AFFINE SD_SHARE_CPUPOWER "
     "SD_SHARE_PKG_RESOURCES",
     1, 2, 64, 110, 0, 0, 0, 0, 0, 0, 1178, 1},
    {1, "MC",
     "SD_LOAD_BALANCE SD_BALANCE_NEWIDLE SD_BALANCE_EXEC SD_BALANCE_FORK SD_WAKE_AFFINE "
     "SD_SHARE_PKG_RESOURCES",
     1, 4, 64, 125, 1, 2, 0, 0, 0, 0, 0, 1},
    {2, "CPU",
     "SD_LOAD_BALANCE SD_BALANCE_NEWIDLE SD_BALANCE_EXEC SD_BALANCE_FORK SD_WAKE_AFFINE SD_PREFER_SIBLING", 1,
     4, 64, 125, 1, 2, 1, 0, 0, 0, 0, 1},
    {3, "NUMA", "SD_LOAD_BALANCE SD_BALANCE_NEWIDLE SD_SERIALIZE SD_OVERLAP SD_NUMA", 16, 32, 32, 125, 2, 3,
     2, 0, 0, 0, 0, 16},
};
constexpr Golden kNear = {3,
                          "NUMA",
                          "SD_LOAD_BALANCE SD_BALANCE_NEWIDLE SD_BALANCE_EXEC SD_BALANCE_FORK SD_WAKE_AFFINE "
                          "SD_SERIALIZE SD_OVERLAP SD_NUMA",
                          16,
                          32,
                          32,
                          125,
                          2,
                          3,
                          2,
                          0,
                          0,
                          0,
                          0,
                          16};

void expect_template(const SchedDomain& sd, const Golden& g) {
  EXPECT_EQ(sd.name, g.name);
  EXPECT_EQ(flag_names(sd.flags), g.flags) << g.name;
  EXPECT_EQ(sd.level, g.place);
  const SdParams expected{.min_interval = g.min_interval,
                          .max_interval = g.max_interval,
                          .busy_factor = g.busy_factor,
                          .imbalance_pct = g.imbalance_pct,
                          .cache_nice_tries = g.cache_nice_tries,
                          .busy_idx = g.busy_idx,
                          .idle_idx = g.idle_idx,
                          .newidle_idx = g.newidle_idx,
                          .wake_idx = g.wake_idx,
                          .forkexec_idx = g.forkexec_idx,
                          .smt_gain = g.smt_gain,
                          .balance_interval = g.balance_interval};
  EXPECT_EQ(sd.params, expected) << g.name;
}

TEST(DomainTemplates, equal_the_table_of_v3_13_on_every_cpu) {
  for (const auto& policy : domain_rule_names()) {
    const auto far = rules(policy).boot(machine_of({2, 2, 2, 2}, 40));
    const auto near = rules(policy).boot(machine_of({2, 2, 2, 2}, 20));
    for (Cpu c = 0; c < 16; ++c) {
      for (const Golden& g : kFar) expect_template(domain(far, c, g.place), g);
      for (int place = 0; place < 3; ++place)
        expect_template(domain(near, c, place), kFar[static_cast<std::size_t>(place)]);
      expect_template(domain(near, c, 3), kNear);
    }
  }
}

TEST(DomainTemplates, a_node_at_the_reclaim_distance_itself_is_near) {
  const auto at = [](int distance, int reclaim) {
    const auto s = rules().boot(machine_of({2, 1, 2, 1}, distance), {.reclaim_distance = reclaim});
    return domain(s, 0, 1).has(SD_WAKE_AFFINE);
  };
  EXPECT_TRUE(at(30, 30));
  EXPECT_FALSE(at(31, 30));
  EXPECT_TRUE(at(40, 40));
}

TEST(DomainTemplates, threads_pack_where_the_architecture_asks_for_it) {
  const auto s = rules().boot(machine_of({1, 1, 2, 2}), {.asym_packing = true});
  EXPECT_TRUE(domain(s, 0, 0).has(SD_ASYM_PACKING));
  EXPECT_FALSE(domain(s, 0, 1).has(SD_ASYM_PACKING));
  EXPECT_EQ(text(s.domains.get(s.domains.per_cpu(3).sd_asym)), "SIBLING{2-3}");
}

}  // namespace
}  // namespace schedproof::model::testing
