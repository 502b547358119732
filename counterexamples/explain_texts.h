// SPDX-License-Identifier: GPL-2.0-or-later
// What each named decision of the rules means, in words.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace schedproof::counterexamples {

/// `yes` and `no` may hold placeholders: {task}, {current}, {this}, {prev}, {wake_cpu}, {allowed}, {domain},
/// {group}, {cpu}, {target}, {busy}, and the names of the numbers that the decision compares.
struct DecisionText {
  const char* name;
  const char* function;  // of the kernel
  const char* yes;
  const char* no;
};

const std::vector<DecisionText>& decision_texts();
/// nullptr if the table has no such decision.
const DecisionText* find_decision_text(std::string_view name);

/// The text with its placeholders filled in. Throws std::logic_error for one that has no value.
std::string filled_in(std::string_view text, const std::map<std::string, std::string, std::less<>>& values);

}  // namespace schedproof::counterexamples
