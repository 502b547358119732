// SPDX-License-Identifier: GPL-2.0-or-later
// Words and numbers of violated sentences.
#pragma once

#include "model/value/traced.h"
#include "properties/decision_parts.h"

namespace schedproof::properties {

using View = DecisionView<model::Traced>;

inline std::string cpu(Cpu c) { return c == -1 ? "no CPU" : "cpu " + std::to_string(c); }

inline std::string cache(const View& v, Cpu c) {
  return c == -1 ? "none" : "{" + cache_siblings(*v.before.domains, c).to_list() + "}";
}

inline std::string allowed(const View& v) { return v.before.task(v.request.task).cpus_allowed.to_list(); }

}  // namespace schedproof::properties
