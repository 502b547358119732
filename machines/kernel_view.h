// SPDX-License-Identifier: GPL-2.0-or-later
// What a running kernel says of its own sched domains, and where that differs from what a policy builds.
// Kernels with CONFIG_SCHED_DEBUG show them in /proc/sys/kernel/sched_domain (up to v5.12; flags as a number)
// and in /sys/kernel/debug/sched/domains (since v5.13; flags by name). Neither shows spans or groups, so
// those cannot be compared; the number of domains of each CPU, their names, flags and parameters can.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "machines/file_tree.h"
#include "model/domains/domains.h"

namespace schedproof::machines {

struct KernelDomain {
  std::string name;                                    // "" if not told
  std::optional<std::uint64_t> flag_bits;              // told as a number
  std::optional<std::vector<std::string>> flag_names;  // told by name
  std::map<std::string, long> parameters;              // "min_interval" ... as far as told
};

struct KernelView {
  std::string origin;
  std::map<model::Cpu, std::vector<KernelDomain>> cpus;  // domain0 first; CPUs without domains may be absent
};

/// Reads a view from a directory or tarball that holds sched_domain or sched/domains (or whose root is that
/// directory), or from a text file of "path:value" lines as `grep -r . DIR` prints them. Throws BadInput with
/// file, place and reason.
KernelView read_kernel_view(const std::string& path);
KernelView kernel_view_of_tree(const FileTree& tree);
/// `origin` stands for the file name.
KernelView kernel_view_of_lines(const std::string& text, const std::string& origin);

/// A flag's bit in one kernel's numbering.
struct FlagBit {
  std::uint64_t bit;
  model::SdFlags flag;
};
/// v3.13 (include/linux/sched.h). Kernels up to v5.9 that renumbered flags need a table of their own.
const std::vector<FlagBit>& v3_13_flag_bits();

/// The differences, each a sentence that starts with the CPUs it is true of; empty if there is none.
std::vector<std::string> compare_kernel_view(const KernelView& view, const model::Domains& domains,
                                             const std::vector<FlagBit>& bits = v3_13_flag_bits());

}  // namespace schedproof::machines
