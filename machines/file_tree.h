// SPDX-License-Identifier: GPL-2.0-or-later
// A tree of small text files, wherever it lies: in a directory, in a tarball, in the output of grep. Readers
// of sysfs and of the kernel's own view of its domains see no difference. Paths are relative, with '/'
// between names and none at either end; "" is the root.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machines/bad_input.h"

namespace schedproof::machines {

class FileTree {
 public:
  explicit FileTree(std::string origin) : origin_(std::move(origin)) {}
  virtual ~FileTree() = default;

  /// The file's whole content; nothing if there is no such file or it cannot be read (sysfs has write-only
  /// files).
  virtual std::optional<std::string> read(const std::string& path) const = 0;
  /// The names in a directory, sorted; empty if there is no such directory.
  virtual std::vector<std::string> list(const std::string& dir) const = 0;

  /// The file or directory as the user named it, for messages.
  const std::string& origin() const { return origin_; }

 private:
  std::string origin_;
};

/// A directory of the file system. Symbolic links are followed: sysfs is made of them.
class DirectoryTree : public FileTree {
 public:
  explicit DirectoryTree(std::string root) : FileTree(std::move(root)) {}
  std::optional<std::string> read(const std::string& path) const override;
  std::vector<std::string> list(const std::string& dir) const override;
};

/// Files held in memory; directories exist as far as files are in them.
class MemoryTree : public FileTree {
 public:
  MemoryTree(std::string origin, std::map<std::string, std::string> files)
      : FileTree(std::move(origin)), files_(std::move(files)) {}
  std::optional<std::string> read(const std::string& path) const override;
  std::vector<std::string> list(const std::string& dir) const override;

 private:
  std::map<std::string, std::string> files_;
};

/// "a/b"; either part may be "".
std::string join(std::string_view dir, std::string_view name);

/// Which files of an archive are worth keeping.
using KeepFile = std::function<bool(const std::string& path)>;

/// Opens a directory, or a tarball (uncompressed or gzip, bzip2, xz, zstd) of which it keeps what `keep`
/// wants. Throws BadInput if it is neither.
std::unique_ptr<FileTree> open_tree(const std::string& path, const KeepFile& keep);

/// True if the name ends like a tarball's (.tar, .tar.gz, .tgz, .tar.bz2, .tbz2, .tar.xz, .txz, .tar.zst).
bool named_like_tarball(std::string_view path);

/// The first of `places` (directories) that the tree has, at its root or else below one directory of its
/// root; nothing if there is none. Throws BadInput if several directories of the root have one.
std::optional<std::string> locate(const FileTree& tree, const std::vector<std::string>& places);

}  // namespace schedproof::machines
