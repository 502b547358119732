// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace schedproof::cli {
namespace {

Words builtin_names() {
  Words names;
  for (const auto& machine : schedproof({"machine", "list", "--json"}).json())
    names.push_back(machine.at("name"));
  return names;
}

TEST(MachineList, holds_the_machines_that_the_documentation_names) {
  const auto names = builtin_names();
  for (const char* name : {"x5472", "hikey960", "desktop4", "desktop8", "one-cpu"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  const auto text = schedproof({"machine", "list"}).out;
  for (const auto& name : names) EXPECT_NE(text.find(name + " "), std::string::npos) << name;
}

TEST(MachineShow, shows_every_builtin_machine_and_this_one) {
  auto names = builtin_names();
  names.push_back("live");
  for (const auto& name : names) {
    const auto text = schedproof({"machine", "show", name});
    EXPECT_EQ(text.exit, 0) << name << text.err;
    EXPECT_EQ(text.out.find(name + ": "), 0u) << text.out;
    EXPECT_NE(text.out.find("\nDomains under v3.13\n"), std::string::npos) << text.out;
    const auto json = schedproof({"machine", "show", name, "--json"}).json();
    int cpus = 0;
    for (const auto& like : json.at("domains").at("cpus")) cpus += like.at("cpus").empty() ? 0 : 1;
    EXPECT_GT(cpus, 0) << name;
  }
}

TEST(MachineShow, what_it_prints_as_json_is_read_back_as_the_same_machine) {
  Folder folder;
  for (const auto& name : builtin_names()) {
    const auto json = schedproof({"machine", "show", name, "--json"}).json();
    write(folder / "machine.json", json["machine"].dump());
    const auto again = schedproof({"machine", "show", folder / "machine.json", "--json"}).json();
    EXPECT_EQ(again["domains"], json["domains"]) << name;
  }
}

TEST(MachineShow, the_policy_decides_what_sd_llc_names) {
  const auto fixed = schedproof({"machine", "show", "x5472"});
  const auto broken = schedproof({"machine", "show", "x5472", "--policy", "v3.13-rc3"});
  EXPECT_NE(fixed.out.find("sd_llc domain 0 MC, sd_busy domain 1 CPU"), std::string::npos) << fixed.out;
  EXPECT_NE(broken.out.find("sd_llc domain 1 CPU, sd_busy domain 1 CPU"), std::string::npos) << broken.out;
}

TEST(MachineShow, reads_sysfs_trees) {
  const auto smt = schedproof({"machine", "show", source("tests/data/sysfs/smt2-one-llc")});
  EXPECT_EQ(smt.exit, 0) << smt.err;
  EXPECT_NE(smt.out.find("4 CPUs, 2 cores, 1 LLC"), std::string::npos) << smt.out;
  EXPECT_NE(smt.out.find("SIBLING level 0"), std::string::npos) << smt.out;
  const auto nodes = schedproof({"machine", "show", source("tests/data/sysfs/two-nodes")});
  EXPECT_EQ(nodes.exit, 0) << nodes.err;
  EXPECT_NE(nodes.out.find("isolated: 3"), std::string::npos) << nodes.out;
  EXPECT_NE(nodes.out.find("NUMA level 3"), std::string::npos) << nodes.out;
  const auto offline = schedproof({"machine", "show", source("tests/data/sysfs/offline-cpu")});
  EXPECT_EQ(offline.exit, 0) << offline.err;
  EXPECT_NE(offline.out.find("offline: 4"), std::string::npos) << offline.out;
  const auto xml = schedproof({"machine", "show", source("tests/data/hwloc/two-nodes-smt.xml")});
  EXPECT_EQ(xml.exit, 0) << xml.err;
}

TEST(MachineShow, a_contradictory_tree_is_refused_with_file_and_reason) {
  for (const char* command : {"show", "check"}) {
    const auto run = schedproof({"machine", command, source("tests/data/sysfs/broken-cpu-in-two-nodes")});
    EXPECT_EQ(run.exit, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("node1: cpu1 is in this node and in node0 too"), std::string::npos) << run.err;
  }
  EXPECT_EQ(schedproof({"check", "--machine", source("tests/data/sysfs/broken-cpu-in-two-nodes")}).exit, 2);
}

TEST(MachineShow, a_tree_can_be_checked_like_a_builtin_machine) {
  const auto run =
      schedproof({"check", "--policy", "v3.13", "--machine", source("tests/data/sysfs/smt2-one-llc")});
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
}

// With relax_domain_level=0 every level above 0 loses its idle balancing, with a high one it gets all of it.
TEST(MachineShow, the_relax_level_changes_the_flags) {
  const auto plain = schedproof({"machine", "show", "x5472"}).out;
  const auto low = schedproof({"machine", "show", "x5472", "--relax", "0"}).out;
  const auto high = schedproof({"machine", "show", "x5472", "--relax", "5"}).out;
  EXPECT_NE(plain.find("SD_BALANCE_NEWIDLE"), std::string::npos);
  EXPECT_EQ(plain.find("SD_BALANCE_WAKE"), std::string::npos);
  EXPECT_EQ(low.find("SD_BALANCE_NEWIDLE"), std::string::npos) << low;
  EXPECT_NE(high.find("SD_BALANCE_WAKE"), std::string::npos) << high;
}

TEST(KernelView, one_that_agrees_exits_0_and_one_that_differs_1_with_the_difference) {
  const auto view = source("tests/data/kernel-view/desktop4-v3.13.txt");
  const auto same = schedproof({"machine", "show", "desktop4", "--kernel-view", view});
  EXPECT_EQ(same.exit, 0) << same.out << same.err;
  EXPECT_NE(same.out.find("agrees"), std::string::npos) << same.out;
  const auto tuned = source("tests/data/kernel-view/desktop4-tuned.txt");
  const auto other = schedproof({"machine", "show", "desktop4", "--kernel-view", tuned});
  EXPECT_EQ(other.exit, 1) << other.out << other.err;
  EXPECT_NE(other.out.find("CPU 3, domain 0 (MC): imbalance_pct is 117 in the kernel, 125 by the policy"),
            std::string::npos)
      << other.out;
  const auto json = schedproof({"machine", "show", "desktop4", "--kernel-view", tuned, "--json"}).json();
  EXPECT_EQ(json.at("kernel_view").at("differences").size(), 1u);
  const auto wrong = schedproof({"machine", "show", "x5472", "--kernel-view", view});
  EXPECT_EQ(wrong.exit, 1) << "another machine's view";
  EXPECT_EQ(schedproof({"machine", "show", "desktop4", "--kernel-view", source("README.md")}).exit, 2);
}

}  // namespace
}  // namespace schedproof::cli
