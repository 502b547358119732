// SPDX-License-Identifier: GPL-2.0-or-later
// The same seed gives the same report, however many workers there are.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace schedproof::cli {
namespace {

Json report(Words arguments, const Words& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.push_back("--json");
  const auto run = schedproof(arguments);
  EXPECT_EQ(run.err, "");
  return without_seconds(run.json());
}

const Words kDrawn{"generate", "--policy", "v3.13-rc3", "--policy", "v3.13", "--cases", "300"};
const Words kChecked{"check", "--policy", "v3.13-rc3", "--machine", "x5472", "--machine", "two-socket-smt"};

TEST(Repeat, the_same_seed_gives_the_same_report) {
  EXPECT_EQ(report(kDrawn, {"--seed", "7"}), report(kDrawn, {"--seed", "7"}));
  EXPECT_EQ(report(kChecked, {"--seed", "7"}), report(kChecked, {"--seed", "7"}));
}

TEST(Repeat, another_seed_draws_other_cases) {
  EXPECT_NE(report(kChecked, {"--seed", "7"})["results"].dump(),
            report(kChecked, {"--seed", "8"})["results"].dump());
  const Words quick{"generate", "--policy", "v3.13-rc3", "--claim", "idle_sibling_shares_cache"};
  bool differ = false;  // the number of cases that it took
  for (const char* seed : {"2", "3", "4"})
    differ = differ || report(quick, {"--seed", "1"})["results"][0]["cases"] !=
                           report(quick, {"--seed", seed})["results"][0]["cases"];
  EXPECT_TRUE(differ);
}

TEST(Repeat, the_number_of_workers_does_not_change_the_report) {
  const auto one = report(kDrawn, {"--jobs", "1"});
  EXPECT_EQ(one, report(kDrawn, {"--jobs", "2"}));
  EXPECT_EQ(one, report(kDrawn, {"--jobs", "7"}));
}

TEST(Repeat, nor_that_of_a_proof) {
  const Words proof{"prove",
                    "--policy",
                    "v3.13",
                    "--policy",
                    "v3.13-rc3",
                    "--machine",
                    "desktop4",
                    "--claim",
                    "idle_sibling_shares_cache",
                    "--claim",
                    "idle_sibling_finds_idle_group"};
  EXPECT_EQ(report(proof, {"--jobs", "1"}), report(proof, {"--jobs", "4"}));
}

TEST(Repeat, a_machine_is_judged_alike_alone_and_among_others) {
  const auto among = report(kChecked, {});
  auto alone = kChecked;
  alone.resize(5);  // up to the first machine
  const auto results = report(alone, {})["results"];
  std::size_t i = 0;
  for (const auto& result : among["results"])
    if (result["machine"] == "x5472") {
      EXPECT_EQ(result, results.at(i));
      ++i;
    }
  EXPECT_EQ(i, results.size());
}

}  // namespace
}  // namespace schedproof::cli
