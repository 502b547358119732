// SPDX-License-Identifier: GPL-2.0-or-later
// Changes to a policy that need no compiler: a decision forced or negated (mutation), a named constant set to
// another value (--set NAME=VALUE, mutation).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace schedproof::model {

struct Overrides {
  enum class Force { to_true, to_false, negate };
  std::map<std::string, Force, std::less<>> decisions;
  std::map<std::string, std::int64_t, std::less<>> params;

  bool empty() const { return decisions.empty() && params.empty(); }
  bool decide(std::string_view name, bool cond) const {
    if (decisions.empty()) return cond;
    const auto it = decisions.find(name);
    if (it == decisions.end()) return cond;
    return it->second == Force::to_true || (it->second == Force::negate && !cond);
  }
  const std::int64_t* param(std::string_view name) const {
    if (params.empty()) return nullptr;
    const auto it = params.find(name);
    return it == params.end() ? nullptr : &it->second;
  }
  friend bool operator==(const Overrides&, const Overrides&) = default;
};

}  // namespace schedproof::model
