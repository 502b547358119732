// SPDX-License-Identifier: GPL-2.0-or-later
// Findings and words of claims about domains.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "properties/claim.h"

namespace schedproof::properties {

inline std::string of(model::Cpu c) { return " of cpu " + std::to_string(c); }
inline std::string show(const model::SchedDomain* sd) {
  return sd == nullptr ? "NULL" : sd->name + " {" + sd->span.to_list() + "}";
}
inline std::string show(const model::SchedDomain& sd) { return show(&sd); }

inline Finding fine(std::vector<bool> situations) {
  return {.premise = true, .situations = std::move(situations), .holds = true, .because = {}};
}

/// Keeps the first violation.
inline void fail(Finding& finding, std::string because) {
  if (!finding.holds) return;
  finding.holds = false;
  finding.because = std::move(because);
}

}  // namespace schedproof::properties
