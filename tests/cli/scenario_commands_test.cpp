// SPDX-License-Identifier: GPL-2.0-or-later
// replay, explain and minimise on the scenarios that the project keeps.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace schedproof::cli {
namespace {

std::string kept(const std::string& name) {
  return source("counterexamples/corpus/" + name + ".scenario.json");
}
const char* const kCase = "v3.13-rc3-idle_sibling_shares_cache";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TEST(Replay, all_kept_scenarios_go_as_their_files_say) {
  Words arguments{"replay", "--json"};
  const auto files = corpus();
  arguments.insert(arguments.end(), files.begin(), files.end());
  const auto run = schedproof(arguments);
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
  const auto json = run.json();
  ASSERT_EQ(json.size(), files.size());
  for (const auto& one : json) EXPECT_EQ(one["replay"]["same"], true) << one.dump(2);
}

TEST(Replay, a_file_that_expects_otherwise_is_a_difference_and_the_first_is_shown) {
  Folder folder;
  const auto text = text_of(kept(kCase));
  write(folder / "cpu.scenario.json", replaced(text, "\"cpu\": 2,", "\"cpu\": 1,"));
  write(folder / "decision.scenario.json",
        replaced(text, "\"sis.target_idle\": false", "\"sis.target_idle\": true"));
  write(folder / "verdict.scenario.json", replaced(text, "\"known violation\"", "\"holds\""));
  for (const auto& [file, word] : std::map<std::string, std::string>{
           {"cpu", "cpu 1"}, {"decision", "sis.target_idle"}, {"verdict", "holds"}}) {
    const auto run = schedproof({"replay", folder / (file + ".scenario.json")});
    EXPECT_EQ(run.exit, 1) << file << run.out << run.err;
    EXPECT_NE(run.out.find(word), std::string::npos) << run.out;
  }
}

TEST(Replay, one_difference_among_many_files_is_enough) {
  Folder folder;
  write(folder / "bad.scenario.json", replaced(text_of(kept(kCase)), "\"cpu\": 2,", "\"cpu\": 1,"));
  EXPECT_EQ(schedproof({"replay", kept(kCase), folder / "bad.scenario.json", kept(kCase)}).exit, 1);
}

TEST(Replay, under_another_policy_the_claims_verdict_decides) {
  const auto mended = schedproof({"replay", kept(kCase), "--policy", "v3.13"});
  EXPECT_EQ(mended.exit, 0) << mended.out;
  EXPECT_NE(mended.out.find("cpu 1 (cpu 2 under v3.13-rc3)"), std::string::npos) << mended.out;
  EXPECT_NE(mended.out.find("holds"), std::string::npos) << mended.out;
  const auto listed = schedproof({"replay", kept(std::string(kCase) + ".mended"), "--policy", "v3.13-rc3"});
  EXPECT_EQ(listed.exit, 0) << "a listed violation does not fail: " << listed.out;
  EXPECT_NE(listed.out.find("known violation"), std::string::npos) << listed.out;
}

TEST(Replay, a_bad_file_is_named_with_line_and_place) {
  Folder folder;
  const auto text = text_of(kept(kCase));
  write(folder / "syntax.scenario.json", text.substr(0, text.size() / 2));
  write(folder / "task.scenario.json", replaced(text, "\"wake\": \"wakee\"", "\"wake\": \"nobody\""));
  write(folder / "key.scenario.json", replaced(text, "\"events\"", "\"evnets\""));
  for (const auto& [file, word] : std::map<std::string, std::string>{
           {"syntax", "syntax.scenario.json:"}, {"task", "nobody"}, {"key", "evnets"}}) {
    const auto run = schedproof({"replay", folder / (file + ".scenario.json")});
    EXPECT_EQ(run.exit, 2) << file << run.out << run.err;
    EXPECT_NE(run.err.find(word), std::string::npos) << run.err;
    EXPECT_NE(run.err.find(file + ".scenario.json"), std::string::npos) << run.err;
  }
}

TEST(Record, makes_a_regression_scenario_of_one_without_expectations) {
  Folder folder;
  auto scenario = Json::parse(text_of(kept(kCase)));
  scenario["events"][0].erase("expect");
  write(folder / "bare.scenario.json", scenario.dump());
  const auto out = folder / "recorded.scenario.json";
  const auto run = schedproof({"replay", folder / "bare.scenario.json", "--policy", "v3.13", "--record", out,
                               "--title", "the fixed kernel stays in the cache"});
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
  const auto recorded = Json::parse(text_of(out));
  EXPECT_EQ(recorded["policy"], "v3.13");
  EXPECT_EQ(recorded["title"], "the fixed kernel stays in the cache");
  EXPECT_EQ(recorded["events"][0]["expect"]["cpu"], 1);
  EXPECT_EQ(recorded["claim"]["verdict"], "holds");
  EXPECT_FALSE(recorded["claim"].contains("because"));
  EXPECT_EQ(schedproof({"replay", out}).exit, 0);
  EXPECT_EQ(schedproof({"replay", out, out, "--record", out}).exit, 2) << "one file at a time";
  EXPECT_EQ(schedproof({"replay", out, "--title", "x"}).exit, 2) << "a title without a file to write";
}

TEST(Explain, tells_every_kept_scenario) {
  for (const auto& file : corpus()) {
    const auto run = schedproof({"explain", file});
    EXPECT_EQ(run.exit, 0) << file << run.err;
    const auto scenario = Json::parse(text_of(file));
    EXPECT_NE(run.out.find(scenario["title"].get<std::string>()), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("claim " + scenario["claim"]["id"].get<std::string>()), std::string::npos)
        << run.out;
    if (scenario["claim"].contains("because")) {
      EXPECT_NE(run.out.find(scenario["claim"]["because"].get<std::string>()), std::string::npos) << run.out;
    }
    EXPECT_EQ(schedproof({"explain", file, "--json"}).json().at("policy").is_null(), false);
  }
}

TEST(Explain, names_the_decision_that_ruled_a_cpu_out) {
  const auto run = schedproof({"explain", kept(kCase), "--why-not", "1"});
  EXPECT_EQ(run.exit, 0) << run.err;
  EXPECT_NE(run.out.find("decisive: sis.group_idle"), std::string::npos) << run.out;
  EXPECT_EQ(schedproof({"explain", kept(kCase), "--why-not", "3"}).exit, 2);
  EXPECT_EQ(schedproof({"explain", kept(kCase), "--why-not", "-1"}).exit, 2);
}

TEST(Minimise, leaves_kept_violations_as_they_are_for_they_are_minimal) {
  for (const auto& file : corpus()) {
    const auto scenario = Json::parse(text_of(file));
    if (scenario["claim"]["verdict"] == "holds" || !scenario.contains("found_by") ||
        scenario["found_by"]["engine"] != "generate")
      continue;
    const auto run = schedproof({"minimise", file});
    EXPECT_EQ(run.exit, 0) << file << run.err;
    EXPECT_EQ(run.json()["machine"], scenario["machine"]) << file;
    EXPECT_EQ(run.json().value("events", Json()).size(), scenario.value("events", Json()).size()) << file;
  }
}

TEST(Minimise, refuses_a_scenario_that_breaks_nothing) {
  const auto run = schedproof({"minimise", kept(std::string(kCase) + ".mended")});
  EXPECT_EQ(run.exit, 2);
  EXPECT_NE(run.err.find("is not broken under v3.13"), std::string::npos) << run.err;
}

TEST(Minimise, makes_a_big_case_small_and_writes_it) {
  Folder folder;
  auto big = Json::parse(text_of(kept(kCase)));
  big["machine"] = {
      {"cpus", 8}, {"llc", {{0, 1}, {2, 3}, {4, 5}, {6, 7}}}, {"node", {{0, 1, 2, 3}, {4, 5, 6, 7}}}};
  big["busy"] = {5, 6};
  big["events"][0].erase("expect");
  write(folder / "big.scenario.json", big.dump());
  ASSERT_EQ(schedproof({"minimise", folder / "big.scenario.json", "-o", folder / "small.scenario.json"}).exit,
            0);
  EXPECT_EQ(Json::parse(text_of(folder / "small.scenario.json"))["machine"]["cpus"], 3);
  EXPECT_EQ(schedproof({"replay", folder / "small.scenario.json"}).exit, 0);
  EXPECT_EQ(folder.files().size(), 2u);
}

}  // namespace
}  // namespace schedproof::cli
