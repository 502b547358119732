// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/file_tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "machines/tarball.h"

namespace schedproof::machines {

namespace fs = std::filesystem;

namespace {

// The kernel gives its files a size of a page or none at all; what is longer is no file of ours.
constexpr std::size_t kMaxFile = 1 << 20;

}  // namespace

std::string join(std::string_view dir, std::string_view name) {
  if (dir.empty()) return std::string(name);
  if (name.empty()) return std::string(dir);
  return std::string(dir) + "/" + std::string(name);
}

std::optional<std::string> DirectoryTree::read(const std::string& path) const {
  const fs::path file = fs::path(origin()) / path;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text;
  std::array<char, 4096> page{};
  while (in.read(page.data(), page.size()) || in.gcount() > 0) {
    text.append(page.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMaxFile)
      throw BadInput(file.string(), "it is longer than 1 MiB, which no file of the kernel's is");
  }
  if (in.bad()) return std::nullopt;
  return text;
}

std::vector<std::string> DirectoryTree::list(const std::string& dir) const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(fs::path(origin()) / dir, error), end; !error && it != end;
       it.increment(error))
    names.push_back(it->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<std::string> MemoryTree::read(const std::string& path) const {
  const auto it = files_.find(path);
  if (it == files_.end()) return std::nullopt;
  return it->second;
}

std::vector<std::string> MemoryTree::list(const std::string& dir) const {
  std::vector<std::string> names;
  const std::string prefix = dir.empty() ? "" : dir + "/";
  for (auto it = files_.lower_bound(prefix); it != files_.end() && it->first.starts_with(prefix); ++it) {
    const std::string name =
        it->first.substr(prefix.size(), it->first.find('/', prefix.size()) - prefix.size());
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool named_like_tarball(std::string_view path) {
  static constexpr std::array endings = {".tar",  ".tar.gz", ".tgz", ".tar.bz2",
                                         ".tbz2", ".tar.xz", ".txz", ".tar.zst"};
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view end) { return path.ends_with(end); });
}

std::unique_ptr<FileTree> open_tree(const std::string& path, const KeepFile& keep) {
  std::error_code error;
  if (fs::is_directory(path, error)) return std::make_unique<DirectoryTree>(path);
  if (!fs::exists(path, error)) throw BadInput(path, "there is no such file or directory");
  return std::make_unique<MemoryTree>(path, read_tarball(path, keep));
}

std::optional<std::string> locate(const FileTree& tree, const std::vector<std::string>& places) {
  for (const auto& place : places)
    if (!tree.list(place).empty()) return place;
  std::vector<std::string> found;
  for (const auto& name : tree.list("")) {
    for (const auto& place : places) {
      if (tree.list(join(name, place)).empty()) continue;
      found.push_back(join(name, place));
      break;
    }
  }
  if (found.size() > 1)
    throw BadInput(tree.origin(),
                   "it holds several trees, " + found[0] + " and " + found[1] + "; name one of them");
  if (found.empty()) return std::nullopt;
  return found.front();
}

}  // namespace schedproof::machines
