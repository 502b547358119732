// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/cli/xml.h"

namespace schedproof::cli {
namespace {

Outcome gate(const std::string& base, const std::string& patch, const Words& more = {}) {
  Words arguments{"gate", "--base", base, "--patch", patch, "--machine", "x5472", "--machine", "desktop4"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return schedproof(arguments);
}

std::map<std::string, int> changes(const Outcome& run) {
  std::map<std::string, int> count;
  for (const auto& result : run.results()) ++count[result.at("change")];
  return count;
}

TEST(Gate, a_patch_that_breaks_a_claim_is_stopped) {
  const auto run = gate("v3.13", "v3.13-rc3");
  EXPECT_EQ(run.exit, 1) << run.out << run.err;
  EXPECT_NE(run.out.find("v3.13-rc3 against v3.13\n"), std::string::npos);
  EXPECT_NE(run.out.find("new violation  idle_sibling_shares_cache          x5472"), std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("new violation  idle_sibling_finds_idle_group      desktop4"), std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("does not share cache with target"), std::string::npos)
      << "with the sentence: " << run.out;
  EXPECT_EQ(run.out.find("fixed"), std::string::npos) << run.out;
}

TEST(Gate, a_patch_that_mends_one_passes) {
  const auto run = gate("v3.13-rc3", "v3.13");
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
  EXPECT_NE(run.out.find("fixed          idle_sibling_shares_cache          x5472"), std::string::npos)
      << run.out;
  EXPECT_EQ(run.out.find("new violation"), std::string::npos) << run.out;
}

TEST(Gate, a_patch_that_trades_one_violation_for_another_is_stopped) {
  const auto run = gate("v3.13-rc1", "v3.13-rc3", {"--json"});
  EXPECT_EQ(run.exit, 1) << run.err;
  const auto count = changes(run);
  EXPECT_GT(count.at("new violation"), 0);
  EXPECT_GT(count.at("fixed"), 0);
}

TEST(Gate, another_value_of_a_constant_is_a_patch) {
  const auto run = gate("v3.13", "v3.13", {"--set", "SD_MC_INIT.imbalance_pct=117"});
  EXPECT_EQ(run.exit, 1) << run.out << run.err;
  EXPECT_NE(run.out.find("new violation  templates_are_the_kernels          desktop4"), std::string::npos)
      << run.out;
}

TEST(Gate, a_feature_that_breaks_nothing_leaves_all_unchanged) {
  const auto run = gate("v3.13", "v3.13+NO_LB_BIAS", {"--json"});
  EXPECT_EQ(run.exit, 0) << run.err;
  EXPECT_EQ(changes(run).size(), 1u) << run.out;
  EXPECT_EQ(changes(run).begin()->first, "unchanged");
}

TEST(Gate, what_the_budget_leaves_open_is_undecided_and_not_passed) {
  const auto run = gate("v3.13", "v3.13-rc3", {"--budget", "0.001", "--json"});
  EXPECT_EQ(run.exit, 3) << run.err;
  const auto count = changes(run);
  EXPECT_GT(count.at("undecided"), 0);
  EXPECT_EQ(count.count("new violation"), 0u);
}

TEST(Gate, proofs_can_gate_too) {
  const auto run = gate("v3.13", "v3.13-rc3", {"--engine", "prove", "--claim", "idle_sibling_shares_cache"});
  EXPECT_EQ(run.exit, 1) << run.out << run.err;
  EXPECT_NE(run.out.find("new violation  idle_sibling_shares_cache          x5472"), std::string::npos)
      << run.out;
}

TEST(Gate, the_junit_report_fails_exactly_where_the_gate_does) {
  Folder folder;
  const auto run = gate("v3.13", "v3.13-rc3", {"--junit", folder / "gate.xml", "--json"});
  int failures = 0, cases = 0;
  for (const auto& element : read_xml(text_of(folder / "gate.xml"))) {
    failures += element.name == "failure" ? 1 : 0;
    cases += element.name == "testcase" ? 1 : 0;
  }
  const auto count = changes(run);
  EXPECT_EQ(failures, count.at("new violation"));
  EXPECT_EQ(cases, static_cast<int>(run.json().at("results").size()));

  const auto passed = gate("v3.13-rc3", "v3.13", {"--junit", folder / "passed.xml"});
  EXPECT_EQ(passed.exit, 0);
  for (const auto& element : read_xml(text_of(folder / "passed.xml"))) EXPECT_NE(element.name, "failure");
}

TEST(Gate, saves_the_scenarios_of_both_sides) {
  Folder folder;
  gate("v3.13-rc1", "v3.13-rc3", {"--save", folder.path()});
  bool base = false, patch = false;
  Words replay{"replay"};
  for (const auto& file : folder.files()) {
    base = base || file.starts_with("v3.13-rc1-");
    patch = patch || file.starts_with("v3.13-rc3-");
    replay.push_back(folder / file);
  }
  EXPECT_TRUE(base);
  EXPECT_TRUE(patch);
  EXPECT_EQ(schedproof(replay).exit, 0);
}

}  // namespace
}  // namespace schedproof::cli
