// SPDX-License-Identifier: GPL-2.0-or-later
// A misspelt name is answered with the nearest one and with what there is; --set is heard.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace schedproof::cli {
namespace {

struct Misspelt {
  Words arguments;
  const char* nearest;
  const char* accepted;
};

TEST(Names, the_nearest_is_suggested_and_the_accepted_ones_are_listed) {
  for (const Misspelt& m :
       {Misspelt{{"check", "--policy", "v3.13-rc4"}, "did you mean v3.13-rc", "v3.13+585b6d2723dc"},
        Misspelt{{"check", "--policy", "v3.13+NO_LB_BIS"}, "NO_LB_BIS", "LB_BIAS"},
        Misspelt{{"check", "--claim", "idle_sibling_share_cache"},
                 "did you mean idle_sibling_shares_cache?",
                 "groups_cover_domain"},
        Misspelt{{"check", "--machine", "x5427"}, "did you mean x5472?", "two-socket-smt"},
        Misspelt{{"machine", "show", "destop4"}, "did you mean desktop4?", "hwloc"},
        Misspelt{
            {"check", "--set", "wa.basepct=110"}, "did you mean wa.base_pct?", "SD_MC_INIT.imbalance_pct"},
        Misspelt{{"gate", "--base", "v3.13", "--patch", "v3.13-rc2"}, "did you mean v3.13-rc", "v3.13-rc1"},
        Misspelt{
            {"explain", source("counterexamples/corpus/v3.13-rc3-idle_sibling_shares_cache.scenario.json"),
             "--policy", "v3.12"},
            "did you mean v3.13?",
            "v3.13-rc1"}}) {
    const auto run = schedproof(m.arguments);
    EXPECT_EQ(run.exit, 2) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find(m.nearest), std::string::npos) << run.err;
    EXPECT_NE(run.err.find(m.accepted), std::string::npos) << run.err;
  }
}

TEST(Names, features_of_an_era_make_policies) {
  const auto run = schedproof({"check", "--policy", "v3.13+NO_LB_BIAS", "--machine", "desktop4"});
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
  EXPECT_EQ(run.out.find("v3.13+NO_LB_BIAS\n"), 0u) << run.out;
}

// Another group must be lighter by half of imbalance_pct's excess; a hundredth of it is nearly nothing.
TEST(Set, changes_a_verdict_and_the_scenario_says_so) {
  const Words arguments{
      "check", "--policy", "v3.13", "--machine", "x5472", "--claim", "idlest_group_beats_local"};
  EXPECT_EQ(schedproof(arguments).exit, 0);
  Folder folder;
  auto changed = arguments;
  for (const auto& word :
       {std::string("--set"), std::string("fig.margin_divisor=100"), std::string("--save"), folder.path()})
    changed.push_back(word);
  const auto run = schedproof(changed);
  EXPECT_EQ(run.exit, 1) << run.out << run.err;
  EXPECT_NE(run.out.find("! idlest_group_beats_local           violated"), std::string::npos) << run.out;
  ASSERT_EQ(folder.files().size(), 1u);
  const auto file = folder / folder.files()[0];
  EXPECT_NE(text_of(file).find("fig.margin_divisor"), std::string::npos) << text_of(file);
  const auto replayed = schedproof({"replay", file});
  EXPECT_EQ(replayed.exit, 0) << replayed.out << replayed.err;
}

// A constant of the placement rules, in the solver's terms: with no margin at all the lighter group may be
// the local one.
TEST(Set, reaches_the_proof) {
  const Words arguments{
      "prove", "--policy", "v3.13", "--machine", "x5472", "--claim", "idlest_group_beats_local"};
  EXPECT_EQ(schedproof(arguments).exit, 0);
  auto changed = arguments;
  for (const char* word : {"--set", "fig.margin_divisor=100"}) changed.emplace_back(word);
  const auto run = schedproof(changed);
  EXPECT_EQ(run.exit, 1) << run.out << run.err;
}

}  // namespace
}  // namespace schedproof::cli
