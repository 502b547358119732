// SPDX-License-Identifier: GPL-2.0-or-later
// Hotplug and partitions: what is destroyed, kept and built, and what an observer sees.
#include "machines.h"

namespace schedproof::model::testing {
namespace {

std::string moments(DomainState& s, const DomainEvent& event, const DomainRules& r = rules()) {
  std::string out;
  r.apply(s, event, [&](const DomainState& seen, DomainMoment m) {
    out += m == DomainMoment::detached ? 'd' : m == DomainMoment::attached ? 'a' : 'r';
    EXPECT_EQ(&seen, &s);
    expect_sound(seen);
  });
  return out;
}

TEST(Hotplug, a_cpu_that_goes_leaves_every_domain_and_loses_its_own) {
  auto s = rules().boot(machine_of({2, 1, 2, 2}));
  EXPECT_EQ(moments(s, offline(1)), "da");
  EXPECT_EQ(chain(s, 0), "MC{0,2-3} NUMA{0,2-7}");
  EXPECT_EQ(chain(s, 1), "");
  const PerCpuDomains& gone = s.domains.per_cpu(1);
  EXPECT_EQ(gone.sd_llc, -1);
  EXPECT_EQ(gone.sd_busy, -1);
  EXPECT_EQ(gone.sd_llc_id, 1);
  EXPECT_EQ(gone.sd_llc_size, 1);
  EXPECT_FALSE(s.online.test(1));
  EXPECT_FALSE(s.active.test(1));
}

TEST(Hotplug, a_cpu_that_returns_restores_the_trees_of_boot) {
  auto s = rules().boot(machine_of({2, 2, 2, 2}));
  const auto before = s;
  rules().apply(s, offline(0));
  EXPECT_EQ(moments(s, online(0)), "da");
  for (Cpu c = 0; c < 16; ++c) {
    EXPECT_EQ(chain(s, c), chain(before, c));
    EXPECT_EQ(s.domains.per_cpu(c).sd_llc_id, before.domains.per_cpu(c).sd_llc_id);
    for (int place = 0; place < 4; ++place) {
      EXPECT_EQ(domain(s, c, place).flags, domain(before, c, place).flags);
      EXPECT_EQ(domain(s, c, place).params, domain(before, c, place).params);
    }
  }
  EXPECT_GT(s.domains.domains.size(), before.domains.domains.size()) << "numbers are never used again";
}

TEST(Hotplug, domains_built_on_the_way_down_still_count_the_cpu_in_numa_intervals) {
  auto s = rules().boot(machine_of({2, 1, 2, 2}));
  rules().apply(s, offline(7));
  EXPECT_EQ(domain(s, 0, 2).span_weight, 7);
  EXPECT_EQ(domain(s, 0, 2).params.min_interval, 8u);
  rules().apply(s, offline(6));
  EXPECT_EQ(domain(s, 0, 2).params.min_interval, 7u);
}

TEST(Hotplug, a_cpu_that_was_not_up_at_boot_joins_with_its_node) {
  Machine m = machine_of({2, 1, 2, 1});
  m.cpu(2).online = m.cpu(3).online = false;
  auto s = rules().boot(m);
  EXPECT_EQ(chain(s, 0), "MC{0-1}");
  rules().apply(s, online(3));
  EXPECT_EQ(chain(s, 0), "MC{0-1} NUMA{0-1,3}");
  EXPECT_EQ(chain(s, 3), "NUMA{0-1,3}");
  EXPECT_EQ(domain(s, 3, 0).params.min_interval, 3u);
  expect_sound(s);
}

TEST(Hotplug, ends_the_isolation_of_isolated_cpus_in_this_era) {
  Machine m = machine_of({1, 1, 4, 1});
  m.cpu(3).isolated = true;
  auto s = rules().boot(m);
  EXPECT_EQ(chain(s, 0), "MC{0-2}");
  EXPECT_EQ(moments(s, offline(1)), "dda") << "one partition without CPU 3 first, then the cpusets'";
  EXPECT_EQ(chain(s, 0), "MC{0,2-3}");
  EXPECT_EQ(chain(s, 3), "MC{0,2-3}");
}

TEST(Partition, the_default_one_of_a_running_system_changes_nothing) {
  auto s = rules().boot(machine_of({2, 1, 2, 2}));
  const auto built = s.domains.domains.size();
  EXPECT_EQ(moments(s, partition({})), "a");
  EXPECT_EQ(s.domains.domains.size(), built);
}

TEST(Partition, has_domains_of_its_own) {
  auto s = rules().boot(machine_of({2, 2, 2, 1}));
  EXPECT_EQ(moments(s, partition({{CpuMask::range(0, 1), -1}, {CpuMask::range(2, 6), -1}})), "da");
  EXPECT_EQ(chain(s, 0), "MC{0-1}");
  EXPECT_EQ(chain(s, 2), "MC{2-3} NUMA{2-6}");
  EXPECT_EQ(chain(s, 6), "CPU{4-6} NUMA{2-6}");
  EXPECT_EQ(chain(s, 7), "") << "in no partition";
  EXPECT_EQ(domain(s, 6, 1).params.min_interval, 8u) << "the weight of the level, not of the partition";
}

TEST(Partition, that_stays_keeps_its_domains) {
  auto s = rules().boot(machine_of({2, 1, 4, 1}));
  const Partition left{CpuMask::range(0, 3), -1};
  rules().apply(s, partition({left, {CpuMask::range(4, 7), -1}}));
  const int kept = s.domains.per_cpu(0).sd, changed = s.domains.per_cpu(4).sd;
  EXPECT_EQ(moments(s, partition({{CpuMask::range(4, 6), -1}, left})), "da");
  EXPECT_EQ(s.domains.per_cpu(0).sd, kept);
  EXPECT_FALSE(s.domains.get(kept)->freed);
  EXPECT_NE(s.domains.per_cpu(4).sd, changed);
  EXPECT_TRUE(s.domains.get(changed)->freed);
  rules().apply(s, partition({{left.cpus, 0}}));
  EXPECT_NE(s.domains.per_cpu(0).sd, kept) << "another request is another partition";
}

TEST(Partition, is_torn_down_for_hotplug_and_restored_without_the_cpu) {
  auto s = rules().boot(machine_of({2, 1, 4, 1}));
  rules().apply(s, partition({{CpuMask::range(0, 3), -1}, {CpuMask::range(4, 7), -1}}));
  std::vector<std::string> seen;
  rules().apply(s, offline(3), [&](const DomainState& now, DomainMoment) {
    seen.push_back(chain(now, 0) + "|" + chain(now, 4));
    expect_sound(now);
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"|MC{4-7}", "|", "|", "MC{0-2}|MC{4-7}"}));
}

TEST(Partition, does_not_get_a_returning_cpu_back) {
  auto s = rules().boot(machine_of({2, 1, 4, 1}));
  rules().apply(s, partition({{CpuMask::range(0, 3), -1}, {CpuMask::range(4, 7), -1}}));
  rules().apply(s, offline(3));
  rules().apply(s, online(3));
  EXPECT_EQ(chain(s, 0), "MC{0-2}");
  EXPECT_EQ(chain(s, 3), "") << "cpusets only ever lose CPUs to hotplug";
  rules().apply(s, partition({}));
  EXPECT_EQ(chain(s, 3), "MC{0-3} NUMA{0-7}");
}

TEST(Partition, can_lose_all_its_cpus) {
  auto s = rules().boot(machine_of({1, 1, 3, 1}));
  rules().apply(s, partition({{CpuMask{0}, -1}, {CpuMask{1, 2}, -1}}));
  EXPECT_EQ(chain(s, 0), "");
  rules().apply(s, offline(0));
  EXPECT_EQ(chain(s, 1), "MC{1-2}");
  rules().apply(s, online(0));
  EXPECT_EQ(chain(s, 0), "");
  expect_sound(s);
}

TEST(Hotplug, keeps_every_tree_sound_over_a_long_sequence_in_every_policy) {
  for (const auto& policy : domain_rule_names())
    for (Machine m : {on_a_line(machine_of({4, 1, 1, 2})), machine_of({2, 2, 2, 1}),
                      with_llcs({0, 0, 1, 1, 1, 2, 3, 3})}) {
      m.cpu(5).isolated = true;
      m.cpu(6).online = false;
      auto s = rules(policy).boot(m);
      for (const DomainEvent& e :
           {offline(0), online(6), partition({{CpuMask{1, 2, 3}, 0}, {CpuMask{4, 5}, -1}}), offline(2),
            offline(4), online(0), tick(1), nohz_enter(1), offline(5), online(4), partition({}), online(2),
            online(5)})
        moments(s, e, rules(policy));
      for (Cpu c = 0; c < 8; ++c) EXPECT_NE(chain(s, c), "") << policy;
    }
}

}  // namespace
}  // namespace schedproof::model::testing
