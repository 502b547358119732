// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/tarball.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace schedproof::machines {

namespace {

constexpr std::int64_t kMaxEntry = 1 << 20, kMaxKept = 64 << 20, kMaxUnpacked = 1 << 30;
constexpr int kMaxEntries = 1'000'000;
constexpr const char* kAccepted =
    "; accepted is a tar archive, plain or compressed with gzip, bzip2, xz or zstd";

struct CloseArchive {
  void operator()(archive* a) const { archive_read_free(a); }
};
using Archive = std::unique_ptr<archive, CloseArchive>;

std::string reason(archive* a) {
  const char* text = archive_error_string(a);
  return text != nullptr ? text : "it cannot be read";
}

Archive open(const std::string& file) {
  Archive a(archive_read_new());
  archive_read_support_format_tar(a.get());
  archive_read_support_filter_gzip(a.get());
  archive_read_support_filter_bzip2(a.get());
  archive_read_support_filter_xz(a.get());
  archive_read_support_filter_zstd(a.get());
  if (archive_read_open_filename(a.get(), file.c_str(), 1 << 16) != ARCHIVE_OK)
    throw BadInput(file, reason(a.get()) + kAccepted);
  return a;
}

/// The path as FileTree wants it; throws if it leads out of the archive.
std::string safe_path(const std::string& file, const char* raw) {
  const std::string given = raw != nullptr ? raw : "";
  if (given.starts_with('/')) throw BadInput(file, "the entry \"" + given + "\" has an absolute path");
  std::string path;
  for (std::size_t at = 0; at < given.size();) {
    const std::size_t end = std::min(given.find('/', at), given.size());
    const std::string name = given.substr(at, end - at);
    if (name == "..") throw BadInput(file, "the entry \"" + given + "\" leads out of the archive");
    if (!name.empty() && name != ".") path = join(path, name);
    at = end + 1;
  }
  return path;
}

std::string read_entry(const std::string& file, archive* a, archive_entry* entry, const std::string& path) {
  if (archive_entry_size(entry) > kMaxEntry)
    throw BadInput(file, "the entry \"" + path + "\" is longer than 1 MiB, which no file of the kernel's is");
  std::string text(static_cast<std::size_t>(archive_entry_size(entry)), '\0');
  const la_ssize_t got = archive_read_data(a, text.data(), text.size());
  if (got < 0) throw BadInput(file, "the entry \"" + path + "\": " + reason(a));
  text.resize(static_cast<std::size_t>(got));
  return text;
}

}  // namespace

std::map<std::string, std::string> read_tarball(const std::string& file, const KeepFile& keep) {
  const Archive a = open(file);
  std::map<std::string, std::string> files;
  std::int64_t kept = 0, unpacked = 0;
  archive_entry* entry = nullptr;
  for (int entries = 0;; ++entries) {
    const int result = archive_read_next_header(a.get(), &entry);
    if (result == ARCHIVE_EOF) break;
    if (result < ARCHIVE_WARN) throw BadInput(file, reason(a.get()) + kAccepted);
    unpacked += archive_entry_size(entry);
    if (entries >= kMaxEntries || unpacked > kMaxUnpacked)
      throw BadInput(file,
                     "it unpacks to more than a million entries or 1 GiB; this is no dump of a machine");
    const std::string path = safe_path(file, archive_entry_pathname(entry));
    if (!keep(path)) continue;
    const auto type = archive_entry_filetype(entry);
    if (type == AE_IFLNK) files.emplace(path, "");
    if (type != AE_IFREG) continue;
    files[path] = read_entry(file, a.get(), entry, path);
    kept += static_cast<std::int64_t>(files[path].size());
    if (kept > kMaxKept) throw BadInput(file, "the files of interest are more than 64 MiB");
  }
  return files;
}

}  // namespace schedproof::machines
