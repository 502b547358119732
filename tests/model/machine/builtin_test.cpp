// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/builtin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/model/machine/parts.h"

namespace schedproof::model {
namespace {

using namespace testing;

TEST(BuiltinMachine, every_one_is_valid_for_the_strictest_era_and_normalised) {
  ASSERT_EQ(builtin_machines().size(), 13u);
  for (const auto& b : builtin_machines()) {
    EXPECT_NO_THROW(validate(b.machine, false)) << b.name();
    EXPECT_EQ(normalised(b.machine).cpus, b.machine.cpus) << b.name();
  }
}

TEST(BuiltinMachine, every_one_says_what_it_is_and_where_it_comes_from) {
  std::set<std::string> names;
  for (const auto& b : builtin_machines()) {
    EXPECT_TRUE(names.insert(b.name()).second) << b.name();
    EXPECT_FALSE(b.summary.empty()) << b.name();
    EXPECT_FALSE(b.machine.source.empty()) << b.name();
    EXPECT_TRUE(std::all_of(b.name().begin(), b.name().end(), [](char c) {
      return c == '-' || std::islower(c) != 0 || std::isdigit(c) != 0;
    })) << b.name();
  }
}

TEST(BuiltinMachine, x5472_pairs_cpus_4_apart) {
  const Machine& m = builtin("x5472");
  EXPECT_EQ(llcs(m), "0,4 1,5 2,6 3,7");
  EXPECT_EQ(packages(m), "0,2,4,6 1,3,5,7");
  EXPECT_EQ(nodes(m), "0-7");
}

TEST(BuiltinMachine, hikey960_has_a_little_and_a_big_cluster) {
  const Machine& m = builtin("hikey960");
  EXPECT_EQ(llcs(m), "0-3 4-7");
  EXPECT_EQ(packages(m), "0-7");
  EXPECT_EQ(m.cpu(3).capacity, 462);
  EXPECT_EQ(m.cpu(4).capacity, 1024);
}

TEST(BuiltinMachine, the_desktops_have_one_last_level_cache) {
  EXPECT_EQ(llcs(builtin("desktop4")), "0-3");
  EXPECT_EQ(llcs(builtin("desktop8")), "0-7");
  EXPECT_EQ(cores(builtin("desktop8")), "0 1 2 3 4 5 6 7");
}

TEST(BuiltinMachine, itanium8_has_two_nodes_and_private_caches) {
  const Machine& m = builtin("itanium8");
  EXPECT_EQ(llcs(m), "0 1 2 3 4 5 6 7");
  EXPECT_EQ(packages(m), "0,2 1,3 4,6 5,7");
  EXPECT_EQ(nodes(m), "0-3 4-7");
  EXPECT_EQ(m.node_distance(0, 1), 15);
}

TEST(BuiltinMachine, the_two_socket_machine_pairs_threads_16_apart) {
  const Machine& m = builtin("two-socket-smt");
  EXPECT_EQ(m.smt_mask(3).to_list(), "3,19");
  EXPECT_EQ(llcs(m), "0-7,16-23 8-15,24-31");
  EXPECT_EQ(nodes(m), llcs(m));
  EXPECT_EQ(m.node_distance(1, 0), 21);
}

TEST(BuiltinMachine, four_llcs_share_a_package) {
  const Machine& m = builtin("four-llc-smt");
  EXPECT_EQ(m.smt_mask(3).to_list(), "2-3");
  EXPECT_EQ(llcs(m), "0-7 8-15 16-23 24-31");
  EXPECT_EQ(packages(m), "0-31");
}

TEST(BuiltinMachine, llcs_can_be_unequal_or_of_one_cpu) {
  EXPECT_EQ(llcs(builtin("unequal-llcs")), "0 1-4 5-8");
  EXPECT_EQ(llcs(builtin("llc-per-cpu")), "0 1 2 3");
  EXPECT_EQ(llcs(builtin("one-cpu")), "0");
}

TEST(BuiltinMachine, the_eight_node_machine_has_two_cpus_a_node_and_a_diameter_above_two) {
  const Machine& m = builtin("eight-node-ladder");
  EXPECT_EQ(nodes(m), "0-1 2-3 4-5 6-7 8-9 10-11 12-13 14-15");
  std::set<int> distances;
  for (const auto& row : m.distance) distances.insert(row.begin(), row.end());
  EXPECT_EQ(distances, (std::set<int>{10, 16, 22, 28, 34}));
  EXPECT_EQ(m.node_distance(0, 7), 34);
  EXPECT_EQ(m.node_distance(2, 3), 16);
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) EXPECT_EQ(m.node_distance(i, j), m.node_distance(j, i));
}

TEST(BuiltinMachine, mixed_machines_differ_in_capacity_or_threads) {
  const Machine& d = builtin("dynamiq");
  EXPECT_EQ(llcs(d), "0-7");
  EXPECT_EQ(d.cpu(0).capacity, 290);
  EXPECT_EQ(d.cpu(6).capacity, 870);
  EXPECT_EQ(d.cpu(7).capacity, 1024);
  EXPECT_EQ(clusters(builtin("intel-hybrid")), "0-1 2-3 4-5 6-7 8-9 10-11 12-15 16-19");
  EXPECT_EQ(cores(builtin("intel-hybrid")), "0-1 2-3 4-5 6-7 8-9 10-11 12 13 14 15 16 17 18 19");
}

TEST(BuiltinMachine, an_unknown_name_is_refused_with_the_nearest_one) {
  EXPECT_EQ(find_builtin("x5742"), nullptr);
  try {
    builtin("x5742");
    FAIL() << "accepted";
  } catch (const UnknownMachine& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean x5472?"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("llc-per-cpu"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace schedproof::model
