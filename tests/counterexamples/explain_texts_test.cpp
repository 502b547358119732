// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/explain_texts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace schedproof::counterexamples {
namespace {

/// Every name that a rule gives to a decision.
std::set<std::string> names_in_rules() {
  std::set<std::string> names;
  const std::regex when("when\\(\\s*\"([a-z_0-9.]+)\"");
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(SCHEDPROOF_SOURCE_DIR "/model/rules")) {
    if (!entry.is_regular_file()) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator it(source.begin(), source.end(), when), end; it != end; ++it)
      names.insert((*it)[1]);
  }
  return names;
}

TEST(ExplainTexts, every_decision_of_the_rules_has_a_text) {
  const auto names = names_in_rules();
  EXPECT_GT(names.size(), 30u) << "the rules were not found";
  for (const auto& name : names) EXPECT_NE(find_decision_text(name), nullptr) << name << " has no text";
}

TEST(ExplainTexts, every_text_is_of_a_decision_of_the_rules) {
  const auto names = names_in_rules();
  for (const auto& text : decision_texts()) EXPECT_TRUE(names.contains(text.name)) << text.name;
}

TEST(ExplainTexts, yes_and_no_differ) {
  for (const auto& text : decision_texts()) EXPECT_STRNE(text.yes, text.no) << text.name;
}

TEST(ExplainTexts, placeholders_are_filled_in) {
  EXPECT_EQ(filled_in("{a} and {b}{a}.", {{"a", "x"}, {"b", "y"}}), "x and yx.");
  EXPECT_THROW(filled_in("{a}", {}), std::logic_error);
  EXPECT_THROW(filled_in("{a", {{"a", "x"}}), std::logic_error);
}

}  // namespace
}  // namespace schedproof::counterexamples
