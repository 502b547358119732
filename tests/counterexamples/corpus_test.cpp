// SPDX-License-Identifier: GPL-2.0-or-later
// Replays every scenario that the project keeps.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "counterexamples/replay.h"
#include "counterexamples/scenario_reader.h"
#include "counterexamples/scenario_writer.h"

namespace schedproof::counterexamples {
namespace {

std::vector<std::string> corpus() {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(SCHEDPROOF_SOURCE_DIR "/counterexamples/corpus"))
    if (entry.path().string().ends_with(".scenario.json")) files.push_back(entry.path().filename().string());
  std::sort(files.begin(), files.end());
  return files;
}

std::string path_of(const std::string& file) {
  return SCHEDPROOF_SOURCE_DIR "/counterexamples/corpus/" + file;
}

// An empty corpus fails here: GoogleTest reports a suite that is never instantiated with values.
class Corpus : public testing::TestWithParam<std::string> {};

TEST_P(Corpus, replays_as_the_file_says) {
  const auto scenario = read_scenario_file(path_of(GetParam()));
  ASSERT_TRUE(scenario.claim.has_value()) << "a kept scenario says something about a claim";
  EXPECT_FALSE(scenario.title.empty());
  EXPECT_EQ(replay(scenario).difference, "");
}

TEST_P(Corpus, says_what_is_expected_of_each_placement) {
  const auto scenario = read_scenario_file(path_of(GetParam()));
  for (const auto& event : scenario.events)
    EXPECT_EQ(event.kind == model::ScenarioEvent::Kind::domain, event.expect_decisions.empty());
}

TEST_P(Corpus, stands_as_the_writer_writes_it) {
  std::ostringstream text;
  text << std::ifstream(path_of(GetParam())).rdbuf();
  EXPECT_EQ(scenario_to_text(read_scenario_file(path_of(GetParam()))), text.str());
}

INSTANTIATE_TEST_SUITE_P(All, Corpus, testing::ValuesIn(corpus()), [](const auto& info) {
  std::string name = info.param.substr(0, info.param.find(".scenario.json"));
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

TEST(CorpusFolder, holds_scenarios) { EXPECT_FALSE(corpus().empty()); }

/// The policy that mends what the scenario shows; "" if there is none, or if the claim is listed for another
/// reason too that nothing mends.
std::string mended_by(const model::Scenario& scenario) {
  std::string mends;
  for (const auto& known : model::find_policy(scenario.policy).known_violations) {
    if (known.claim != scenario.claim->id || !known.on(scenario.machine, scenario.options)) continue;
    if (known.mended_by.empty()) return "";
    mends = known.mended_by;
  }
  return mends;
}

std::vector<model::ScenarioEvent> without_expectations(std::vector<model::ScenarioEvent> events) {
  for (auto& event : events) {
    event.expect_cpu.reset();
    event.expect_decisions.clear();
  }
  return events;
}

/// A scenario that shows a bug has a twin that shows its repair on the same events.
TEST(CorpusFolder, each_violation_is_followed_by_its_mended_twin) {
  const auto files = corpus();
  for (const auto& file : files) {
    if (file.find(".mended.") != std::string::npos) continue;
    const auto scenario = read_scenario_file(path_of(file));
    if (scenario.claim->verdict != "known violation" || mended_by(scenario).empty()) continue;
    const std::string twin = file.substr(0, file.find(".scenario.json")) + ".mended.scenario.json";
    ASSERT_NE(std::find(files.begin(), files.end(), twin), files.end()) << twin << " is missing";
    const auto mended = read_scenario_file(path_of(twin));
    EXPECT_EQ(mended.claim->id, scenario.claim->id);
    EXPECT_EQ(mended.claim->verdict, "holds");
    EXPECT_TRUE(mended.machine.same_hardware(scenario.machine));
    EXPECT_EQ(mended.policy, mended_by(scenario));
    EXPECT_EQ(mended.tasks, scenario.tasks);
    EXPECT_EQ(without_expectations(mended.events), without_expectations(scenario.events));
    EXPECT_EQ(mended.busy, scenario.busy);
  }
}

}  // namespace
}  // namespace schedproof::counterexamples
