// SPDX-License-Identifier: GPL-2.0-or-later
// Every command explains itself with an example, and the example does what it says.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace schedproof::cli {
namespace {

struct Expected {
  Words command;
  int exit;            // of its example
  const char* prints;  // a part of what the example prints
};

const Expected kCommands[] = {{{"check"}, 0, "saved found/v3.13-rc3-"},
                              {{"generate"}, 0, "idle_sibling_shares_cache          holds"},
                              {{"prove"}, 0, "idle_sibling_shares_cache          holds"},
                              {{"gate"}, 1, "new violation"},
                              {{"replay"}, 0, "known violation"},
                              {{"explain"}, 0, "not cpu 1"},
                              {{"minimise"}, 0, "small.scenario.json"},
                              {{"machine"}, 0, "sd_llc domain 1 CPU"},
                              {{"machine", "list"}, 0, "\"x5472\""},
                              {{"machine", "show"}, 0, "\"domains\""},
                              {{"machine", "check"}, 0, "can run it"},
                              {{"policies"}, 0, "known_violations"},
                              {{"claims"}, 0, "premises"},
                              {{"rules"}, 0, "decisions"}};

std::string example_of(const Words& command) {
  auto arguments = command;
  arguments.push_back("--help");
  const auto help = schedproof(arguments);
  EXPECT_EQ(help.exit, 0);
  EXPECT_EQ(help.err, "");
  const std::string mark = "\nExample: schedproof ";
  const auto at = help.out.find(mark);
  if (at == std::string::npos) return "";
  const auto begin = at + mark.size();
  return help.out.substr(begin, help.out.find('\n', begin) - begin);
}

TEST(Help, the_program_lists_its_commands_and_exit_codes) {
  const auto help = schedproof({"--help"});
  EXPECT_EQ(help.exit, 0);
  for (const auto& known : kCommands)
    EXPECT_NE(help.out.find("\n  " + known.command[0] + " "), std::string::npos);
  EXPECT_NE(help.out.find("Exit codes: 0 holds, 1 violated, 2 bad input"), std::string::npos);
}

// A command that is new and not listed above is found by its line in the program's help.
TEST(Help, no_command_is_missing_here) {
  const auto help = schedproof({"--help"}).out;
  const auto begin = help.find("Subcommands:");
  ASSERT_NE(begin, std::string::npos);
  std::istringstream lines(help.substr(begin));
  std::string line;
  while (std::getline(lines, line)) {
    if (!line.starts_with("  ") || line.starts_with("   ")) continue;
    const auto name = line.substr(2, line.find(' ', 2) - 2);
    const bool known = std::any_of(std::begin(kCommands), std::end(kCommands),
                                   [&](const Expected& e) { return e.command[0] == name; });
    EXPECT_TRUE(known) << name;
  }
}

TEST(Help, the_version_is_printed) {
  const auto run = schedproof({"--version"});
  EXPECT_EQ(run.exit, 0);
  EXPECT_EQ(run.out, "schedproof " SCHEDPROOF_VERSION "\n");
}

class Example : public testing::TestWithParam<Expected> {};

TEST_P(Example, runs_and_prints_what_it_promises) {
  const auto example = example_of(GetParam().command);
  ASSERT_FALSE(example.empty()) << "no Example line";
  Folder folder;  // holds the files that the examples name
  std::filesystem::create_directory_symlink(source("counterexamples"), folder / "counterexamples");
  const auto scenario =
      text_of(source("counterexamples/corpus/v3.13-rc3-idle_sibling_shares_cache.scenario.json"));
  write(folder / "found.scenario.json", scenario);
  write(folder / "big.scenario.json", scenario);
  HowToRun how;
  how.folder = folder.path();
  const auto run = schedproof_line(example, how);
  EXPECT_EQ(run.exit, GetParam().exit) << example << "\n" << run.out << run.err;
  EXPECT_NE(run.out.find(GetParam().prints), std::string::npos) << example << "\n" << run.out;
}

INSTANTIATE_TEST_SUITE_P(All, Example, testing::ValuesIn(kCommands), [](const auto& info) {
  std::string name;
  for (const auto& word : info.param.command) name += (name.empty() ? "" : "_") + word;
  return name;
});

}  // namespace
}  // namespace schedproof::cli
