// SPDX-License-Identifier: GPL-2.0-or-later
// All claims, and how a scenario is judged by one of them.
#pragma once

#include "properties/claim.h"

namespace schedproof::properties {

/// Every claim, in the order of the documentation.
const std::vector<Claim>& claims();
/// Throws model::UnknownName with the nearest id and the list.
const Claim& find_claim(std::string_view id);

/// Is a violation of the claim on this machine, with these kernel options, listed by the policy? It may need
/// events that bring CPUs up.
bool is_known(const model::Policy& policy, const Claim& claim, const model::Machine& machine,
              const model::DomainOptions& options);

/// Must a violation be found there? KnownViolation::surely.
bool is_expected(const model::Policy& policy, const Claim& claim, const model::Machine& machine,
                 const model::DomainOptions& options);

/// Runs the scenario under `policy` and joins the claim's findings over all its moments: premise if one had
/// it, situations reached by any, the first violation kept. Throws BadMachine or BadScenario.
Finding judge(const Claim& claim, const model::Policy& policy, const model::Scenario& scenario);
/// The same for several claims in one run of the scenario; findings in the order of the claims.
std::vector<Finding> judge_all(const std::vector<const Claim*>& claims, const model::Policy& policy,
                               const model::Scenario& scenario);

}  // namespace schedproof::properties
