// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/nice.h"

#include <algorithm>
#include <array>

namespace schedproof::counterexamples {

namespace {

constexpr std::array<std::uint64_t, 40> kWeights = {
    88761, 71755, 56483, 46273, 36291,  // -20 ..
    29154, 23254, 18705, 14949, 11916,  // -15 ..
    9548,  7620,  6100,  4904,  3906,   // -10 ..
    3121,  2501,  1991,  1586,  1277,   // -5 ..
    1024,  820,   655,   526,   423,    // 0 ..
    335,   272,   215,   172,   137,    // 5 ..
    110,   87,    70,    56,    45,     // 10 ..
    36,    29,    23,    18,    15,     // 15 .. 19
};

}  // namespace

std::uint64_t weight_of_nice(int nice) { return kWeights.at(static_cast<std::size_t>(nice - kMinNice)); }

std::optional<int> nice_of_weight(std::uint64_t weight) {
  const auto it = std::find(kWeights.begin(), kWeights.end(), weight);
  if (it == kWeights.end()) return std::nullopt;
  return static_cast<int>(it - kWeights.begin()) + kMinNice;
}

}  // namespace schedproof::counterexamples
