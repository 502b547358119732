// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/golden_templates.h"

namespace schedproof::properties {

using namespace model;

std::optional<GoldenTemplate> golden_template(std::string_view level, unsigned w, bool far) {
  constexpr SdFlags kCommon = SD_LOAD_BALANCE | SD_BALANCE_NEWIDLE;
  constexpr SdFlags kNear = SD_BALANCE_EXEC | SD_BALANCE_FORK | SD_WAKE_AFFINE;
  //                       min max factor pct nice busy idle newidle wake forkexec smt_gain interval
  if (level == "SIBLING")
    return GoldenTemplate{kCommon | kNear | SD_SHARE_CPUPOWER | SD_SHARE_PKG_RESOURCES,
                          {1, 2, 64, 110, 0, 0, 0, 0, 0, 0, 1178, 1}};
  if (level == "MC")
    return GoldenTemplate{kCommon | kNear | SD_SHARE_PKG_RESOURCES, {1, 4, 64, 125, 1, 2, 0, 0, 0, 0, 0, 1}};
  if (level == "CPU")
    return GoldenTemplate{kCommon | kNear | SD_PREFER_SIBLING, {1, 4, 64, 125, 1, 2, 1, 0, 0, 0, 0, 1}};
  if (level == "NUMA")
    return GoldenTemplate{kCommon | (far ? 0u : kNear) | SD_SERIALIZE | SD_NUMA,
                          {w, 2 * w, 32, 125, 2, 3, 2, 0, 0, 0, 0, w}};
  return std::nullopt;
}

}  // namespace schedproof::properties
