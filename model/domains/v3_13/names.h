// SPDX-License-Identifier: GPL-2.0-or-later
// The named decisions and constants of v3.13's domain rules: what a mutant or --set may change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace schedproof::model {

struct NamedConstant {
  std::string name;
  std::int64_t value = 0;  // as in the kernel
  friend bool operator==(const NamedConstant&, const NamedConstant&) = default;
};

/// "<kernel function>.<what is asked>", in the order of the files.
std::vector<std::string> v3_13_domain_decisions();
/// "<template>.<field>" and the constants of rules.
std::vector<NamedConstant> v3_13_domain_constants();

}  // namespace schedproof::model
