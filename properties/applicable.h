// SPDX-License-Identifier: GPL-2.0-or-later
// Why a decision claim cannot speak of a machine: the reason in words, none where it can.
#pragma once

#include <optional>
#include <string>

#include "model/domains/builder.h"

namespace schedproof::properties {

std::optional<std::string> no_shared_cache(const model::DomainState& s);
std::optional<std::string> one_cpu(const model::DomainState& s);
std::optional<std::string> no_domains(const model::DomainState& s);
std::optional<std::string> no_wide_group(const model::DomainState& s);
std::optional<std::string> no_affine_pair(const model::DomainState& s);
std::optional<std::string> slow_path_everywhere(const model::DomainState& s);
std::optional<std::string> no_scan(const model::DomainState& s);
std::optional<std::string> no_plain_group(const model::DomainState& s);
std::optional<std::string> no_exec_domain(const model::DomainState& s);

}  // namespace schedproof::properties
