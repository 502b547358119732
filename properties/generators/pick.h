// SPDX-License-Identifier: GPL-2.0-or-later
// Elementary draws. While a case shrinks, RapidCheck hands back values that were drawn for other ranges and
// sizes; they are folded into the range asked for, so that every shrunk case is possible too. For .cpp files
// of this folder that include RapidCheck.
#pragma once

#include <rapidcheck.h>

#include <vector>

namespace schedproof::properties::draw {

/// A number from low to high, all equally likely whatever the size; shrinks towards low.
inline int in(int low, int high) {
  const int span = high - low + 1;
  const int drawn = *rc::gen::resize(100, rc::gen::inRange(0, span));
  return low + drawn % span;
}

/// True once in n draws; shrinks to false.
inline bool one_in(int n) { return in(0, n - 1) == n - 1; }

template <class T>
T at_or(const std::vector<T>& list, int i, T otherwise) {
  return static_cast<std::size_t>(i) < list.size() ? static_cast<T>(list[static_cast<std::size_t>(i)])
                                                   : otherwise;
}

}  // namespace schedproof::properties::draw
