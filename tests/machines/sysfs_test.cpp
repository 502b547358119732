// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/sysfs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/machines/files.h"
#include "tests/model/machine/parts.h"

namespace schedproof::machines {
namespace {

using model::Machine;
using testing::EditedTree;
using namespace model::testing;

Machine read(const EditedTree& tree) { return machine_from_sysfs(tree.tree()); }

std::string refusal(const EditedTree& tree) {
  try {
    read(tree);
    return "";
  } catch (const BadInput& e) {
    return e.what();
  }
}

bool notes_say(const Machine& m, const std::string& text) {
  return std::any_of(m.notes.begin(), m.notes.end(),
                     [&](const auto& note) { return note.find(text) != std::string::npos; });
}

TEST(Sysfs, threads_caches_and_packages_are_the_kernels_masks) {
  const Machine m = read(EditedTree("smt2-one-llc"));
  EXPECT_EQ(cores(m), "0,2 1,3");
  EXPECT_EQ(clusters(m), "0,2 1,3");
  EXPECT_EQ(llcs(m), "0-3");
  EXPECT_EQ(packages(m), "0-3");
  EXPECT_EQ(m.nr_nodes(), 1);
  EXPECT_EQ(m.online().weight(), 4);
}

TEST(Sysfs, missing_capacities_are_equal_and_told) {
  const Machine m = read(EditedTree("smt2-one-llc"));
  for (const auto& i : m.cpus) EXPECT_EQ(i.capacity, 1024);
  EXPECT_EQ(
      m.notes,
      (std::vector<std::string>{"The tree tells no CPU capacities; all CPUs were taken as equal (1024)."}));
}

TEST(Sysfs, old_names_memory_only_nodes_isolation_and_capacities_are_read) {
  const Machine m = read(EditedTree("two-nodes"));
  EXPECT_EQ(llcs(m), "0-1 2-3");
  EXPECT_EQ(packages(m), "0-1 2-3");
  EXPECT_EQ(nodes(m), "0-1 2-3");
  EXPECT_EQ(m.distance, (std::vector<std::vector<int>>{{10, 20}, {20, 10}}));
  EXPECT_EQ(m.isolated().to_list(), "3");
  EXPECT_EQ(m.cpu(1).capacity, 512);
  EXPECT_EQ(m.notes,
            (std::vector<std::string>{"Node 1 has no CPU and was left out.", "Node 2 is node 1 here."}));
}

TEST(Sysfs, offline_cpus_and_holes_keep_their_numbers) {
  const Machine m = read(EditedTree("offline-cpu"));
  EXPECT_EQ(m.nr_cpus(), 5);
  EXPECT_EQ(m.possible().to_list(), "0-2,4");
  EXPECT_EQ(m.online().to_list(), "0-2");
  EXPECT_EQ(packages(m), "0-2 4");
  EXPECT_TRUE(notes_say(m, "CPU 4: offline and without topology"));
  EXPECT_TRUE(notes_say(m, "CPUs 0-7 are possible"));
}

TEST(Sysfs, without_caches_the_package_within_the_node_is_the_llc) {
  EXPECT_EQ(llcs(read(EditedTree("offline-cpu"))), "0-2 4");
  EXPECT_TRUE(notes_say(read(EditedTree("offline-cpu")), "no cache says who shares it"));
  EditedTree split("offline-cpu");
  split.set("node/node0/cpumap", "3").set("node/node0/distance", "10 20");
  split.add("node/node1/cpumap", "4").add("node/node1/distance", "20 10");
  EXPECT_EQ(llcs(read(split)), "0-1 2 4");
}

TEST(Sysfs, a_cache_with_an_empty_map_is_left_out_and_told) {
  EditedTree tree("smt2-one-llc");
  for (int c = 0; c < 4; ++c) {
    tree.set("cpu/cpu" + std::to_string(c) + "/cache/index3/shared_cpu_map", "0");
    tree.remove("cpu/cpu" + std::to_string(c) + "/cache/index3/shared_cpu_list");
  }
  const Machine m = read(tree);
  EXPECT_EQ(llcs(m), "0,2 1,3");
  EXPECT_TRUE(notes_say(m, "CPUs 0-3: the map of the level-3 cache is empty"));
}

TEST(Sysfs, an_instruction_cache_is_never_the_llc) {
  EditedTree tree("smt2-one-llc");
  for (int c = 0; c < 4; ++c) tree.set("cpu/cpu" + std::to_string(c) + "/cache/index3/type", "Instruction");
  EXPECT_EQ(llcs(read(tree)), "0,2 1,3");
}

TEST(Sysfs, without_a_list_the_online_cpus_follow_from_their_files) {
  EditedTree tree("offline-cpu");
  tree.remove("cpu/online");
  const Machine m = read(tree);
  EXPECT_EQ(m.online().to_list(), "0-2");  // cpu4/online is 0
  EXPECT_TRUE(notes_say(m, "The list of online CPUs is missing"));
}

TEST(Sysfs, without_any_list_the_directories_are_the_cpus) {
  EditedTree tree("two-nodes");
  tree.remove("cpu/online").remove("cpu/possible").remove("cpu/present");
  EXPECT_EQ(read(tree).online().to_list(), "0-3");
}

TEST(Sysfs, without_nodes_there_is_one) {
  EditedTree tree("smt2-one-llc");
  tree.remove("node/node0/cpulist").remove("node/node0/distance");
  EXPECT_EQ(read(tree).nr_nodes(), 1);
}

TEST(Sysfs, links_say_the_node_where_maps_do_not) {
  EditedTree tree("two-nodes");
  tree.remove("node/node2/cpumap").add("node/node2/cpu2", "").add("cpu/cpu3/node2", "");
  EXPECT_EQ(nodes(read(tree)), "0-1 2-3");
}

TEST(Sysfs, missing_distances_are_assumed_and_told) {
  EditedTree tree("two-nodes");
  for (const char* n : {"0", "1", "2"}) tree.set(std::string("node/node") + n + "/distance", "");
  const Machine m = read(tree);
  EXPECT_EQ(m.node_distance(0, 1), 20);
  EXPECT_TRUE(notes_say(m, "Node distances are missing"));
}

TEST(Sysfs, clusters_and_llcs_are_cut_to_what_holds_them) {
  EditedTree tree("two-nodes");
  for (int c = 0; c < 4; ++c) {
    const std::string dir = "cpu/cpu" + std::to_string(c);
    tree.set(dir + "/cache/index1/shared_cpu_map", "f").add(dir + "/topology/cluster_cpus", "f");
  }
  const Machine m = read(tree);
  EXPECT_EQ(llcs(m), "0-1 2-3");
  EXPECT_EQ(clusters(m), "0-1 2-3");
  EXPECT_TRUE(notes_say(m, "the last-level cache reaches beyond the package"));
  EXPECT_TRUE(notes_say(m, "the cluster reaches beyond the last-level cache"));
}

TEST(Sysfs, a_tree_may_start_at_sys) {
  EXPECT_TRUE(machine_from_sysfs(DirectoryTree(testing::data("sysfs/two-nodes/sys")))
                  .same_hardware(read(EditedTree("two-nodes"))));
}

TEST(SysfsFault, a_cpu_in_two_nodes) {
  EXPECT_EQ(refusal(EditedTree("broken-cpu-in-two-nodes")),
            "broken-cpu-in-two-nodes: sys/devices/system/node/node1: cpu1 is in this node and in node0 too; "
            "a CPU is in one node");
}

TEST(SysfsFault, an_online_cpu_in_no_node) {
  EXPECT_EQ(refusal(EditedTree("two-nodes").set("node/node2/cpumap", "4")),
            "two-nodes: sys/devices/system/node: cpu3 is in no node");
}

TEST(SysfsFault, overlapping_packages) {
  EXPECT_EQ(refusal(EditedTree("two-nodes").set("cpu/cpu1/topology/core_siblings", "6")),
            "two-nodes: sys/devices/system/cpu/cpu0/topology/core_siblings: the package of cpu0 is 0-1, but "
            "that of cpu1 is "
            "1-2; a CPU is in one package");
}

TEST(SysfsFault, a_core_without_the_cpu_itself) {
  EXPECT_EQ(
      refusal(EditedTree("two-nodes").set("cpu/cpu1/topology/thread_siblings", "4")),
      "two-nodes: sys/devices/system/cpu/cpu1/topology/thread_siblings: the core of cpu1 does not hold cpu1");
}

TEST(SysfsFault, a_core_that_crosses_packages) {
  EditedTree tree("two-nodes");
  tree.set("cpu/cpu1/topology/thread_siblings", "6").set("cpu/cpu2/topology/thread_siblings", "6");
  EXPECT_EQ(refusal(tree).rfind("two-nodes: cpu 2: shares its core with cpu 1, but not its", 0), 0u)
      << refusal(tree);
}

TEST(SysfsFault, distances_that_are_not_square_or_not_local) {
  EXPECT_EQ(refusal(EditedTree("two-nodes").set("node/node2/distance", "20 10")),
            "two-nodes: sys/devices/system/node/node2/distance: it has 2 distances, but there are 3 nodes; "
            "the matrix is not "
            "square");
  EXPECT_EQ(refusal(EditedTree("two-nodes").set("node/node2/distance", "20 17 11")),
            "two-nodes: distance[1][1]: distance 11 of a node to itself; the local distance is 10");
  EXPECT_EQ(refusal(EditedTree("two-nodes").set("node/node2/distance", "20 x 10")),
            "two-nodes: sys/devices/system/node/node2/distance: \"x\" is not a number");
}

TEST(SysfsFault, capacities_outside_1_to_1024) {
  for (const char* capacity : {"0", "1025", "-1"})
    EXPECT_EQ(refusal(EditedTree("two-nodes").set("cpu/cpu2/cpu_capacity", capacity)),
              std::string("two-nodes: sys/devices/system/cpu/cpu2/cpu_capacity: capacity ") + capacity +
                  " is outside 1..1024");
}

TEST(SysfsFault, maps_and_lists_that_cannot_be_read) {
  EXPECT_NE(refusal(EditedTree("two-nodes").set("cpu/cpu2/topology/core_siblings", "zz"))
                .find("cpu2/topology/core_siblings: CPU map \"zz\""),
            std::string::npos);
  EXPECT_NE(refusal(EditedTree("two-nodes").set("cpu/online", "0-")).find("cpu/online: CPU list \"0-\""),
            std::string::npos);
}

TEST(SysfsFault, more_cpus_than_are_supported) {
  EditedTree tree("two-nodes");
  tree.add("cpu/cpu1024/online", "1");
  EXPECT_EQ(
      refusal(tree),
      "two-nodes: sys/devices/system/cpu/cpu1024: CPU 1024 is too large; CPUs below 1024 are supported");
}

TEST(SysfsFault, no_cpu_is_online) {
  EXPECT_EQ(refusal(EditedTree("two-nodes").set("cpu/online", "")), "two-nodes: cpus: no CPU is online");
}

TEST(SysfsFault, no_tree_at_all) {
  EXPECT_THROW(machine_from_sysfs(MemoryTree("t", {{"a", "b"}})), BadInput);
}

}  // namespace
}  // namespace schedproof::machines
