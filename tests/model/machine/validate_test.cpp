// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include "model/machine/machine.h"

namespace schedproof::model {
namespace {

/// 2 nodes x 2 packages x 2 cores x 2 threads: CPU c is in core c/2, package and LLC c/4, node c/8.
Machine sound() {
  Machine m = Machine::flat(16);
  for (Cpu c = 0; c < 16; ++c) {
    CpuInfo& i = m.cpu(c);
    i.core = i.cluster = c / 2;
    i.llc = i.package = c / 4;
    i.node = c / 8;
  }
  m.distance = {{10, 21}, {21, 10}};
  return m;
}

std::string fault(const Machine& m, bool llc_may_cross_node = false) {
  try {
    validate(m, llc_may_cross_node);
    return "";
  } catch (const BadMachine& e) {
    EXPECT_EQ(std::string(e.what()).rfind(e.place() + ": ", 0), 0u) << e.what();
    return e.what();
  }
}

template <class Change>
std::string fault_after(Change change, bool llc_may_cross_node = false) {
  Machine m = sound();
  change(m);
  return fault(m, llc_may_cross_node);
}

TEST(Validate, a_sound_machine_passes) { EXPECT_EQ(fault(sound()), ""); }

TEST(Validate, a_node_may_span_packages_and_a_package_may_span_nodes) {
  EXPECT_EQ(fault_after([](Machine& m) {
              for (Cpu c = 0; c < 16; ++c) m.cpu(c).package = 0;
            }),
            "");
}

TEST(Validate, the_number_of_cpus_is_limited) {
  EXPECT_EQ(fault(Machine{}), "cpus: the machine has no CPU");
  EXPECT_EQ(fault(Machine::flat(1024)), "");
  EXPECT_EQ(fault(Machine::flat(1025)), "cpus: 1025 CPUs are more than the 1024 that are supported");
}

TEST(Validate, some_cpu_is_online) {
  EXPECT_EQ(fault_after([](Machine& m) {
              for (CpuInfo& i : m.cpus) i.online = false;
            }),
            "cpus: no CPU is online");
  EXPECT_EQ(fault_after([](Machine& m) {
              for (CpuInfo& i : m.cpus) i.possible = false;
            }),
            "cpus: no CPU is online");
}

TEST(Validate, cpu_0_may_be_a_hole) {
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(0).possible = false; }), "");
}

TEST(Validate, capacities_are_1_to_1024) {
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(3).capacity = 0; }), "cpu 3: capacity 0 is outside 1..1024");
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(3).capacity = 1025; }),
            "cpu 3: capacity 1025 is outside 1..1024");
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(3).capacity = 1; }), "");
}

TEST(Validate, ids_are_not_negative) {
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(5).llc = -1; }), "cpu 5: its LLC is -1; ids are 0 or above");
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(5).node = -2; }), "cpu 5: its node is -2; ids are 0 or above");
}

TEST(Validate, a_core_crosses_no_larger_unit) {
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(1).cluster = 99; }),
            "cpu 1: shares its core with cpu 0, but not its cluster; a core cannot cross a cluster");
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(1).llc = 99; }),
            "cpu 1: shares its core with cpu 0, but not its LLC; a core cannot cross an LLC");
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(1).package = 99; }),
            "cpu 1: shares its core with cpu 0, but not its package; a core cannot cross a package");
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(1).node = 1; }, true),
            "cpu 1: shares its core with cpu 0, but not its node; a core cannot cross a node");
}

TEST(Validate, a_cluster_crosses_no_llc_and_no_package) {
  EXPECT_EQ(fault_after([](Machine& m) {
              for (Cpu c = 4; c < 8; ++c) m.cpu(c).cluster = 0;
            }),
            "cpu 4: shares its cluster with cpu 0, but not its LLC; a cluster cannot cross an LLC");
  EXPECT_EQ(fault_after([](Machine& m) {
              for (Cpu c = 4; c < 8; ++c) m.cpu(c).cluster = m.cpu(c).llc = 0;
            }),
            "cpu 4: shares its cluster with cpu 0, but not its package; a cluster cannot cross a package");
}

TEST(Validate, an_llc_crosses_no_package) {
  EXPECT_EQ(fault_after([](Machine& m) {
              for (Cpu c = 4; c < 8; ++c) m.cpu(c).llc = 0;
            }),
            "cpu 4: shares its LLC with cpu 0, but not its package; an LLC cannot cross a package");
}

TEST(Validate, an_llc_crosses_a_node_only_where_the_era_allows_it) {
  const auto change = [](Machine& m) {
    for (Cpu c = 0; c < 16; ++c) m.cpu(c).llc = m.cpu(c).package = 0;
  };
  EXPECT_EQ(fault_after(change, true), "");
  EXPECT_EQ(fault_after(change, false),
            "cpu 8: shares its LLC with cpu 0, but not its node; an LLC cannot cross a node");
}

TEST(Validate, no_node_is_empty_and_no_cpu_is_in_an_unknown_one) {
  EXPECT_EQ(fault_after([](Machine& m) {
              for (Cpu c = 8; c < 16; ++c) m.cpu(c).node = 0;
            }),
            "node 1: it has no CPU; leave memory-only nodes out");
  EXPECT_EQ(fault_after([](Machine& m) { m.cpu(9).node = 2; }),
            "cpu 9: it is in node 2, but the distance matrix is for 2 nodes");
  EXPECT_EQ(fault_after([](Machine& m) { m.distance.clear(); }),
            "cpu 8: it is in node 1, but the distance matrix is for 1 node");
}

TEST(Validate, the_distance_matrix_is_square_with_local_distance_10) {
  EXPECT_EQ(fault_after([](Machine& m) { m.distance[1].pop_back(); }),
            "distance[1]: the matrix is not square: 2 rows, but 1 columns here");
  EXPECT_EQ(fault_after([](Machine& m) { m.distance[1][1] = 11; }),
            "distance[1][1]: distance 11 of a node to itself; the local distance is 10");
}

TEST(Validate, remote_distances_are_above_the_local_one_and_fit_a_byte) {
  for (int d : {0, 9, 10, 256})
    EXPECT_EQ(fault_after([&](Machine& m) { m.distance[0][1] = d; }),
              "distance[0][1]: distance " + std::to_string(d) + " between two nodes is outside 11..255");
  EXPECT_EQ(fault_after([](Machine& m) { m.distance = {{10, 11}, {255, 10}}; }), "");
}

TEST(Validate, the_number_of_nodes_is_limited) {
  Machine m = Machine::flat(65);
  m.distance.assign(65, std::vector<int>(65, 20));
  for (int n = 0; n < 65; ++n) {
    m.cpu(n).node = m.cpu(n).llc = m.cpu(n).package = n;
    m.distance[static_cast<std::size_t>(n)][static_cast<std::size_t>(n)] = 10;
  }
  EXPECT_EQ(fault(m), "distance: 65 nodes are more than the 64 that are supported");
}

}  // namespace
}  // namespace schedproof::model
