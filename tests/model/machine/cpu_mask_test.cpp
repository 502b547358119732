// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/cpu_mask.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace schedproof::model {
namespace {

TEST(CpuMask, list_form_survives_a_round_trip) {
  for (const char* text : {"", "0", "0-3,8", "63-65", "0,2,4,1000-1023"})
    EXPECT_EQ(CpuMask::from_list(text).to_list(), text);
}

TEST(CpuMask, iterates_in_ascending_order_across_words) {
  std::vector<Cpu> seen;
  for (Cpu c : CpuMask{1023, 64, 0, 63}) seen.push_back(c);
  EXPECT_EQ(seen, (std::vector<Cpu>{0, 63, 64, 1023}));
}

TEST(CpuMask, first_and_next_say_minus_one_when_there_is_none) {
  EXPECT_EQ(CpuMask{}.first(), -1);
  EXPECT_EQ(CpuMask{5}.next(5), -1);
  EXPECT_EQ(CpuMask{1023}.next(1023), -1);
}

TEST(CpuMask, set_operations_agree_with_membership) {
  const CpuMask a = CpuMask::range(0, 99), b = CpuMask::range(64, 200);
  for (Cpu c = 0; c < kMaxCpus; ++c) {
    EXPECT_EQ((a & b).test(c), a.test(c) && b.test(c));
    EXPECT_EQ((a | b).test(c), a.test(c) || b.test(c));
    EXPECT_EQ(a.minus(b).test(c), a.test(c) && !b.test(c));
  }
  EXPECT_TRUE((a & b).subset_of(a));
  EXPECT_FALSE(a.subset_of(b));
  EXPECT_EQ((a & b).weight(), 36);
}

TEST(CpuMask, bad_lists_are_refused_with_the_text_in_the_message) {
  for (const char* text : {"a", "1-", "-1", "3-1", "0,,1", "0,", "1024", "0 1", "99999999999"}) {
    try {
      CpuMask::from_list(text);
      ADD_FAILURE() << text << " was accepted";
    } catch (const std::invalid_argument& e) {
      EXPECT_NE(std::string(e.what()).find(text), std::string::npos) << e.what();
    }
  }
}

}  // namespace
}  // namespace schedproof::model
