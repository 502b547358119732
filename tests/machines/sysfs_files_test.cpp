// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/sysfs_files.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace schedproof::machines {
namespace {

TEST(CpuMaskFromHex, reads_words_the_highest_first) {
  EXPECT_EQ(cpu_mask_from_hex("0").to_list(), "");
  EXPECT_EQ(cpu_mask_from_hex("3ff").to_list(), "0-9");
  EXPECT_EQ(cpu_mask_from_hex("00000000,00000055").to_list(), "0,2,4,6");
  EXPECT_EQ(cpu_mask_from_hex("8,00000001,80000000").to_list(), "31-32,67");
}

TEST(CpuMaskFromHex, empty_words_beyond_the_supported_cpus_do_no_harm) {
  std::string text = "00000001";
  for (int word = 0; word < 127; ++word) text = "00000000," + text;  // 4096 CPUs
  EXPECT_EQ(cpu_mask_from_hex(text).to_list(), "0");
  text[7] = '1';
  EXPECT_THROW(cpu_mask_from_hex(text), std::invalid_argument);
}

TEST(CpuMaskFromHex, refuses_what_is_no_map) {
  for (const char* text : {"", "g", "1,1", "0x1", "00000000,,1", "000000000,00000001", "1 1"})
    EXPECT_THROW(cpu_mask_from_hex(text), std::invalid_argument) << text;
}

TEST(Trimmed, takes_blanks_and_padding_with_nuls_off_both_ends) {
  EXPECT_EQ(trimmed(std::string_view("0-3\n\0\0", 6)), "0-3");
  EXPECT_EQ(trimmed(" \n"), "");
}

TEST(SysfsFiles, errors_name_the_tree_and_the_file) {
  const MemoryTree tree("dump", {{"s/cpu/level", "x\n"}});
  try {
    SysfsFiles(tree, "s").number("cpu/level");
    FAIL();
  } catch (const BadInput& e) {
    EXPECT_STREQ(e.what(), "dump: s/cpu/level: \"x\" is not a number");
  }
}

TEST(SysfsFiles, an_empty_list_is_not_a_missing_one) {
  const MemoryTree tree("dump", {{"a", "\n"}, {"b", "(null)\n"}, {"c", "1-2\n"}});
  const SysfsFiles files(tree, "");
  EXPECT_EQ(files.list("a")->to_list(), "");
  EXPECT_EQ(files.list("b")->to_list(), "");
  EXPECT_EQ(files.list("c")->to_list(), "1-2");
  EXPECT_FALSE(files.list("d").has_value());
}

TEST(SysfsFiles, numbered_entries_are_in_numeric_order_and_exact) {
  const MemoryTree tree("dump",
                        {{"cpu/cpu10/x", ""}, {"cpu/cpu2/x", ""}, {"cpu/cpufreq/x", ""}, {"cpu/cpu/x", ""}});
  EXPECT_EQ(SysfsFiles(tree, "").numbered("cpu", "cpu"), (std::vector<int>{2, 10}));
}

}  // namespace
}  // namespace schedproof::machines
