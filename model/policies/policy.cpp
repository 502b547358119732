// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policies/policy.h"

#include "model/machine/nearest_name.h"
#include "model/policies/domain_rules.h"
#include "model/policies/known_violations.h"
#include "model/policies/rule_sets.h"

#include "model/value/traced.h"

namespace schedproof::model {

namespace {

struct PolicyEntry {
  const char *name, *era, *source, *summary;
};

// Oldest era first, each followed by its patches. What a policy runs is registered under the same name:
// placement rules in rule_sets.h, domain rules in domain_rules.cpp; where a patch has no entry it runs those
// of what it patches.
constexpr PolicyEntry kPolicies[] = {
    {"v3.13-rc1", "v3.13", "37dc6b50cee9",
     "introduces sd_busy, which keeps its old value where a CPU loses its LLC domain"},
    {"v3.13-rc3", "v3.13", "42eb088ed246",
     "always writes sd_busy, but sd_llc now names the LLC domain's parent"},
    {"v3.13", "v3.13", "5d4cf996cf13", "sd_llc names the LLC domain again"},
    {"v3.13+585b6d2723dc", "v3.13", "585b6d2723dc",
     "v3.13 with v5.13's repair: overlapping groups stay inside their domain at NUMA diameter above 2"},
};

constexpr const char* kFeatures[] = {"LB_BIAS", "FORCE_SD_OVERLAP"};

std::string join(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& w : words) out += (out.empty() ? "" : ", ") + w;
  return out;
}

/// Those registered for the name, or for what it patches.
std::shared_ptr<const DomainRules> domain_rules_of(std::string_view registered) {
  if (auto rules = find_domain_rules(registered)) return rules;
  const auto plus = registered.rfind('+');
  if (plus == std::string_view::npos)
    throw std::logic_error("no domain rules are registered for " + std::string(registered));
  return domain_rules_of(registered.substr(0, plus));
}

bool apply_feature(Policy& policy, std::string_view feature) {
  const bool off = feature.starts_with("NO_");
  const auto name = off ? feature.substr(3) : feature;
  if (name == "LB_BIAS")
    policy.lb_bias = !off;
  else if (name == "FORCE_SD_OVERLAP")
    policy.features.force_sd_overlap = !off;
  else
    return false;
  return true;
}

}  // namespace

std::vector<std::string> policy_names() {
  std::vector<std::string> names;
  for (const auto& entry : kPolicies) names.emplace_back(entry.name);
  return names;
}

std::vector<std::string> feature_names(std::string_view) {
  return {std::begin(kFeatures), std::end(kFeatures)};
}

Policy find_policy(std::string_view name) {
  // The longest registered name that is `name` or ends at one of its '+': what follows must be features.
  const PolicyEntry* best = nullptr;
  for (const auto& entry : kPolicies) {
    const std::string_view known = entry.name;
    const bool fits = name == known || (name.starts_with(known) && name[known.size()] == '+');
    if (fits && (best == nullptr || known.size() > std::string_view(best->name).size())) best = &entry;
  }
  if (best == nullptr) throw UnknownName(unknown_name_text("policy", name, policy_names()));
  Policy policy{std::string(name),
                best->name,
                best->era,
                best->summary,
                best->source,
                domain_rules_of(best->name),
                {},
                true,
                {},
                known_violations(best->name)};
  auto rest = name.substr(std::string_view(best->name).size());
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const auto feature = rest.substr(0, rest.find('+'));
    if (!apply_feature(policy, feature))
      throw UnknownName("policy \"" + std::string(name) + "\": \"" + std::string(feature) +
                        "\" is neither a patch nor a feature of " + best->name + "; its features are " +
                        join(feature_names(best->era)) + ", each also with NO_ in front");
    rest.remove_prefix(feature.size());
  }
  return policy;
}

template <class D>
std::unique_ptr<Era<D>> make_rules(const Policy& policy, D& d) {
  return make_registered_rules(policy, d);
}
template std::unique_ptr<Era<Concrete>> make_rules(const Policy&, Concrete&);
template std::unique_ptr<Era<Traced>> make_rules(const Policy&, Traced&);

}  // namespace schedproof::model
