// SPDX-License-Identifier: GPL-2.0-or-later
// Every violation that a policy lists is kept as a scenario, as small as it goes, with the same case mended
// beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "counterexamples/replay.h"
#include "counterexamples/scenario_reader.h"

namespace schedproof::counterexamples {
namespace {

struct Listed {
  std::string policy;
  model::KnownViolation known;
  std::string suffix;  // "-2" for a claim that the policy lists for a second reason
  std::string name() const { return policy + "-" + known.claim + suffix; }
};

std::vector<Listed> listed() {
  std::vector<Listed> all;
  std::map<std::string, int> times;
  for (const auto& name : model::policy_names())
    for (const auto& known : model::find_policy(name).known_violations) {
      const int n = ++times[name + " " + known.claim];
      all.push_back({name, known, n == 1 ? "" : "-" + std::to_string(n)});
    }
  return all;
}

std::string file_of(std::string name, const std::string& end = "") {
  name += end + ".scenario.json";
  std::replace(name.begin(), name.end(), '+', '_');
  return SCHEDPROOF_SOURCE_DIR "/counterexamples/corpus/" + name;
}

class ListedViolation : public testing::TestWithParam<Listed> {};

TEST_P(ListedViolation, is_kept_as_a_scenario_that_shows_it) {
  const auto& [policy, known, suffix] = GetParam();
  const auto file = file_of(GetParam().name());
  ASSERT_TRUE(std::filesystem::exists(file))
      << file << " is missing; run scripts/refresh-corpus.sh " << known.claim;
  const auto scenario = read_scenario_file(file);
  EXPECT_EQ(scenario.policy, policy);
  ASSERT_TRUE(scenario.claim.has_value());
  EXPECT_EQ(scenario.claim->id, known.claim);
  EXPECT_EQ(scenario.claim->verdict, "known violation");
  EXPECT_TRUE(known.on(scenario.machine, scenario.options)) << "the machine is none of " << known.where;
  EXPECT_EQ(replay(scenario).difference, "");
}

TEST_P(ListedViolation, is_gone_in_the_same_case_under_the_policy_that_mends_it) {
  const auto& [policy, known, suffix] = GetParam();
  if (known.mended_by.empty()) {
    EXPECT_FALSE(std::filesystem::exists(file_of(GetParam().name(), ".mended"))) << "nothing mends it";
    return;
  }
  const auto file = file_of(GetParam().name(), ".mended");
  ASSERT_TRUE(std::filesystem::exists(file))
      << file << " is missing; run scripts/refresh-corpus.sh " << known.claim;
  const auto mended = read_scenario_file(file);
  EXPECT_EQ(mended.policy, known.mended_by);
  EXPECT_EQ(mended.claim->id, known.claim);
  EXPECT_EQ(mended.claim->verdict, "holds");
  EXPECT_EQ(replay(mended).difference, "");
  const auto under =
      replay_under(read_scenario_file(file_of(GetParam().name())), model::find_policy(known.mended_by));
  EXPECT_EQ(under.verdict, "holds");
}

INSTANTIATE_TEST_SUITE_P(All, ListedViolation, testing::ValuesIn(listed()), [](const auto& info) {
  std::string name = info.param.name();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

struct Size {
  const char* claim;
  int cpus;
  int busy;  // CPUs that run something, the waker's included
};

TEST(MinimalSizes, of_v3_13_rc3_are_as_small_as_the_bug_allows) {
  for (const Size& expected :
       {Size{"sd_llc_names_cache_domain", 2, 0}, Size{"idle_sibling_finds_idle_group", 2, 1},
        Size{"idle_sibling_shares_cache", 3, 1}, Size{"affine_wakeup_ends_in_llc", 3, 1}}) {
    const auto scenario = read_scenario_file(file_of(std::string("v3.13-rc3-") + expected.claim));
    EXPECT_EQ(scenario.machine.nr_cpus(), expected.cpus) << expected.claim;
    auto busy = scenario.busy;
    for (const auto& task : scenario.tasks)
      if (task.status != model::ScenarioTask::Status::sleeping) busy.set(task.cpu);
    EXPECT_EQ(busy.weight(), expected.busy) << expected.claim;
    EXPECT_TRUE(scenario.cpus.empty()) << expected.claim;
    EXPECT_TRUE(scenario.groups.empty()) << expected.claim;
    EXPECT_LE(scenario.events.size(), 1u) << expected.claim;
  }
  const auto shares = read_scenario_file(file_of("v3.13-rc3-idle_sibling_shares_cache"));
  EXPECT_EQ(shares.machine.llc_mask(0).to_list(), "0-1");
  EXPECT_EQ(shares.machine.llc_mask(2).to_list(), "2");
}

TEST(MinimalSizes, of_the_older_bugs_too) {
  for (const Size& expected : {Size{"percpu_pointers_live", 3, 0}, Size{"sd_busy_is_llc_parent", 3, 0},
                               Size{"no_dead_pointer_followed", 3, 0}, Size{"sd_llc_size_and_id", 1, 0}}) {
    const auto scenario = read_scenario_file(file_of(std::string("v3.13-rc1-") + expected.claim));
    EXPECT_EQ(scenario.machine.nr_cpus(), expected.cpus) << expected.claim;
    EXPECT_TRUE(scenario.tasks.empty()) << expected.claim;
    EXPECT_TRUE(scenario.busy.empty()) << expected.claim;
    EXPECT_LE(scenario.events.size(), 1u) << expected.claim;
  }
}

}  // namespace
}  // namespace schedproof::counterexamples
