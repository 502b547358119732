// SPDX-License-Identifier: GPL-2.0-or-later
// docs/verdicts.md, line by line: which exit code comes when, from the program itself.
#include <gtest/gtest.h>
#include <signal.h>

#include "tests/cli/program.h"

namespace schedproof::cli {
namespace {

const char* const kShares = "idle_sibling_shares_cache";

TEST(ExitCodes, zero_when_everything_holds) {
  const auto run = schedproof({"check", "--policy", "v3.13", "--machine", "x5472"});
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
  EXPECT_NE(run.out.find("holds"), std::string::npos);
  EXPECT_EQ(run.out.find("known violation"), std::string::npos);
}

TEST(ExitCodes, zero_for_known_violations_and_one_for_them_with_strict) {
  const Words arguments{"check", "--policy", "v3.13-rc3", "--machine", "x5472", "--claim", kShares};
  const auto run = schedproof(arguments);
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
  EXPECT_NE(run.out.find("\n  idle_sibling_shares_cache          known violation"), std::string::npos)
      << run.out;
  auto strict = arguments;
  strict.push_back("--strict");
  const auto failed = schedproof(strict);
  EXPECT_EQ(failed.exit, 1) << failed.out << failed.err;
  EXPECT_NE(failed.out.find("\n! idle_sibling_shares_cache          known violation"), std::string::npos)
      << "what fails is marked: " << failed.out;
}

TEST(ExitCodes, zero_where_no_claim_applies_and_the_reason_is_printed) {
  const auto run = schedproof({"check", "--policy", "v3.13", "--machine", "one-cpu", "--claim", kShares});
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
  EXPECT_NE(run.out.find("not applicable"), std::string::npos);
  EXPECT_NE(run.out.find("no domain shares a cache"), std::string::npos) << run.out;
}

TEST(ExitCodes, one_for_a_violation_that_the_policy_does_not_list) {
  const auto run = schedproof({"check", "--policy", "v3.13", "--machine", "desktop4", "--claim",
                               "templates_are_the_kernels", "--set", "SD_MC_INIT.imbalance_pct=117"});
  EXPECT_EQ(run.exit, 1) << run.out << run.err;
  EXPECT_NE(run.out.find("! templates_are_the_kernels          violated"), std::string::npos) << run.out;
}

// One case of a machine without events shows no stale pointer, and one is all that the run may try.
TEST(ExitCodes, one_for_a_listed_violation_that_is_not_found) {
  const auto run = schedproof(
      {"check", "--policy", "v3.13-rc3", "--machine", "x5472", "--claim", kShares, "--cases", "1"});
  EXPECT_EQ(run.exit, 1) << run.out << run.err;
  EXPECT_NE(run.out.find("known violation not found"), std::string::npos) << run.out;
}

TEST(ExitCodes, two_for_usage_and_bad_input) {
  for (const Words& arguments : {Words{},
                                 Words{"chek"},
                                 Words{"check", "--no-such-option"},
                                 Words{"check", "--cases", "0"},
                                 Words{"check", "--cases", "many"},
                                 Words{"check", "--engine", "guess"},
                                 Words{"check", "--jobs", "0"},
                                 Words{"check", "--budget", "-1"},
                                 Words{"check", "--machine", "no-such-machine"},
                                 Words{"check", "--policy", "v9"},
                                 Words{"check", "--claim", "no_such_claim"},
                                 Words{"check", "--set", "no.such=1"},
                                 Words{"check", "--set", "wa.base_pct"},
                                 Words{"check", "--set", "wa.base_pct=ten"},
                                 Words{"prove", "--policy", "v3.13"},
                                 Words{"gate", "--base", "v3.13"},
                                 Words{"gate", "--base", "v3.13", "--patch", "v3.13"},
                                 Words{"replay"},
                                 Words{"replay", "no-such-file"},
                                 Words{"explain", "no-such-file"},
                                 Words{"minimise", "no-such-file"},
                                 Words{"machine"},
                                 Words{"machine", "show", "no-such-machine"},
                                 Words{"machine", "show", "desktop4", "--policy", "v9"}}) {
    const auto run = schedproof(arguments);
    EXPECT_EQ(run.exit, 2) << testing::PrintToString(arguments) << run.out << run.err;
    EXPECT_FALSE(run.err.empty()) << testing::PrintToString(arguments);
    EXPECT_EQ(run.err.find("internal error"), std::string::npos) << run.err;
  }
}

TEST(ExitCodes, two_when_the_report_cannot_be_written) {
  for (const char* option : {"--junit", "--save"}) {
    const auto run = schedproof({"check", "--policy", "v3.13-rc3", "--machine", "x5472", "--claim", kShares,
                                 option, "/proc/no-such-folder/report"});
    EXPECT_EQ(run.exit, 2) << option << run.out << run.err;
    EXPECT_NE(run.err.find("/proc/no-such-folder"), std::string::npos) << run.err;
  }
}

TEST(ExitCodes, three_when_the_solver_may_not_take_enough_steps) {
  const auto run = schedproof(
      {"prove", "--policy", "v3.13", "--machine", "desktop4", "--claim", kShares, "--rlimit", "100"});
  EXPECT_EQ(run.exit, 3) << run.out << run.err;
  EXPECT_NE(run.out.find("! idle_sibling_shares_cache          inconclusive"), std::string::npos) << run.out;
}

TEST(ExitCodes, three_when_the_budget_ends_before_the_cases_do_and_their_number_is_told) {
  const auto run = schedproof(
      {"generate", "--policy", "v3.13", "--claim", kShares, "--cases", "100000000", "--budget", "0.2"});
  EXPECT_EQ(run.exit, 3) << run.out << run.err;
  EXPECT_LT(run.seconds, 20) << "the budget is kept";
  EXPECT_NE(run.out.find("of 100000000 cases; none of them breaks it"), std::string::npos) << run.out;
}

TEST(ExitCodes, three_and_never_holds_for_cells_that_the_budget_leaves_untouched) {
  for (const char* command : {"generate", "prove"}) {
    const auto run =
        schedproof({command, "--policy", "v3.13", "--machine", "x5472", "--budget", "0.001", "--json"});
    EXPECT_EQ(run.exit, 3) << command << run.out << run.err;
    for (const auto& result : run.results()) {
      if (result["verdict"] == "not applicable") continue;
      EXPECT_EQ(result["verdict"], "inconclusive") << result.dump(2);
    }
  }
}

// One case has one target, and the claim asks for one with each of the two CPUs as the target.
TEST(ExitCodes, four_when_the_situations_of_a_claim_are_not_reached) {
  const auto run = schedproof({"generate", "--policy", "v3.13", "--claim", "affine_wakeup_ends_in_llc",
                               "--cases", "1", "--seed", "1"});
  EXPECT_EQ(run.exit, 4) << run.out << run.err;
  EXPECT_NE(run.out.find("! affine_wakeup_ends_in_llc          vacuous"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("in 1 case: "), std::string::npos) << run.out;
}

TEST(ExitCodes, five_when_a_worker_dies_and_the_other_cells_are_still_judged) {
  HowToRun how;
  bool killed = false;
  how.running = [&](pid_t pid) {
    std::vector<pid_t> workers;
    until([&] { return !(workers = children_of(pid)).empty(); });
    ASSERT_EQ(workers.size(), 1u);
    killed = ::kill(workers.front(), SIGKILL) == 0;
  };
  const auto run = schedproof({"generate", "--policy", "v3.13", "--policy", "v3.13-rc3", "--claim", kShares,
                               "--cases", "20000", "--jobs", "1", "--json"},
                              how);
  ASSERT_TRUE(killed);
  EXPECT_EQ(run.exit, 5) << run.out << run.err;
  const auto results = run.json().at("results");
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0]["verdict"], "error");
  EXPECT_EQ(results[0]["why"], "the worker process died on this cell");
  EXPECT_EQ(results[1]["verdict"], "known violation");
}

}  // namespace
}  // namespace schedproof::cli
