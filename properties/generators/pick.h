// SPDX-License-Identifier: GPL-2.0-or-later
// Elementary draws, for .cpp files of this folder that include RapidCheck. They do not depend on RapidCheck's
// size: the same situations are drawn from the first case on.
#pragma once

#include <rapidcheck.h>

#include "model/machine/cpu_mask.h"

namespace schedproof::properties::draw {

/// A number from low to high, all equally likely.
inline int in(int low, int high) { return *rc::gen::resize(100, rc::gen::inRange(low, high + 1)); }

/// True once in n draws.
inline bool one_in(int n) { return in(0, n - 1) == n - 1; }

/// One CPU of a mask that is not empty.
inline model::Cpu one_of(const model::CpuMask& mask) {
  int skip = in(0, mask.weight() - 1);
  for (model::Cpu c : mask)
    if (skip-- == 0) return c;
  return mask.first();
}

}  // namespace schedproof::properties::draw
