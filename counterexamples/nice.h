// SPDX-License-Identifier: GPL-2.0-or-later
// Nice values and the weights that the kernel gives them (prio_to_weight, kernel/sched/sched.h; unchanged
// from v2.6.23 on).
#pragma once

#include <cstdint>
#include <optional>

namespace schedproof::counterexamples {

inline constexpr int kMinNice = -20, kMaxNice = 19;

/// se.load.weight of a task with this nice value; throws std::out_of_range outside -20..19.
std::uint64_t weight_of_nice(int nice);
/// The nice value that has this weight; none if no nice value has it.
std::optional<int> nice_of_weight(std::uint64_t weight);

}  // namespace schedproof::counterexamples
