// SPDX-License-Identifier: GPL-2.0-or-later
// The dumps of real machines that hwloc's test suite carries. They are no part of the project, so these tests
// skip where they are not found: see dumps_directory().
#include <gtest/gtest.h>

#include <set>

#include "machines/hwloc_xml.h"
#include "machines/load.h"
#include "machines/sysfs.h"
#include "machines/tarball.h"
#include "model/machine/builtin.h"
#include "tests/machines/files.h"
#include "tests/machines/hwloc_view.h"
#include "tests/model/machine/parts.h"

namespace schedproof::machines {
namespace {

using model::Machine;
using namespace model::testing;

class Dump : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!testing::dumps_directory())
      GTEST_SKIP() << "the dumps are not here; set SCHEDPROOF_MACHINES to the directory that holds them";
  }
  static std::string file(const std::string& name) {
    return *testing::dumps_directory() + "/" + name + ".tar.bz2";
  }
  static Machine machine(const std::string& name) {
    const auto loaded = load_machine(file(name));
    EXPECT_EQ(loaded.kind, LoadedMachine::Kind::sysfs);
    EXPECT_EQ(loaded.machine.name, name);
    return loaded.machine;
  }
};

TEST_F(Dump, two_socket_core2_server_pairs_cpus_4_apart_like_the_built_in_x5472) {
  const Machine m = machine("8em64t-2s2ca2c");
  EXPECT_EQ(llcs(m), "0,4 1,5 2,6 3,7");
  EXPECT_TRUE(m.same_hardware(model::builtin("x5472")));
}

TEST_F(Dump, itanium_server_without_online_list_and_with_empty_cache_maps_equals_the_built_in_itanium8) {
  const Machine m = machine("8ia64-2n2s2c");
  EXPECT_EQ(m.online().to_list(), "0-7");
  EXPECT_EQ(packages(m), "0,2 1,3 4,6 5,7");
  EXPECT_EQ(llcs(m), "0 1 2 3 4 5 6 7");
  ASSERT_GE(m.notes.size(), 2u);
  EXPECT_EQ(m.notes[1], "CPUs 0-7: the map of the level-3 cache is empty; that cache was left out.");
  EXPECT_TRUE(m.same_hardware(model::builtin("itanium8")));
}

TEST_F(Dump, hybrid_client_has_equal_capacities_and_says_so) {
  const Machine m = machine("20em64t-hybrid-1p6c2t+2ca4co1t");
  EXPECT_EQ(clusters(m), "0-1 2-3 4-5 6-7 8-9 10-11 12-15 16-19");
  EXPECT_EQ(
      m.notes,
      (std::vector<std::string>{"The tree tells no CPU capacities; all CPUs were taken as equal (1024)."}));
  EXPECT_TRUE(m.same_hardware(model::builtin("intel-hybrid")));
}

TEST_F(Dump, arm_server_of_128_cpus_has_distances_that_are_no_two_steps) {
  const Machine m = machine("128arm-2pa2n8cluster4co");
  EXPECT_EQ(packages(m), "0-63 64-127");
  EXPECT_EQ(llcs(m), "0-31 32-63 64-95 96-127");
  EXPECT_EQ(nodes(m), llcs(m));
  EXPECT_EQ(m.cluster_mask(0).to_list(), "0-3");
  EXPECT_EQ(m.distance, (std::vector<std::vector<int>>{
                            {10, 16, 32, 33}, {16, 10, 25, 32}, {32, 25, 10, 16}, {33, 32, 16, 10}}));
}

TEST_F(Dump, four_socket_opteron_has_two_nodes_in_each_package) {
  const Machine m = machine("64amd64-4s2n4ca2co");
  EXPECT_EQ(packages(m), "0-15 16-31 32-47 48-63");
  EXPECT_EQ(nodes(m), "0-7 8-15 16-23 24-31 32-39 40-47 48-55 56-63");
  EXPECT_EQ(llcs(m), nodes(m));
  EXPECT_EQ(m.smt_mask(1).to_list(), "0-1");
  EXPECT_EQ(m.node_distance(0, 3), 22);
}

TEST_F(Dump, gb10_has_five_capacities) {
  const Machine m = machine("nvidia-dgx-gb10");
  std::set<int> capacities;
  for (const auto& i : m.cpus) capacities.insert(i.capacity);
  EXPECT_EQ(capacities, (std::set<int>{718, 731, 997, 1017, 1024}));
  EXPECT_EQ(llcs(m), "0-9 10-19");
  EXPECT_TRUE(m.notes.empty());
}

/// What hwloc reads of a dump; fewer files are written sooner.
bool hwloc_asks_for(const std::string& path) {
  if (!is_sysfs_file_of_interest(path) || path.ends_with("_list")) return false;
  for (const char* part :
       {"/topology/core_cpus", "/topology/thread_siblings", "/topology/core_siblings",
        "/topology/package_cpus", "/topology/cluster_cpus", "/topology/cluster_id", "/topology/core_id",
        "/topology/physical_package_id", "/level", "/type", "/shared_cpu_map", "/cpumap", "/distance",
        "/cpu_capacity", "/cpu/online", "/cpu/possible", "/node/online"})
    if (path.ends_with(part)) return true;
  return false;
}

TEST_F(Dump, hwloc_sees_the_same_machines) {
  const testing::TemporaryDirectory dir;
  for (const std::string name : {"128arm-2pa2n8cluster4co", "20em64t-hybrid-1p6c2t+2ca4co1t",
                                 "64amd64-4s2n4ca2co", "8em64t-2s2ca2c", "8ia64-2n2s2c", "nvidia-dgx-gb10"}) {
    for (const auto& [path, text] : read_tarball(file(name), hwloc_asks_for)) {
      std::filesystem::create_directories(std::filesystem::path(dir.file(path)).parent_path());
      dir.write(path, text);
    }
    const Machine ours = machine(name);
    const Machine theirs = machine_from_hwloc_xml_text(testing::hwloc_xml_of_sysfs(dir.file(name)), name);
    // hwloc splits Opteron modules into cores, and has no object for a cluster that equals the last-level
    // cache; the kernel's masks say otherwise, and the scheduler follows them.
    if (name != "64amd64-4s2n4ca2co") {
      EXPECT_EQ(cores(ours), cores(theirs)) << name;
    }
    if (name != "nvidia-dgx-gb10") {
      EXPECT_EQ(clusters(ours), clusters(theirs)) << name;
    }
    EXPECT_EQ(llcs(ours), llcs(theirs)) << name;
    EXPECT_EQ(packages(ours), packages(theirs)) << name;
    EXPECT_EQ(nodes(ours), nodes(theirs)) << name;
    EXPECT_EQ(ours.distance, theirs.distance) << name;
    for (model::Cpu c : ours.possible())
      EXPECT_EQ(ours.cpu(c).capacity, theirs.cpu(c).capacity) << name << " " << c;
  }
}

}  // namespace
}  // namespace schedproof::machines
