// SPDX-License-Identifier: GPL-2.0-or-later
// A file that is whole or not there.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace schedproof::counterexamples {

/// Writes `text` to a temporary file in the folder of `path`, flushes it to the disk, calls `check` with the
/// temporary file's name, and renames it to `path`. If anything fails, `check` throwing included, the
/// temporary file is removed and `path` is as before. Throws CannotWrite (scenario_writer.h), or what `check`
/// throws.
void write_atomically(const std::string& path, std::string_view text,
                      const std::function<void(const std::string& temporary)>& check = {});

}  // namespace schedproof::counterexamples
