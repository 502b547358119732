// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/file_tree.h"

#include <gtest/gtest.h>

#include "tests/machines/files.h"

namespace schedproof::machines {
namespace {

using Names = std::vector<std::string>;

TEST(MemoryTree, lists_each_name_once_whatever_sorts_between) {
  const MemoryTree tree("t", {{"a/x", "1"}, {"a/y/z", "2"}, {"a-b", "3"}, {"b", "4"}});
  EXPECT_EQ(tree.list(""), (Names{"a", "a-b", "b"}));
  EXPECT_EQ(tree.list("a"), (Names{"x", "y"}));
  EXPECT_EQ(tree.list("c"), Names{});
  EXPECT_EQ(tree.read("a/y/z"), "2");
  EXPECT_FALSE(tree.read("a/y").has_value());
}

TEST(DirectoryTree, and_memory_tree_agree) {
  const DirectoryTree directory(testing::data("sysfs/two-nodes"));
  const MemoryTree memory = testing::EditedTree("two-nodes").tree();
  for (const char* dir : {"", "sys/devices/system/cpu", "sys/devices/system/node/node2", "none"})
    EXPECT_EQ(directory.list(dir), memory.list(dir)) << dir;
  for (const char* file : {"sys/devices/system/node/node0/distance", "sys/devices", "none"})
    EXPECT_EQ(directory.read(file), memory.read(file)) << file;
}

TEST(DirectoryTree, refuses_a_file_that_is_too_long_for_the_kernel) {
  const testing::TemporaryDirectory dir;
  dir.write("big", std::string(2 << 20, 'x'));
  EXPECT_THROW(DirectoryTree(dir.file("")).read("big"), BadInput);
}

TEST(Locate, finds_the_root_one_directory_down_and_says_when_it_is_not_unique) {
  const auto find = [](std::map<std::string, std::string> files) {
    return locate(MemoryTree("t", std::move(files)), {"sys/cpu", "cpu"});
  };
  EXPECT_EQ(find({{"sys/cpu/x", ""}}), "sys/cpu");
  EXPECT_EQ(find({{"cpu/x", ""}}), "cpu");
  EXPECT_EQ(find({{"dump/sys/cpu/x", ""}}), "dump/sys/cpu");
  EXPECT_EQ(find({{"a/b/sys/cpu/x", ""}}), std::nullopt);
  EXPECT_THROW(find({{"a/sys/cpu/x", ""}, {"b/sys/cpu/x", ""}}), BadInput);
}

TEST(OpenTree, a_missing_file_is_told) {
  try {
    open_tree("/nonexistent/x.tar", [](const std::string&) { return true; });
    FAIL();
  } catch (const BadInput& e) {
    EXPECT_STREQ(e.what(), "/nonexistent/x.tar: there is no such file or directory");
  }
}

}  // namespace
}  // namespace schedproof::machines
