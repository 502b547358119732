// SPDX-License-Identifier: GPL-2.0-or-later
// Groups and powers of overlapping levels, and the repair 585b6d2723dc.
#include "machines.h"

namespace schedproof::model::testing {
namespace {

using Powers = std::vector<std::uint64_t>;

int groups_outside(const DomainState& s) {
  int n = 0;
  for (const SchedDomain& sd : s.domains.domains)
    if (!sd.freed)
      for (int g : sd.groups) n += !s.domains.group(g).span.subset_of(sd.span);
  return n;
}
int domains_not_covered(const DomainState& s) {
  int n = 0;
  for (const SchedDomain& sd : s.domains.domains) {
    if (sd.freed) continue;
    CpuMask covered;
    for (int g : sd.groups) covered |= s.domains.group(g).span;
    n += !sd.span.subset_of(covered);
  }
  return n;
}

TEST(OverlapGroups, on_a_ring_of_four_nodes_are_nodes_then_neighbourhoods) {
  const auto s = rules().boot(on_a_ring(machine_of({4, 1, 2, 1})));
  EXPECT_EQ(ring(s, domain(s, 0, 1)), "{0-1}{2-3}{6-7}");
  EXPECT_EQ(ring(s, domain(s, 4, 1)), "{4-5}{6-7}{2-3}");
  EXPECT_EQ(ring(s, domain(s, 0, 2)), "{0-3,6-7}{2-7}");
  EXPECT_EQ(powers(s, domain(s, 0, 1)), (Powers{2048, 2048, 2048}));
  EXPECT_EQ(powers(s, domain(s, 0, 2)), (Powers{6144, 6144}));
  EXPECT_EQ(groups_outside(s), 0);
  EXPECT_EQ(domains_not_covered(s), 0);
  expect_sound(s);
}

TEST(OverlapGroups, are_private_to_each_cpu_and_share_their_powers) {
  const auto s = rules().boot(on_a_ring(machine_of({4, 1, 2, 1})));
  const auto &a = domain(s, 0, 1), &b = domain(s, 1, 1);
  EXPECT_EQ(ring(s, a), ring(s, b));
  for (std::size_t i = 0; i < a.groups.size(); ++i) {
    EXPECT_NE(a.groups[i], b.groups[i]);
    EXPECT_EQ(s.domains.group(a.groups[i]).power, s.domains.group(b.groups[i]).power);
    EXPECT_EQ(s.domains.group(a.groups[i]).ref, 0);
  }
}

TEST(OverlapGroups, leave_their_domain_where_four_nodes_are_in_a_line) {
  const auto s = rules().boot(on_a_line(machine_of({4, 1, 2, 1})));
  EXPECT_EQ(chain(s, 0), "MC{0-1} NUMA{0-3} NUMA{0-5} NUMA{0-7}");
  EXPECT_EQ(chain(s, 2), "MC{2-3} NUMA{0-5} NUMA{0-7}");
  EXPECT_EQ(ring(s, domain(s, 0, 1)), "{0-1}{2-3}");
  EXPECT_EQ(ring(s, domain(s, 2, 1)), "{2-3}{4-5}{0-1}");
  EXPECT_EQ(ring(s, domain(s, 0, 2)), "{0-3}{2-7}") << "{2-7} is not inside {0-5}";
  EXPECT_EQ(ring(s, domain(s, 6, 2)), "{4-7}{0-5}");
  EXPECT_EQ(ring(s, domain(s, 0, 3)), "{0-5}{2-7}");
  EXPECT_GT(groups_outside(s), 0);
  EXPECT_EQ(domains_not_covered(s), 0);
  expect_sound(s);
}

TEST(OverlapGroups, the_ring_starts_at_the_group_that_the_cpu_balances_for) {
  const auto s = rules().boot(on_a_line(machine_of({4, 1, 2, 1})));
  EXPECT_EQ(ring(s, domain(s, 2, 2)), "{2-7}{0-3}") << "CPU 2 is in both and balances for {2-7}";
  EXPECT_EQ(ring(s, domain(s, 3, 2)), "{0-3}{2-7}") << "CPU 3 balances for neither";
  EXPECT_EQ(s.domains.group(domain(s, 2, 2).groups[0]).balance_cpu(), 2);
}

TEST(OverlapGroups, the_mask_leaves_out_cpus_whose_chain_ends_below) {
  const auto s = rules().boot(on_a_line(machine_of({4, 1, 2, 1})));
  for (int g : domain(s, 0, 3).groups) EXPECT_EQ(s.domains.group(g).mask, (CpuMask{0, 1, 6, 7}));
  EXPECT_EQ(s.domains.group(domain(s, 0, 3).groups[0]).balance_cpu(), 0);
  EXPECT_EQ(s.domains.group(domain(s, 0, 3).groups[1]).balance_cpu(), 6);
}

TEST(OverlapGroups, stay_inside_with_585b6d2723dc) {
  const auto s = rules("v3.13+585b6d2723dc").boot(on_a_line(machine_of({4, 1, 2, 1})));
  EXPECT_EQ(ring(s, domain(s, 0, 2)), "{0-3}{4-5}");
  EXPECT_EQ(ring(s, domain(s, 6, 2)), "{2-7}{2-3}");
  EXPECT_EQ(ring(s, domain(s, 0, 3)), "{0-5}{2-7}") << "what was right stays as it was";
  EXPECT_EQ(powers(s, domain(s, 0, 2)), (Powers{4096, 2048}));
  EXPECT_EQ(groups_outside(s), 0);
  EXPECT_EQ(domains_not_covered(s), 0);
  expect_sound(s);
}

TEST(OverlapGroups, leave_their_domain_exactly_where_more_than_two_hops_are_possible) {
  struct Case {
    Machine machine;
    bool outside;
  };
  const Case cases[] = {
      {on_a_ring(machine_of({4, 1, 2, 2})), false}, {on_a_ring(machine_of({5, 1, 2, 1})), false},
      {on_a_line(machine_of({3, 1, 2, 1})), false}, {on_a_line(machine_of({4, 1, 1, 1})), true},
      {on_a_ring(machine_of({6, 1, 2, 1})), true},  {on_a_ring(machine_of({8, 2, 1, 2})), true},
      {on_a_line(machine_of({8, 1, 2, 1})), true},  {machine_of({8, 1, 2, 1}), false}};
  for (const Case& c : cases) {
    const auto s = rules().boot(c.machine), mended = rules("v3.13+585b6d2723dc").boot(c.machine);
    EXPECT_EQ(groups_outside(s) > 0, c.outside) << c.machine.nr_nodes();
    EXPECT_EQ(groups_outside(mended), 0) << c.machine.nr_nodes();
    EXPECT_EQ(domains_not_covered(s), 0);
    EXPECT_EQ(domains_not_covered(mended), 0);
    for (Cpu i = 0; i < c.machine.nr_cpus(); ++i) EXPECT_EQ(chain(s, i), chain(mended, i));
    expect_sound(s);
    expect_sound(mended);
  }
}

// While domains are built no CPU has any, so a group adds up rq->cpu_power; of CPUs below its balance CPU
// that is the value of the last build, 1024 at boot.
TEST(OverlapGroupPower, counts_threads_as_whole_cpus_until_the_second_build) {
  auto s = rules().boot(on_a_line(machine_of({4, 1, 1, 2})));
  EXPECT_EQ(ring(s, domain(s, 0, 3)), "{0-5}{2-7}");
  EXPECT_EQ(powers(s, domain(s, 0, 3)), (Powers{6 * 589, 4 * 1024 + 2 * 589}));
  rules().apply(s, partition({{CpuMask::first_n(8), 0}}));
  EXPECT_EQ(powers(s, domain(s, 0, 3)), (Powers{6 * 589, 6 * 589}));
}

TEST(OverlapGroupPower, sums_the_child_groups_where_those_do_not_overlap) {
  const auto s = rules().boot(machine_of({2, 2, 2, 2}));
  EXPECT_EQ(powers(s, domain(s, 9, 3)), (Powers{8 * 589, 8 * 589}));
}

TEST(OverlapGroupPower, is_read_through_a_null_run_queue_pointer_in_rc1) {
  const Machine line = on_a_line(machine_of({3, 1, 1, 1}));
  const auto rc1 = rules("v3.13-rc1").boot(line);
  ASSERT_FALSE(rc1.bad_dereferences.empty());
  EXPECT_EQ(rc1.bad_dereferences[0].pointer, "rq->sd");
  EXPECT_TRUE(rc1.bad_dereferences[0].null);
  for (const char* policy : {"v3.13-rc3", "v3.13"})
    EXPECT_TRUE(rules(policy).boot(line).bad_dereferences.empty());
  EXPECT_TRUE(rules("v3.13-rc1").boot(machine_of({2, 1, 2, 1})).bad_dereferences.empty()) << "one NUMA level";
}

// Where no CPU's own ring starts at a group, nobody computes its power. sg_capacity() divides by power_orig.
TEST(OverlapGroupPower, keeps_power_orig_0_in_release_candidates_where_nobody_computes_it) {
  const auto zeros = [](std::string_view policy) {
    const auto s = rules(policy).boot(on_a_line(machine_of({4, 1, 2, 1})));
    return std::count_if(s.domains.powers.begin(), s.domains.powers.end(),
                         [](const SchedGroupPower& p) { return !p.freed && p.power_orig == 0; });
  };
  EXPECT_EQ(zeros("v3.13-rc3"), 2);
  EXPECT_EQ(zeros("v3.13-rc1"), 2);
  EXPECT_EQ(zeros("v3.13"), 0);
}

}  // namespace
}  // namespace schedproof::model::testing
