// SPDX-License-Identifier: GPL-2.0-or-later
// How JSON for people is laid out: what fits on a line stands on one, keys keep their order.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace schedproof::counterexamples {

/// Two blanks per level, lines of up to 110 columns where possible, a line end at the end.
std::string laid_out(const nlohmann::ordered_json& value);

}  // namespace schedproof::counterexamples
