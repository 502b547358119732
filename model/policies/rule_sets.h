// SPDX-License-Identifier: GPL-2.0-or-later
// Which class of placement rules a policy runs: the one list, for every number domain. A patch that overrides
// a placement rule adds its line here and nowhere else; a policy without a line runs the rules of what it
// patches.
#pragma once

#include <memory>
#include <string_view>

#include "model/policies/policy.h"
#include "model/rules/v3_13/rc.h"

namespace schedproof::model {

template <class D>
struct RuleSet {
  std::string_view policy;  // registered name
  std::unique_ptr<Era<D>> (*make)(D& d);
};

template <class Rules, class D>
std::unique_ptr<Era<D>> make_rule_set(D& d) {
  return std::make_unique<Rules>(d);
}

template <class D>
inline constexpr RuleSet<D> kRuleSets[] = {
    {"v3.13-rc1", make_rule_set<V3_13_rc<D>, D>},
    {"v3.13-rc3", make_rule_set<V3_13_rc<D>, D>},
    {"v3.13", make_rule_set<V3_13<D>, D>},
};

/// The entry of the registered name, or of what it patches ("v3.13" of "v3.13+585b6d2723dc"); nullptr if
/// there is none.
template <class D>
const RuleSet<D>* find_rule_set(std::string_view registered) {
  for (const auto& set : kRuleSets<D>)
    if (set.policy == registered) return &set;
  const auto plus = registered.rfind('+');
  return plus == std::string_view::npos ? nullptr : find_rule_set<D>(registered.substr(0, plus));
}

template <class D>
std::unique_ptr<Era<D>> make_registered_rules(const Policy& policy, D& d) {
  const auto* set = find_rule_set<D>(policy.registered);
  if (set == nullptr) throw std::logic_error("no placement rules are registered for " + policy.name);
  return set->make(d);
}

}  // namespace schedproof::model
