// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/machine_text.h"

#include <gtest/gtest.h>

#include "machines/machine_json.h"
#include "model/machine/builtin.h"
#include "model/policies/domain_rules.h"

namespace schedproof::cli {
namespace {

using model::Machine;

std::string domains(const Machine& m, const char* policy = "v3.13") {
  return domains_text(m, model::find_domain_rules(policy)->boot(m).domains);
}
nlohmann::ordered_json json(const Machine& m, const char* policy = "v3.13") {
  return domains_json(m, model::find_domain_rules(policy)->boot(m).domains);
}
bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
Machine machine(const char* text) { return machines::machine_from_json(nlohmann::json::parse(text)); }

TEST(MachineTreeText, shows_packages_and_caches) {
  Machine m = model::builtin("x5472");
  m.source = "a test";
  EXPECT_EQ(machine_tree_text(m),
            "x5472: 8 CPUs, 8 cores, 4 LLCs, 2 packages, 1 node\n"
            "source: a test\n"
            "node 0: CPUs 0-7\n"
            "  package 0: CPUs 0,2,4,6\n"
            "    LLC 0: CPUs 0,4\n"
            "    LLC 2: CPUs 2,6\n"
            "  package 1: CPUs 1,3,5,7\n"
            "    LLC 1: CPUs 1,5\n"
            "    LLC 3: CPUs 3,7\n");
}

TEST(MachineTreeText, shows_threads_clusters_marks_distances_and_notes) {
  const Machine m =
      machine(R"({"cpus": 9, "name": "m", "notes": ["assumed"], "holes": [8], "offline": [7], "isolated": [6],
    "smt": [[0, 1]], "cluster": [[2, 3]], "llc": ["0-3", "4-7"], "node": ["0-3", "4-7"], "distance": [[10, 21], [22, 10]],
    "capacity": [1024, 1024, 512, 512, 1024, 1024, 1024, 1024, 1024]})");
  EXPECT_EQ(machine_tree_text(m),
            "m: 8 CPUs, 7 cores, 2 LLCs, 1 package, 2 nodes\n"
            "offline: 7\n"
            "isolated: 6\n"
            "holes in the numbering: 8\n"
            "node 0: CPUs 0-3\n"
            "  package 0: CPUs 0-3 (of 0-7)\n"
            "    LLC 0: CPUs 0-3\n"
            "      core 0: CPU 0 capacity 1024, CPU 1 capacity 1024\n"
            "      cluster 1: CPUs 2-3 capacity 512\n"
            "node 1: CPUs 4-7\n"
            "  package 0: CPUs 4-7 (of 0-7)\n"
            "    LLC 1: CPUs 4-7\n"
            "      CPUs 4-5 capacity 1024\n"
            "      CPU 6 capacity 1024 isolated\n"
            "      CPU 7 capacity 1024 offline\n"
            "distances:\n"
            "  node   0   1\n"
            "     0  10  21\n"
            "     1  22  10\n"
            "note: assumed\n");
}

TEST(MachineTreeText, names_every_cpu_of_every_built_in_machine) {
  for (const auto& b : model::builtin_machines()) {
    const std::string text = machine_tree_text(b.machine);
    EXPECT_TRUE(contains(text, b.name() + ": ")) << text;
    for (int node = 0; node < b.machine.nr_nodes(); ++node)
      EXPECT_TRUE(contains(text, b.machine.node_mask(node).to_list())) << text;
  }
}

TEST(DomainsText, of_a_desktop_is_one_kind_and_one_tree) {
  EXPECT_EQ(domains(model::builtin("desktop4")),
            "MC level 1\n"
            "  flags SD_LOAD_BALANCE SD_BALANCE_NEWIDLE SD_BALANCE_EXEC SD_BALANCE_FORK SD_WAKE_AFFINE "
            "SD_SHARE_PKG_RESOURCES\n"
            "  min_interval 1 max_interval 4 busy_factor 64 imbalance_pct 125 cache_nice_tries 1\n"
            "  busy_idx 2 idle_idx 0 newidle_idx 0 wake_idx 0 forkexec_idx 0 smt_gain 0 balance_interval 1\n"
            "CPUs 0-3\n"
            "  domain 0 MC level 1: span 0-3\n"
            "    groups {0} {1} {2} {3} power 1024 each\n"
            "  sd_llc domain 0 MC, sd_busy NULL, sd_numa NULL, sd_asym NULL, sd_llc_size 4, sd_llc_id 0\n");
}

TEST(DomainsText, shows_the_wrong_sd_llc_of_rc3) {
  const Machine& m = model::builtin("x5472");
  EXPECT_TRUE(contains(domains(m), "sd_llc domain 0 MC, sd_busy domain 1 CPU,"));
  EXPECT_TRUE(contains(domains(m, "v3.13-rc3"), "sd_llc domain 1 CPU, sd_busy domain 1 CPU,"));
}

TEST(DomainsText, shows_unequal_powers_in_runs) {
  EXPECT_TRUE(contains(domains(model::builtin("unequal-llcs")),
                       "groups {0} power 1024, {1-4} {5-8} power 4096 each\n"));
}

TEST(DomainsText, shows_who_may_balance_for_an_overlapping_group) {
  EXPECT_TRUE(contains(domains(model::builtin("eight-node-ladder")), "{2-7,10-11 balanced by 2-7}"));
}

TEST(DomainsText, says_where_there_is_no_domain) {
  EXPECT_TRUE(contains(domains(model::builtin("one-cpu")), "CPU 0\n  no domain\n  sd_llc NULL,"));
}

TEST(DomainsText, levels_that_differ_between_nodes_are_variants) {
  EXPECT_TRUE(contains(domains(model::builtin("eight-node-ladder")), "NUMA level 3 variant 2\n"));
}

TEST(DomainsText, a_pointer_to_a_freed_domain_is_told) {
  model::Domains d;
  auto& sd = d.domains.emplace_back();
  sd.name = "MC";
  sd.owner = 0;
  sd.span = {0, 1};
  sd.freed = true;
  d.cpu.resize(1);
  d.cpu[0].sd_busy = 0;
  EXPECT_TRUE(contains(domains_text(Machine::flat(1), d), "sd_busy freed MC 0-1 of CPU 0,"));
  EXPECT_EQ(domains_json(Machine::flat(1), d)["cpus"][0]["sd_busy"].dump(),
            R"({"name":"MC","span":"0-1","cpu":0,"freed":true})");
}

TEST(DomainsJson, tells_what_the_text_tells) {
  const auto j = json(model::builtin("x5472"));
  ASSERT_EQ(j["cpus"].size(), 4u);
  const auto& entry = j["cpus"][1];
  EXPECT_EQ(entry["cpus"], "1,5");
  EXPECT_EQ(entry["sd_llc"], 0);
  EXPECT_EQ(entry["sd_busy"], 1);
  EXPECT_TRUE(entry["sd_numa"].is_null());
  EXPECT_EQ(entry["sd_llc_size"], 2);
  EXPECT_EQ(entry["sd_llc_id"], 1);
  const auto& top = entry["domains"][1];
  EXPECT_EQ(top["name"], "CPU");
  EXPECT_EQ(top["span"], "0-7");
  EXPECT_EQ(top["idle_idx"], 1);
  EXPECT_EQ(top["groups"].size(), 4u);
  EXPECT_EQ(top["groups"][1].dump(), R"({"span":"1,5","power":2048,"power_orig":2048})");
  EXPECT_EQ(top["flags"].back(), "SD_PREFER_SIBLING");
}

TEST(DomainsJson, every_cpu_stands_in_one_entry) {
  for (const auto& b : model::builtin_machines()) {
    model::CpuMask seen;
    const auto document = json(b.machine);
    for (const auto& entry : document["cpus"]) {
      const auto cpus = model::CpuMask::from_list(entry["cpus"].get<std::string>());
      EXPECT_FALSE(cpus.intersects(seen)) << b.name();
      seen |= cpus;
    }
    EXPECT_EQ(seen.to_list(), b.machine.possible().to_list()) << b.name();
  }
}

}  // namespace
}  // namespace schedproof::cli
