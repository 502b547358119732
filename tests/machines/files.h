// SPDX-License-Identifier: GPL-2.0-or-later
// Where the tests find their data, and trees that a test may change.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>

#include "machines/file_tree.h"

namespace schedproof::machines::testing {

inline std::string data(const std::string& path) {
  return std::string(SCHEDPROOF_SOURCE_DIR) + "/tests/data/" + path;
}

/// The files of one of the project's own sysfs trees, to change and read again.
class EditedTree {
 public:
  explicit EditedTree(const std::string& name) : name_(name) {
    const std::filesystem::path root = data("sysfs/" + name);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path());
      files_[std::filesystem::relative(entry.path(), root).string()].assign(
          std::istreambuf_iterator<char>(in), {});
    }
  }
  /// `path` below sys/devices/system; changing a file that is not there is a mistake of the test's.
  EditedTree& set(const std::string& path, const std::string& text) {
    files_.at("sys/devices/system/" + path) = text;
    return *this;
  }
  EditedTree& add(const std::string& path, const std::string& text) {
    files_["sys/devices/system/" + path] = text;
    return *this;
  }
  EditedTree& remove(const std::string& path) {
    if (files_.erase("sys/devices/system/" + path) != 1) throw std::invalid_argument(path);
    return *this;
  }
  std::map<std::string, std::string> files() const { return files_; }
  MemoryTree tree() const { return MemoryTree(name_, files_); }

 private:
  std::string name_;
  std::map<std::string, std::string> files_;
};

/// A directory that vanishes with the test.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    // In memory where the system has such a place: some tests write thousands of small files.
    const std::filesystem::path base =
        access("/dev/shm", W_OK) == 0 ? "/dev/shm" : std::filesystem::temp_directory_path();
    std::string path = (base / "schedproof-test-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    path_ = path;
  }
  ~TemporaryDirectory() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }

 private:
  std::string path_;
};

/// The dumps of real machines, which are no part of the project: the directory named by SCHEDPROOF_MACHINES,
/// else
/// ../shared/machines beside the sources.
inline std::optional<std::string> dumps_directory() {
  const char* named = std::getenv("SCHEDPROOF_MACHINES");
  const std::string path =
      named != nullptr ? named : std::string(SCHEDPROOF_SOURCE_DIR) + "/../shared/machines";
  if (std::filesystem::is_directory(path)) return path;
  return std::nullopt;
}

}  // namespace schedproof::machines::testing
