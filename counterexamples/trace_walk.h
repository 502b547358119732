// SPDX-License-Identifier: GPL-2.0-or-later
// A trace says what was decided; this finds where: of which domain, group or CPU each decision spoke. It
// follows the rules' own loops through the domains, so that no rule has to record more than the kernel
// compares.
#pragma once

#include <vector>

#include "model/run/run.h"

namespace schedproof::counterexamples {

/// What a decision was about; null and -1 where it was about none, or where that cannot be told.
struct Site {
  const model::SchedDomain* domain = nullptr;
  const model::SchedGroup* group = nullptr;
  model::Cpu cpu = -1;
};

/// One site for each decision of the trace. `before` is the state that the rules read; its domains must
/// outlive the result.
std::vector<Site> walk_trace(const model::State<model::Traced>& before,
                             const model::PlacementRequest<model::Traced>& request,
                             const model::Trace& trace);

/// The decision's number of this name; none if it compares no such number.
std::optional<std::int64_t> number_of(const model::Decision& decision, std::string_view name);

}  // namespace schedproof::counterexamples
