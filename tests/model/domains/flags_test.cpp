// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines.h"

namespace schedproof::model::testing {
namespace {

TEST(SdFlags, names_are_the_kernels_and_read_back) {
  EXPECT_EQ(flag_names(SD_LOAD_BALANCE | SD_NUMA | SD_WAKE_AFFINE), "SD_LOAD_BALANCE SD_WAKE_AFFINE SD_NUMA");
  EXPECT_EQ(flag_names(0), "");
  for (int bit = 0; bit < 13; ++bit) EXPECT_EQ(flag_by_name(flag_names(1u << bit)), 1u << bit) << bit;
  EXPECT_EQ(flag_by_name("SD_LOAD"), 0u);
  EXPECT_EQ(flag_by_name(""), 0u);
}

TEST(SdFlags, the_highest_flag_domain_ends_at_the_first_domain_without_the_flag) {
  Domains d;
  d.cpu.resize(1);
  d.domains.resize(3);
  d.per_cpu(0).sd = 0;
  d.domains[0].parent = 1;
  d.domains[1].parent = 2;
  d.domains[0].flags = d.domains[2].flags = SD_SHARE_PKG_RESOURCES;
  d.domains[2].flags |= SD_NUMA;
  EXPECT_EQ(d.highest_flag_domain(0, SD_SHARE_PKG_RESOURCES), 0);
  EXPECT_EQ(d.highest_flag_domain(0, SD_NUMA), -1) << "the base lacks it";
  EXPECT_EQ(d.lowest_flag_domain(0, SD_NUMA), 2);
  EXPECT_EQ(d.lowest_flag_domain(0, SD_ASYM_PACKING), -1);
}

TEST(DomainRules, are_found_by_the_name_of_the_policy) {
  EXPECT_EQ(domain_rule_names(),
            (std::vector<std::string>{"v3.13-rc1", "v3.13-rc3", "v3.13", "v3.13+585b6d2723dc"}));
  for (const auto& name : domain_rule_names()) ASSERT_NE(find_domain_rules(name), nullptr) << name;
  EXPECT_EQ(find_domain_rules("v3.14"), nullptr);
  EXPECT_EQ(find_domain_rules(""), nullptr);
  EXPECT_FALSE(rules().llc_may_cross_node());
}

TEST(DomainEvents, have_names) {
  EXPECT_STREQ(to_string(DomainEvent::Kind::boot), "boot");
  EXPECT_STREQ(to_string(DomainEvent::Kind::offline), "offline");
  EXPECT_STREQ(to_string(DomainEvent::Kind::online), "online");
  EXPECT_STREQ(to_string(DomainEvent::Kind::partition), "partition");
  EXPECT_STREQ(to_string(DomainEvent::Kind::nohz_enter), "nohz_enter");
  EXPECT_STREQ(to_string(DomainEvent::Kind::tick), "tick");
}

}  // namespace
}  // namespace schedproof::model::testing
