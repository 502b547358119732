// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/kernel_view.h"

#include <gtest/gtest.h>

#include "model/machine/builtin.h"
#include "model/policies/domain_rules.h"
#include "tests/machines/files.h"

namespace schedproof::machines {
namespace {

using Sentences = std::vector<std::string>;

model::Domains domains_of(const char* machine, const char* policy = "v3.13") {
  return model::find_domain_rules(policy)->boot(model::builtin(machine)).domains;
}

/// What a v3.13 kernel shows of a 4-core desktop: one MC domain (flags 0x22f) for each CPU.
std::map<std::string, std::string> proc_of_desktop4() {
  std::map<std::string, std::string> files;
  for (const char* cpu : {"0", "1", "2", "3"})
    for (const auto& [field, value] : std::map<std::string, std::string>{{"min_interval", "1"},
                                                                         {"max_interval", "4"},
                                                                         {"busy_idx", "2"},
                                                                         {"idle_idx", "0"},
                                                                         {"newidle_idx", "0"},
                                                                         {"wake_idx", "0"},
                                                                         {"forkexec_idx", "0"},
                                                                         {"busy_factor", "64"},
                                                                         {"imbalance_pct", "125"},
                                                                         {"cache_nice_tries", "1"},
                                                                         {"flags", "559"},
                                                                         {"name", "MC"}})
      files[std::string("proc/sys/kernel/sched_domain/cpu") + cpu + "/domain0/" + field] = value + "\n";
  return files;
}

std::string lines(const std::map<std::string, std::string>& files) {
  std::string text;
  for (const auto& [path, value] : files) text += "/" + path + ":" + value;
  return text;
}

TEST(KernelView, a_kernel_that_builds_what_the_policy_builds_has_no_difference) {
  const auto view = kernel_view_of_tree(MemoryTree("t", proc_of_desktop4()));
  ASSERT_EQ(view.cpus.size(), 4u);
  EXPECT_EQ(view.cpus.at(2).at(0).flag_bits, 0x22fu);
  EXPECT_EQ(compare_kernel_view(view, domains_of("desktop4")), Sentences{});
}

TEST(KernelView, lines_of_grep_are_the_same_view_wherever_grep_ran) {
  const auto files = proc_of_desktop4();
  EXPECT_EQ(compare_kernel_view(kernel_view_of_lines(lines(files), "t"), domains_of("desktop4")),
            Sentences{});
  std::string relative = "some other line\n";
  for (const auto& [path, value] : files) relative += path.substr(path.find("cpu")) + ":" + value;
  EXPECT_EQ(compare_kernel_view(kernel_view_of_lines(relative, "t"), domains_of("desktop4")), Sentences{});
}

TEST(KernelView, each_difference_is_one_sentence_with_its_cpus) {
  auto files = proc_of_desktop4();
  for (const char* cpu : {"0", "1", "3"})
    files[std::string("proc/sys/kernel/sched_domain/cpu") + cpu + "/domain0/imbalance_pct"] = "117\n";
  files["proc/sys/kernel/sched_domain/cpu2/domain0/flags"] = "815\n";  // 0x32f
  files["proc/sys/kernel/sched_domain/cpu3/domain0/name"] = "DIE\n";
  EXPECT_EQ(compare_kernel_view(kernel_view_of_tree(MemoryTree("t", files)), domains_of("desktop4")),
            (Sentences{"CPUs 0-1,3, domain 0 (MC): imbalance_pct is 117 in the kernel, 125 by the policy.",
                       "CPU 2, domain 0 (MC): the kernel sets unknown bits 0x100, the policy does not.",
                       "CPU 3, domain 0 (MC): the kernel calls it DIE, the policy MC."}));
}

TEST(KernelView, another_number_of_domains_is_told_with_their_names) {
  EXPECT_EQ(
      compare_kernel_view(kernel_view_of_tree(MemoryTree("t", proc_of_desktop4())), domains_of("x5472")),
      (Sentences{"CPUs 0-3: the kernel has 1 domains (MC), the policy builds 2 (MC CPU).",
                 "CPUs 4-7: the kernel has 0 domains (none), the policy builds 2 (MC CPU)."}));
}

TEST(KernelView, debugfs_gives_flags_by_name_under_new_names) {
  const std::string dir = "sys/kernel/debug/sched/domains/";
  std::map<std::string, std::string> files;
  for (const char* cpu : {"cpu0", "cpu1", "cpu2", "cpu3"}) {
    files[dir + cpu + "/domain0/name"] = "MC\n";
    files[dir + cpu + "/domain0/flags"] =
        "SD_BALANCE_NEWIDLE SD_BALANCE_EXEC SD_BALANCE_FORK SD_WAKE_AFFINE SD_SHARE_LLC \n";
    files[dir + cpu + "/domain0/groups_flags"] = "\n";
    files[dir + cpu + "/domain0/max_newidle_lb_cost"] = "1234\n";
  }
  EXPECT_EQ(compare_kernel_view(kernel_view_of_tree(MemoryTree("t", files)), domains_of("desktop4")),
            (Sentences{"CPUs 0-3, domain 0 (MC): the policy sets SD_LOAD_BALANCE, the kernel does not."}));
}

TEST(KernelView, is_read_from_a_directory_or_a_text_file) {
  const testing::TemporaryDirectory dir;
  for (const auto& [path, text] : proc_of_desktop4()) {
    std::filesystem::create_directories(std::filesystem::path(dir.file("tree/" + path)).parent_path());
    dir.write("tree/" + path, text);
  }
  const auto text_file = dir.write("view.txt", lines(proc_of_desktop4()));
  for (const auto& path : {dir.file("tree"), dir.file("tree/proc/sys/kernel/sched_domain"), text_file})
    EXPECT_EQ(compare_kernel_view(read_kernel_view(path), domains_of("desktop4")), Sentences{}) << path;
}

std::string refusal(const std::map<std::string, std::string>& files) {
  try {
    kernel_view_of_tree(MemoryTree("t", files));
    return "";
  } catch (const BadInput& e) {
    return e.what();
  }
}

TEST(KernelView, what_cannot_be_read_is_refused_with_its_place) {
  EXPECT_EQ(refusal({{"cpu0/domain1/name", "MC"}}), "t: cpu0/domain1: domain0 is missing before it");
  EXPECT_EQ(refusal({{"cpu0/domain0/flags", "12x"}}), "t: cpu0/domain0/flags: \"12x\" is not a number");
  EXPECT_EQ(refusal({{"cpu1024/domain0/name", "MC"}}), "t: cpu1024: CPU 1024 is too large");
  EXPECT_NE(refusal({{"a", "b"}}).find("t: it holds no sched domains; accepted are"), std::string::npos);
  EXPECT_THROW(kernel_view_of_lines("nothing here\n", "t"), BadInput);
  EXPECT_THROW(read_kernel_view("/nonexistent"), BadInput);
}

TEST(KernelView, every_flag_of_the_table_has_a_bit_of_its_own) {
  std::uint64_t seen = 0;
  for (const auto& [bit, flag] : v3_13_flag_bits()) {
    EXPECT_EQ(seen & bit, 0u) << model::flag_names(flag);
    seen |= bit;
  }
  EXPECT_EQ(seen, 0x7ebfu);
}

}  // namespace
}  // namespace schedproof::machines
