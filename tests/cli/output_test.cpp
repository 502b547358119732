// SPDX-License-Identifier: GPL-2.0-or-later
// What a run leaves behind: reports, scenarios, progress; and nothing after Ctrl-C.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "cli/report.h"
#include "tests/cli/program.h"
#include "tests/cli/xml.h"

namespace schedproof::cli {
namespace {

TEST(Xml, the_reader_of_this_test_refuses_what_is_not_well_formed) {
  EXPECT_EQ(read_xml("<?xml version=\"1.0\"?>\n<a b=\"&lt;\"><c/>x</a>\n").size(), 2u);
  for (const char* bad : {"", "<a>", "<a></b>", "<a/><b/>", "<a b=c/>", "<a b=\"<\"/>", "<a>&</a>",
                          "<a>\x01</a>", "x<a/>", "<a b=\"1\" b=\"2\"/>", "<a b=\"1/>"})
    EXPECT_THROW(read_xml(bad), std::runtime_error) << bad;
}

TEST(Junit, is_well_formed_and_counts_failures) {
  Folder folder;
  const auto run = schedproof({"check", "--policy", "v3.13-rc3", "--policy", "v3.13", "--machine", "x5472",
                               "--machine", "one-cpu", "--strict", "--junit", folder / "report.xml"});
  EXPECT_EQ(run.exit, 1);
  EXPECT_EQ(folder.files(), Words{"report.xml"}) << "no temporary file is left";
  const auto elements = read_xml(text_of(folder / "report.xml"));
  EXPECT_EQ(elements.front().name, "testsuites");
  std::map<std::string, int> count;
  for (const auto& element : elements) ++count[element.name];
  EXPECT_EQ(count["testsuite"], 2);
  const auto claims = schedproof({"claims", "--json"}).json().size();
  EXPECT_EQ(count["testcase"], static_cast<int>(4 * claims));
  EXPECT_GT(count["failure"], 0);
  EXPECT_GT(count["skipped"], 0);
  int failures = 0, tests = 0, skipped = 0;
  for (const auto& element : elements)
    if (element.name == "testsuite") {
      failures += std::stoi(element.attribute("failures"));
      tests += std::stoi(element.attribute("tests"));
      skipped += std::stoi(element.attribute("skipped"));
    }
  EXPECT_EQ(failures, count["failure"]);
  EXPECT_EQ(tests, count["testcase"]);
  EXPECT_EQ(skipped, count["skipped"]);
}

TEST(Junit, carries_any_text) {
  CellResult failed, faulty;
  failed.policy = faulty.policy = "a<b>&\"c\"";
  failed.verdict = Verdict::violated;
  failed.why = "1 < 2 && \"x\" > 'y'\n\x01 end";
  faulty.verdict = Verdict::error;
  faulty.why = "]]>";
  const auto elements = read_xml(report_junit({failed, faulty}, false));
  EXPECT_EQ(elements[1].attribute("name"), "a<b>&\"c\"");
  EXPECT_EQ(elements[3].attribute("message"), "1 < 2 && \"x\" > 'y'\n  end");
  EXPECT_EQ(elements[5].name, "error");
}

TEST(Save, writes_a_scenario_of_each_violation_that_replays_and_breaks_the_claim) {
  Folder folder;
  const auto run = schedproof({"check", "--policy", "v3.13-rc3", "--policy", "v3.13-rc1", "--machine",
                               "x5472", "--machine", "desktop4", "--save", folder / "found", "--json"});
  EXPECT_EQ(run.exit, 0) << run.err;
  std::size_t violations = 0;
  for (const auto& result : run.results()) violations += result.contains("scenario") ? 1 : 0;
  ASSERT_GT(violations, 4u);
  Words files, replay{"replay"};
  for (const auto& entry : std::filesystem::directory_iterator(folder / "found"))
    files.push_back(entry.path());
  EXPECT_EQ(files.size(), violations);
  replay.insert(replay.end(), files.begin(), files.end());
  const auto replayed = schedproof(replay);
  EXPECT_EQ(replayed.exit, 0) << replayed.out << replayed.err;
  for (const auto& file : files) {
    const auto scenario = Json::parse(text_of(file));
    EXPECT_EQ(scenario.at("claim").at("verdict"), "known violation") << file;
    EXPECT_EQ(scenario.at("found_by").at("version"), SCHEDPROOF_VERSION) << file;
  }
}

// The same scenario, found by the solver.
TEST(Save, writes_what_a_proof_finds_too) {
  Folder folder;
  const auto run = schedproof({"prove", "--policy", "v3.13-rc3", "--machine", "x5472", "--claim",
                               "idle_sibling_shares_cache", "--save", folder.path()});
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
  ASSERT_EQ(folder.files(), Words{"v3.13-rc3-idle_sibling_shares_cache-x5472.scenario.json"});
  const auto file = folder / folder.files()[0];
  EXPECT_EQ(schedproof({"replay", file}).exit, 0);
  const auto scenario = Json::parse(text_of(file));
  EXPECT_EQ(scenario["machine"]["cpus"], 3);
  EXPECT_EQ(scenario["found_by"]["engine"], "prove");
}

TEST(Progress, is_shown_on_a_terminal_and_not_in_a_pipe) {
  const Words arguments{"check",   "--policy",           "v3.13", "--machine", "desktop4",
                        "--claim", "groups_cover_domain"};
  const auto piped = schedproof(arguments);
  EXPECT_EQ(piped.err, "");
  EXPECT_EQ(piped.out.find('\r'), std::string::npos);
  HowToRun how;
  how.terminal = true;
  const auto shown = schedproof(arguments, how);
  EXPECT_NE(shown.err.find("[1/1] v3.13 groups_cover_domain desktop4"), std::string::npos) << shown.err;
  EXPECT_EQ(shown.out.find('\r'), std::string::npos) << "progress stays out of the report";
}

/// Ends a long run by a signal once its workers are at it.
Outcome stopped(int signal, bool whole_group, const Folder& folder, std::vector<pid_t>& workers) {
  HowToRun how;
  how.running = [&](pid_t pid) {
    until([&] { return (workers = children_of(pid)).size() == 2; });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::kill(whole_group ? -pid : pid, signal);
  };
  return schedproof({"generate", "--cases", "1000000", "--jobs", "2", "--save", folder / "found", "--junit",
                     folder / "report.xml"},
                    how);
}

TEST(Interrupt, ends_a_long_run_quickly_with_130_and_leaves_nothing) {
  for (const bool whole_group : {true, false})  // a terminal signals the whole group, `kill` only the program
    for (const int signal : {SIGINT, SIGTERM}) {
      Folder folder;
      std::vector<pid_t> workers;
      const auto run = stopped(signal, whole_group, folder, workers);
      ASSERT_EQ(workers.size(), 2u);
      EXPECT_EQ(run.exit, 130) << run.err;
      EXPECT_LT(run.seconds, 10);
      EXPECT_EQ(folder.files(), Words{});
      EXPECT_EQ(run.out, "");
      EXPECT_NE(run.err.find("interrupted"), std::string::npos) << run.err;
      for (const pid_t worker : workers) EXPECT_NE(::kill(worker, 0), 0) << "a worker outlives the program";
    }
}

TEST(Interrupt, of_a_gate_writes_nothing_either) {
  Folder folder;
  HowToRun how;
  how.running = [&](pid_t pid) {
    until([&] { return !children_of(pid).empty(); });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::kill(-pid, SIGINT);
  };
  const auto run = schedproof({"gate", "--base", "v3.13", "--patch", "v3.13-rc3", "--cases", "1000000",
                               "--junit", folder / "gate.xml", "--save", folder / "found"},
                              how);
  EXPECT_EQ(run.exit, 130) << run.err;
  EXPECT_EQ(folder.files(), Words{});
}

}  // namespace
}  // namespace schedproof::cli
