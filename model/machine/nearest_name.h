// SPDX-License-Identifier: GPL-2.0-or-later
// For error messages about a name that does not exist: which of the known names was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schedproof::model {

/// The known name that takes the fewest single-letter edits to reach; of several the one that begins most
/// alike. "" if none is near, that is within a third of the longer name (at least two edits).
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

/// "no machine is called \"x547\"; did you mean x5472? Known are a, b, c": for the end user.
std::string unknown_name_text(std::string_view kind, std::string_view name,
                              const std::vector<std::string>& known);

}  // namespace schedproof::model
