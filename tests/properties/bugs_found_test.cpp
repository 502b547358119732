// SPDX-License-Identifier: GPL-2.0-or-later
// Each seeded bug is found within a stated number of cases, whatever the seed, and shrinks to a small case.
#include "properties/generators/generate.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace schedproof::properties {
namespace {

using namespace model;

struct Bug {
  const char* policy;
  const char* claim;
  int cases;        // within which it is found
  int median_cpus;  // of the shrunk machine
  int most_cpus;
  int busy;  // CPUs with a queue of their own, the waker's not counted: median
};
void PrintTo(const Bug& bug, std::ostream* out) { *out << bug.policy << " breaks " << bug.claim; }

class BugsFound : public testing::TestWithParam<Bug> {};

TEST_P(BugsFound, within_the_stated_number_of_cases_for_twenty_seeds) {
  const Bug& bug = GetParam();
  std::vector<int> cpus, busy;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    GenerateOptions options;
    options.seed = seed * 7919;
    options.cases = bug.cases;
    const auto result = generate(find_claim(bug.claim), find_policy(bug.policy), options);
    ASSERT_TRUE(result.violated()) << "seed " << options.seed << " " << result.error;
    const auto& s = *result.counterexample;
    cpus.push_back(s.machine.nr_cpus());
    busy.push_back(s.busy.weight() + static_cast<int>(s.cpus.size()));
    EXPECT_LE(s.machine.nr_cpus(), bug.most_cpus) << "seed " << options.seed;
    // What is reported is the shrunk case, and it breaks the claim.
    EXPECT_EQ(judge(find_claim(bug.claim), find_policy(bug.policy), s).because, result.because);
  }
  std::sort(cpus.begin(), cpus.end());
  std::sort(busy.begin(), busy.end());
  EXPECT_LE(cpus[10], bug.median_cpus);
  EXPECT_LE(busy[10], bug.busy);
}

INSTANTIATE_TEST_SUITE_P(Generators, BugsFound,
                         testing::Values(Bug{"v3.13-rc1", "percpu_pointers_live", 60, 3, 4, 0},
                                         Bug{"v3.13-rc1", "no_dead_pointer_followed", 60, 3, 4, 0},
                                         Bug{"v3.13-rc1", "sd_busy_is_llc_parent", 80, 3, 4, 0},
                                         Bug{"v3.13-rc3", "sd_llc_names_cache_domain", 20, 2, 2, 0},
                                         Bug{"v3.13-rc3", "idle_sibling_shares_cache", 150, 3, 4, 0},
                                         Bug{"v3.13-rc3", "affine_wakeup_ends_in_llc", 150, 3, 4, 0},
                                         Bug{"v3.13-rc3", "idle_sibling_finds_idle_group", 120, 2, 3, 0},
                                         Bug{"v3.13", "groups_inside_domain", 100, 4, 5, 0},
                                         Bug{"v3.13", "sd_llc_size_and_id", 100, 1, 2, 0}));

}  // namespace
}  // namespace schedproof::properties
