// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policies/domain_rules.h"

#include <array>

#include "model/domains/patch_585b6d2723dc.h"
#include "model/domains/v3_13.h"
#include "model/domains/v3_13_rc1.h"
#include "model/domains/v3_13_rc3.h"

namespace schedproof::model {

namespace {

template <class Rules>
std::shared_ptr<const DomainRules> make() {
  return std::make_shared<const Rules>();
}

struct Entry {
  std::string_view name;
  std::shared_ptr<const DomainRules> (*make)();
};
constexpr std::array<Entry, 4> kRules{{
    {"v3.13-rc1", make<DomainRules_v3_13_rc1>},
    {"v3.13-rc3", make<DomainRules_v3_13_rc3>},
    {"v3.13", make<DomainRules_v3_13>},
    {"v3.13+585b6d2723dc", make<DomainRules_v3_13_585b6d2723dc>},
}};

}  // namespace

std::shared_ptr<const DomainRules> find_domain_rules(std::string_view policy) {
  for (const Entry& e : kRules)
    if (e.name == policy) return e.make();
  return nullptr;
}

std::vector<std::string> domain_rule_names() {
  std::vector<std::string> names;
  for (const Entry& e : kRules) names.emplace_back(e.name);
  return names;
}

std::vector<std::string> domain_decisions(std::string_view policy) {
  const auto rules = find_domain_rules(policy);
  if (!rules) return {};
  auto decisions = v3_13_domain_decisions();
  if (dynamic_cast<const DomainRules_v3_13_585b6d2723dc*>(rules.get()) != nullptr)
    for (const char* own : {"find_descended_sibling.outside", "find_descended_sibling.same_span"})
      decisions.emplace_back(own);
  return decisions;
}

std::vector<NamedConstant> domain_constants(std::string_view policy) {
  return find_domain_rules(policy) ? v3_13_domain_constants() : std::vector<NamedConstant>{};
}

}  // namespace schedproof::model
