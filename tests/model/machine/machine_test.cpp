// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/machine.h"

#include <gtest/gtest.h>

#include "model/machine/nearest_name.h"

namespace schedproof::model {
namespace {

Machine pairs() {
  Machine m = Machine::flat(4);
  m.cpu(0).core = m.cpu(2).core = 9;
  m.cpu(1).core = m.cpu(3).core = 4;
  return m;
}

TEST(Machine, normalised_ids_follow_the_lowest_cpu) {
  const Machine m = normalised(pairs());
  EXPECT_EQ(m.cpu(0).core, 0);
  EXPECT_EQ(m.cpu(1).core, 1);
  EXPECT_EQ(m.cpu(2).core, 0);
  EXPECT_EQ(m.cpu(3).core, 1);
}

TEST(Machine, normalising_twice_changes_nothing) {
  EXPECT_EQ(normalised(normalised(pairs())).cpus, normalised(pairs()).cpus);
}

TEST(Machine, nodes_keep_their_numbers) {
  Machine m = Machine::flat(2);
  m.distance = {{10, 20}, {30, 10}};
  m.cpu(0).node = 1;
  EXPECT_EQ(normalised(m).cpu(0).node, 1);
}

TEST(Machine, hardware_is_the_same_whatever_the_ids_and_names_are) {
  Machine m = pairs(), n = normalised(pairs());
  n.name = "other";
  n.distance = {{10}};
  EXPECT_TRUE(m.same_hardware(n));
  n.cpu(3).capacity = 1;
  EXPECT_FALSE(m.same_hardware(n));
}

TEST(Machine, what_a_hole_says_does_not_count) {
  Machine m = pairs(), n = pairs();
  m.cpu(2).possible = n.cpu(2).possible = false;
  n.cpu(2).core = 77;
  n.cpu(2).capacity = 0;
  EXPECT_TRUE(m.same_hardware(n));
}

TEST(Machine, masks_leave_holes_out) {
  Machine m = pairs();
  m.cpu(2).possible = false;
  m.cpu(3).online = false;
  m.cpu(1).isolated = true;
  EXPECT_EQ(m.possible().to_list(), "0-1,3");
  EXPECT_EQ(m.online().to_list(), "0-1");
  EXPECT_EQ(m.isolated().to_list(), "1");
  EXPECT_EQ(m.smt_mask(0).to_list(), "0");
  EXPECT_EQ(m.smt_mask(1).to_list(), "1,3");
  EXPECT_EQ(m.node_mask(0).to_list(), "0-1,3");
}

TEST(NearestName, suggests_a_near_name_and_no_far_one) {
  EXPECT_EQ(nearest_name("x5742", {"hikey960", "x5472"}), "x5472");
  EXPECT_EQ(nearest_name("hikey", {"hikey960", "x5472"}), "");
  EXPECT_EQ(nearest_name("hikey96", {"hikey960", "x5472"}), "hikey960");
  EXPECT_EQ(nearest_name("nodes", {"notes", "node"}), "node");
  EXPECT_EQ(nearest_name("b", {"a"}), "");
}

TEST(NearestName, the_message_lists_all_names) {
  EXPECT_EQ(unknown_name_text("machine", "x547", {"hikey960", "x5472"}),
            "no machine is called \"x547\"; did you mean x5472? Known are hikey960, x5472");
  EXPECT_EQ(unknown_name_text("machine", "zzzzzzzz", {"hikey960", "x5472"}),
            "no machine is called \"zzzzzzzz\"; known are hikey960, x5472");
}

}  // namespace
}  // namespace schedproof::model
