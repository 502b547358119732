// SPDX-License-Identifier: GPL-2.0-or-later
// relax_domain_level: which domains search for work when a CPU goes idle or a task wakes.
#include "machines.h"

namespace schedproof::model::testing {
namespace {

constexpr SdFlags kBoth = SD_BALANCE_WAKE | SD_BALANCE_NEWIDLE;

TEST(RelaxDomainLevel, no_request_leaves_the_templates_alone) {
  for (int none : {-1, -7}) {
    const auto s = rules().boot(machine_of({2, 2, 2, 2}), {.relax_domain_level = none});
    for (int place = 0; place < 4; ++place)
      EXPECT_EQ(domain(s, 0, place).flags & kBoth, SdFlags{SD_BALANCE_NEWIDLE});
  }
}

TEST(RelaxDomainLevel, a_request_switches_both_on_up_to_its_level_and_off_above) {
  for (int request = 0; request <= 5; ++request) {
    const auto s = rules().boot(machine_of({2, 2, 2, 2}), {.relax_domain_level = request});
    EXPECT_EQ(chain(s, 0), "SIBLING{0-1} MC{0-3} CPU{0-7} NUMA{0-15}");
    for (int place = 0; place < 4; ++place)
      EXPECT_EQ(domain(s, 0, place).flags & kBoth, place <= request ? kBoth : 0u) << request << " " << place;
  }
}

TEST(RelaxDomainLevel, counts_levels_as_built_not_as_they_remain) {
  const Machine m = machine_of({2, 1, 2, 2});  // SIBLING 0, MC 1, CPU 2 (removed), NUMA 3
  const auto two = rules().boot(m, {.relax_domain_level = 2});
  EXPECT_EQ(domain(two, 0, 1).flags & kBoth, kBoth);
  EXPECT_EQ(domain(two, 0, 2).flags & kBoth, 0u);
  const auto three = rules().boot(m, {.relax_domain_level = 3});
  EXPECT_EQ(domain(three, 0, 2).flags & kBoth, kBoth);
  const auto cores = rules().boot(machine_of({1, 1, 4, 1}), {.relax_domain_level = 0});
  EXPECT_EQ(chain(cores, 0), "MC{0-3}");
  EXPECT_EQ(domain(cores, 0, 0).flags & kBoth, 0u) << "level 0 was SIBLING, which is gone";
}

TEST(RelaxDomainLevel, never_changes_which_domains_remain) {
  const Machine machines[] = {
      machine_of({1, 1, 4, 1}), machine_of({2, 1, 2, 2}),     on_a_line(machine_of({4, 1, 2, 1})),
      with_llcs({0, 0, 1}),     machine_of({2, 1, 1, 2}, 40), on_a_ring(machine_of({4, 1, 1, 1}))};
  for (const Machine& m : machines) {
    const auto plain = rules().boot(m);
    for (int request = 0; request < 8; ++request) {
      const auto s = rules().boot(m, {.relax_domain_level = request});
      for (Cpu c = 0; c < m.nr_cpus(); ++c) EXPECT_EQ(chain(s, c), chain(plain, c));
    }
  }
}

TEST(RelaxDomainLevel, of_a_partition_comes_before_the_boot_option) {
  auto s = rules().boot(machine_of({2, 2, 2, 2}), {.relax_domain_level = 3});
  rules().apply(s, partition({{CpuMask::first_n(8), 0}, {CpuMask::range(8, 15), -1}}));
  EXPECT_EQ(chain(s, 0), "SIBLING{0-1} MC{0-3} CPU{0-7}");
  EXPECT_EQ(domain(s, 0, 0).flags & kBoth, kBoth);
  EXPECT_EQ(domain(s, 0, 1).flags & kBoth, 0u);
  EXPECT_EQ(domain(s, 8, 2).flags & kBoth, kBoth) << "no request: the boot option";
  expect_sound(s);
}

TEST(RelaxDomainLevel, of_a_partition_is_refused_from_the_top_level_on) {
  auto s = rules().boot(machine_of({2, 2, 2, 2}));  // level_max 3
  const CpuMask all = CpuMask::first_n(16);
  EXPECT_NO_THROW(rules().apply(s, partition({{all, 2}})));
  EXPECT_THROW(rules().apply(s, partition({{all, 3}})), std::invalid_argument);
  EXPECT_THROW(rules().apply(s, partition({{all, -2}})), std::invalid_argument);
  auto flat = rules().boot(Machine::flat(1));
  EXPECT_THROW(rules().apply(flat, partition({{CpuMask{0}, 0}})), std::invalid_argument);
}

}  // namespace
}  // namespace schedproof::model::testing
