// SPDX-License-Identifier: GPL-2.0-or-later
// Typed reading of sysfs files, with errors that name the file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "machines/file_tree.h"
#include "model/machine/cpu_mask.h"

namespace schedproof::machines {

/// "00000000,000000ff", the kernel's %*pb: 32-bit words in hex, the highest first. Throws
/// std::invalid_argument.
model::CpuMask cpu_mask_from_hex(std::string_view text);

/// The text without blanks, newlines and NULs at its ends (dumps often pad files to their size with NULs).
std::string trimmed(std::string_view text);

class SysfsFiles {
 public:
  /// All paths are relative to `base`, a directory of the tree.
  SysfsFiles(const FileTree& tree, std::string base) : tree_(tree), base_(std::move(base)) {}

  std::optional<std::string> text(const std::string& path) const;  // trimmed; nothing if absent or empty
  std::optional<int> number(const std::string& path) const;
  std::vector<int> numbers(const std::string& path) const;            // separated by blanks
  std::optional<model::CpuMask> list(const std::string& path) const;  // "0-3,8"; "" and "(null)" are empty
  /// The first of these files that exists; names that end in "list" hold lists, others hex maps.
  std::optional<model::CpuMask> mask(const std::vector<std::string>& paths) const;
  std::vector<std::string> names(const std::string& dir) const { return tree_.list(join(base_, dir)); }
  /// The numbers N of the entries "<prefix>N" of a directory, ascending.
  std::vector<int> numbered(const std::string& dir, std::string_view prefix) const;

  [[noreturn]] void bad(const std::string& path, const std::string& reason) const;

 private:
  const FileTree& tree_;
  std::string base_;
};

}  // namespace schedproof::machines
