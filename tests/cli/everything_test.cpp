// SPDX-License-Identifier: GPL-2.0-or-later
// The command that every user runs first.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/cli/program.h"

namespace schedproof::cli {
namespace {

TEST(Everything, check_without_arguments_passes_in_under_two_minutes_and_says_what_it_did) {
  HowToRun how;
  how.seconds = 280;
  const auto run = schedproof({"check"}, how);
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
#ifdef NDEBUG
#error "assertions are meant to be on in every build"
#endif
#if !defined(__SANITIZE_ADDRESS__) && defined(__OPTIMIZE__)
  EXPECT_LT(run.seconds, 120);
#endif
  for (const auto& policy : schedproof({"policies", "--json"}).json())
    EXPECT_NE(run.out.find(policy.at("name").get<std::string>() + "\n"), std::string::npos);
  for (const auto& claim : schedproof({"claims", "--json"}).json())
    EXPECT_NE(run.out.find(" " + claim.at("id").get<std::string>() + " "), std::string::npos);
  const auto engine = run.out.find("\ngenerate: ");
  ASSERT_NE(engine, std::string::npos) << run.out;
  const auto line = run.out.substr(engine + 1, run.out.find('\n', engine + 1) - engine - 1);
  EXPECT_NE(line.find("on live, "), std::string::npos) << line;
  for (const auto& machine : schedproof({"machine", "list", "--json"}).json())
    EXPECT_NE(line.find(machine.at("name").get<std::string>()), std::string::npos) << line;
  EXPECT_NE(run.out.find("\n  bound: at most 200 generated cases of each claim\n"), std::string::npos)
      << run.out;
}

// Every violation that a policy lists is found on drawn machines, but for those that take a rare state, and
// nothing else is.
TEST(Everything, generate_without_arguments_finds_exactly_the_listed_violations) {
  HowToRun how;
  how.seconds = 280;
  const auto run = schedproof({"generate", "--cases", "3000", "--json"}, how);
  EXPECT_EQ(run.exit, 0) << run.err;
  std::set<std::string> found, listed, certain;
  for (const auto& result : run.results())
    if (result["verdict"] != "holds")
      found.insert(result["policy"].get<std::string>() + " " + result["claim"].get<std::string>() + " " +
                   result["verdict"].get<std::string>());
  for (const auto& policy : schedproof({"policies", "--json"}).json())
    for (const auto& known : policy["known_violations"]) {
      const auto name =
          policy["name"].get<std::string>() + " " + known["claim"].get<std::string>() + " known violation";
      listed.insert(name);
      if (!known["rare"].get<bool>()) certain.insert(name);
    }
  EXPECT_TRUE(std::includes(listed.begin(), listed.end(), found.begin(), found.end())) << "news was found";
  EXPECT_TRUE(std::includes(found.begin(), found.end(), certain.begin(), certain.end()));
  EXPECT_FALSE(certain.empty());
}

}  // namespace
}  // namespace schedproof::cli
