// SPDX-License-Identifier: GPL-2.0-or-later
// A policy is what a user checks: an era with its features and, perhaps, patches. Names: "v3.13",
// "v3.13+585b6d2723dc", "v3.13+NO_LB_BIAS".
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/domains/builder.h"
#include "model/rules/era.h"
#include "model/value/overrides.h"

namespace schedproof::model {

/// A claim that a policy is known to break: printed, not a failure; no longer found is a failure.
struct KnownViolation {
  std::string claim;  // id of the claim
  std::string where;  // on which machines, in words
  /// Where a run of events can violate it: elsewhere a violation is news.
  bool (*on)(const Machine&, const DomainOptions&) = nullptr;
  std::string mended_by;  // policy that mends it, e.g. "v3.13"; empty = none
  std::string reason;     // one sentence
  /// Where it is violated with the CPUs that are up, at the boot or after one event: there a violation that
  /// is not found is news. `on` is true there too. nullptr: nowhere certain, it takes a rare state.
  bool (*surely)(const Machine&, const DomainOptions&) = nullptr;
};

struct Policy {
  std::string name;        // with its features: "v3.13+NO_LB_BIAS"
  std::string registered;  // without them: "v3.13"
  std::string era;         // "v3.13"
  std::string summary;     // one sentence
  std::string source;      // commit
  std::shared_ptr<const DomainRules> domains;
  DomainOptions features;  // options that the policy's features set (FORCE_SD_OVERLAP)
  bool lb_bias = true;
  Overrides overrides;  // --set
  std::vector<KnownViolation> known_violations;
};

/// A name that is no policy, or a --set that names no constant: what() lists what is accepted and the nearest
/// name.
class UnknownName : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The registered names without feature suffixes, in order: eras oldest first, each followed by its patches.
std::vector<std::string> policy_names();
/// Features that `era` has, as in /sys/kernel/debug/sched_features, as far as the rules read them.
std::vector<std::string> feature_names(std::string_view era);
/// Resolves "v3.13", "v3.13+585b6d2723dc", "v3.13+NO_LB_BIAS". Throws UnknownName.
Policy find_policy(std::string_view name);
/// The wakeup rules of a policy over one number domain; `d` must outlive them. Instantiated for Concrete and
/// Traced in model/, for Symbolic in solver/.
template <class D>
std::unique_ptr<Era<D>> make_rules(const Policy& policy, D& d);

}  // namespace schedproof::model
