// SPDX-License-Identifier: GPL-2.0-or-later
// What a machine says of one id, as short text that a test can compare: "0-3 4-7", sets in the order of their
// first CPU.
#pragma once

#include <string>

#include "model/machine/machine.h"

namespace schedproof::model::testing {

inline std::string parts(const Machine& m, int CpuInfo::*id) {
  std::string text;
  CpuMask seen;
  for (Cpu c : m.possible()) {
    if (seen.test(c)) continue;
    CpuMask set;
    for (Cpu d : m.possible())
      if (m.cpu(d).*id == m.cpu(c).*id) set.set(d);
    seen |= set;
    text += (text.empty() ? "" : " ") + set.to_list();
  }
  return text;
}
inline std::string cores(const Machine& m) { return parts(m, &CpuInfo::core); }
inline std::string clusters(const Machine& m) { return parts(m, &CpuInfo::cluster); }
inline std::string llcs(const Machine& m) { return parts(m, &CpuInfo::llc); }
inline std::string packages(const Machine& m) { return parts(m, &CpuInfo::package); }
inline std::string nodes(const Machine& m) { return parts(m, &CpuInfo::node); }

}  // namespace schedproof::model::testing
