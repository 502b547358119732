// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/tarball.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include "machines/load.h"
#include "tests/machines/files.h"

namespace schedproof::machines {
namespace {

using Files = std::map<std::string, std::string>;

/// Writes a tarball; content "-> X" makes a symbolic link to X.
std::string tarball(const testing::TemporaryDirectory& dir, const std::string& name, const Files& files,
                    int filter) {
  archive* a = archive_write_new();
  archive_write_set_format_gnutar(a);
  archive_write_add_filter(a, filter);
  EXPECT_EQ(archive_write_open_filename(a, dir.file(name).c_str()), ARCHIVE_OK) << archive_error_string(a);
  for (const auto& [path, text] : files) {
    archive_entry* e = archive_entry_new();
    archive_entry_set_pathname(e, path.c_str());
    archive_entry_set_perm(e, 0644);
    const bool link = text.starts_with("-> ");
    archive_entry_set_filetype(e, link ? AE_IFLNK : AE_IFREG);
    if (link) archive_entry_set_symlink(e, text.c_str() + 3);
    archive_entry_set_size(e, link ? 0 : static_cast<la_int64_t>(text.size()));
    archive_write_header(a, e);
    if (!link) archive_write_data(a, text.data(), text.size());
    archive_entry_free(e);
  }
  archive_write_close(a);
  archive_write_free(a);
  return dir.file(name);
}

bool keep_all(const std::string&) { return true; }

std::string refusal(const Files& files) {
  const testing::TemporaryDirectory dir;
  try {
    read_tarball(tarball(dir, "x.tar", files, ARCHIVE_FILTER_NONE), keep_all);
    return "";
  } catch (const BadInput& e) {
    return std::string(e.what()).substr(e.file().size() + 2);
  }
}

TEST(Tarball, every_compression_gives_the_same_files) {
  const testing::TemporaryDirectory dir;
  const Files files = {{"./a/b", "1\n"}, {"c", ""}};
  for (int filter : {ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ})
    EXPECT_EQ(read_tarball(tarball(dir, "x.tar", files, filter), keep_all),
              (Files{{"a/b", "1\n"}, {"c", ""}}))
        << filter;
}

TEST(Tarball, keeps_only_what_is_wanted) {
  const testing::TemporaryDirectory dir;
  const auto file =
      tarball(dir, "x.tar", {{"a", "1"}, {"b", std::string(2 << 20, 'x')}}, ARCHIVE_FILTER_GZIP);
  EXPECT_EQ(read_tarball(file, [](const std::string& path) { return path == "a"; }), (Files{{"a", "1"}}));
}

TEST(Tarball, a_symbolic_link_is_a_name_and_is_not_followed) {
  const testing::TemporaryDirectory dir;
  EXPECT_EQ(
      read_tarball(tarball(dir, "x.tar", {{"node0/cpu3", "-> /etc/passwd"}}, ARCHIVE_FILTER_NONE), keep_all),
      (Files{{"node0/cpu3", ""}}));
}

TEST(Tarball, paths_out_of_the_archive_are_refused) {
  EXPECT_EQ(refusal({{"/etc/x", "1"}}), "the entry \"/etc/x\" has an absolute path");
  EXPECT_EQ(refusal({{"a/../../x", "1"}}), "the entry \"a/../../x\" leads out of the archive");
  EXPECT_EQ(refusal({{"..a/x", "1"}}), "");
}

TEST(Tarball, entries_that_are_too_long_are_refused) {
  EXPECT_EQ(refusal({{"a", std::string((1 << 20) + 1, 'x')}}),
            "the entry \"a\" is longer than 1 MiB, which no file of the kernel's is");
}

TEST(Tarball, what_is_no_tarball_is_refused) {
  const testing::TemporaryDirectory dir;
  try {
    read_tarball(dir.write("x.tar", "hello, this is text\n"), keep_all);
    FAIL();
  } catch (const BadInput& e) {
    EXPECT_NE(std::string(e.what()).find("x.tar: "), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("accepted is a tar archive"), std::string::npos) << e.what();
  }
}

TEST(Tarball, a_truncated_one_is_refused) {
  const testing::TemporaryDirectory dir;
  const auto file = tarball(dir, "x.tar.bz2", {{"a", std::string(100'000, 'x')}}, ARCHIVE_FILTER_BZIP2);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  EXPECT_THROW(read_tarball(file, keep_all), BadInput);
}

TEST(Tarball, a_packed_sysfs_tree_is_the_same_machine_as_the_directory) {
  const testing::TemporaryDirectory dir;
  Files files;
  for (const auto& [path, text] : testing::EditedTree("two-nodes").files()) files["dump/" + path] = text;
  const auto packed = load_machine(tarball(dir, "two.tar.bz2", files, ARCHIVE_FILTER_BZIP2));
  const auto plain = load_machine(testing::data("sysfs/two-nodes"));
  EXPECT_TRUE(packed.machine.same_hardware(plain.machine));
  EXPECT_EQ(packed.machine.notes, plain.machine.notes);
  EXPECT_EQ(packed.machine.name, "two");
}

}  // namespace
}  // namespace schedproof::machines
