// SPDX-License-Identifier: GPL-2.0-or-later
// Flags and parameters of each level as the kernel's headers have them, written down by hand apart from the
// rules, so that a slip in the rules is seen. Source: include/linux/topology.h and sd_numa_init(), v3.13.
#pragma once

#include <optional>
#include <string_view>

#include "model/domains/domains.h"

namespace schedproof::properties {

struct GoldenTemplate {
  model::SdFlags flags = 0;
  model::SdParams params;
};

/// The template of a level of v3.13; `level_weight`: CPUs of the level's mask (NUMA intervals), `far`: the
/// level's distance is above RECLAIM_DISTANCE. None for an unknown name.
std::optional<GoldenTemplate> golden_template(std::string_view level, unsigned level_weight, bool far);

}  // namespace schedproof::properties
