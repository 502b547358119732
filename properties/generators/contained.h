// SPDX-License-Identifier: GPL-2.0-or-later
// Work that may abort, crash or never end, done in a child process.
#pragma once

#include <functional>
#include <string>

namespace schedproof::properties {

/// How a mutant died: the claim's id or "stopped", and the sentence. Empty = it lives.
struct Death {
  std::string by;
  std::string because;
};

struct ContainedEnd {
  Death death;
  int cases = 0;  // begun
};

/// Calls `work` in a child of this process. `work` calls its argument at the beginning of each case. A child
/// that crashes has "stopped" by its signal; one that works for more than `seconds` of processor time has
/// "stopped" as endless. Throws std::runtime_error if no child can be started.
ContainedEnd contained(double seconds,
                       const std::function<Death(const std::function<void()>& at_case)>& work);

}  // namespace schedproof::properties
