// SPDX-License-Identifier: GPL-2.0-or-later
// The domain rules of each policy, by the policy's name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/domains/builder.h"
#include "model/domains/v3_13/names.h"

namespace schedproof::model {

/// nullptr if no policy of that name has domain rules.
std::shared_ptr<const DomainRules> find_domain_rules(std::string_view policy);

/// Every name that find_domain_rules() knows, eras first and in the order of time.
std::vector<std::string> domain_rule_names();

/// The named decisions of a policy's domain rules (DomainState::when), for mutants; empty for an unknown
/// policy.
std::vector<std::string> domain_decisions(std::string_view policy);
/// Their named constants (DomainState::param) with the kernel's values; empty for an unknown policy.
std::vector<NamedConstant> domain_constants(std::string_view policy);

}  // namespace schedproof::model
