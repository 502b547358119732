// SPDX-License-Identifier: GPL-2.0-or-later
// The names that can be overridden: decisions and constants, and the catalogue of rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace schedproof::model {

struct DecisionName {
  std::string name;  // "sis.target_idle"
  std::string file;  // where it is taken
};
struct ConstantName {
  std::string name;        // "wa.base_pct"
  std::int64_t value = 0;  // as the rules have it
  std::string file;
};

/// Of the placement rules, collected from their headers when the library is built.
std::vector<DecisionName> placement_decisions();
std::vector<ConstantName> placement_constants();
/// Of placement and domain rules. A name stands once.
std::vector<DecisionName> all_decisions();
std::vector<ConstantName> all_constants();

/// The least value that a constant can be set to: 1 for those that the rules divide by, else no limit.
std::int64_t least_value(std::string_view constant);

/// One rule: which kernel function it is.
struct RuleInfo {
  const char* function;  // kernel function
  const char* source;    // kernel file
  const char* version;   // "v3.13"
  const char* commit;
  const char* file;  // here
};
const std::vector<RuleInfo>& rules();

}  // namespace schedproof::model
