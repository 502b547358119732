// SPDX-License-Identifier: GPL-2.0-or-later
// compare_kernel_view(): equal sentences of several CPUs become one.
#include <algorithm>
#include <array>
#include <set>

#include "machines/kernel_view.h"
#include "machines/masks_to_ids.h"

namespace schedproof::machines {

using model::Cpu;
using model::CpuMask;
using model::Domains;
using model::SchedDomain;

namespace {

struct Parameter {
  const char* name;
  unsigned model::SdParams::*value;
};
constexpr std::array<Parameter, 10> kParameters = {{
    {"min_interval", &model::SdParams::min_interval},
    {"max_interval", &model::SdParams::max_interval},
    {"busy_idx", &model::SdParams::busy_idx},
    {"idle_idx", &model::SdParams::idle_idx},
    {"newidle_idx", &model::SdParams::newidle_idx},
    {"wake_idx", &model::SdParams::wake_idx},
    {"forkexec_idx", &model::SdParams::forkexec_idx},
    {"busy_factor", &model::SdParams::busy_factor},
    {"imbalance_pct", &model::SdParams::imbalance_pct},
    {"cache_nice_tries", &model::SdParams::cache_nice_tries},
}};

/// Kernels renamed flags without changing what they mean; ours are v3.13's names.
std::string name_in_v3_13(const std::string& name) {
  if (name == "SD_SHARE_CPUCAPACITY") return "SD_SHARE_CPUPOWER";  // v3.16
  if (name == "SD_SHARE_LLC") return "SD_SHARE_PKG_RESOURCES";     // v6.9
  return name;
}

std::string hex(std::uint64_t value) {
  std::string text;
  for (; value != 0; value /= 16) text.insert(text.begin(), "0123456789abcdef"[value % 16]);
  return "0x" + (text.empty() ? "0" : text);
}

std::set<std::string> names_of(std::uint64_t value, const std::vector<FlagBit>& bits) {
  std::set<std::string> names;
  for (const auto& [bit, flag] : bits)
    if ((value & bit) != 0) names.insert(model::flag_names(flag)), value &= ~bit;
  if (value != 0) names.insert("unknown bits " + hex(value));
  return names;
}

std::set<std::string> flags_of(const KernelDomain& kernel, const std::vector<FlagBit>& bits) {
  if (kernel.flag_bits) return names_of(*kernel.flag_bits, bits);
  std::set<std::string> names;
  for (const auto& name : *kernel.flag_names) names.insert(name_in_v3_13(name));
  return names;
}

std::set<std::string> flags_of(const SchedDomain& sd) {
  std::set<std::string> names;
  for (unsigned bit = 0; bit < 32; ++bit)
    if (sd.has(static_cast<model::SdFlag>(1u << bit))) names.insert(model::flag_names(1u << bit));
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : " ") + (name.empty() ? "(unnamed)" : name);
  return text.empty() ? "none" : text;
}

class Comparison {
 public:
  Comparison(const KernelView& view, const Domains& domains, const std::vector<FlagBit>& bits)
      : view_(view), domains_(domains), bits_(bits) {}

  std::vector<std::string> run() {
    const Cpu last = view_.cpus.empty() ? -1 : view_.cpus.rbegin()->first;
    const Cpu cpus = std::max(static_cast<Cpu>(domains_.cpu.size()), last + 1);
    for (Cpu c = 0; c < cpus; ++c) compare_cpu(c);
    std::vector<std::string> sentences;
    for (const auto& [text, mask] : found_) sentences.push_back(cpus_text(mask) + text);
    return sentences;
  }

 private:
  void compare_cpu(Cpu c) {
    static const std::vector<KernelDomain> kNone;
    const auto it = view_.cpus.find(c);
    const auto& kernel = it == view_.cpus.end() ? kNone : it->second;
    std::vector<const SchedDomain*> policy;
    if (c < static_cast<Cpu>(domains_.cpu.size()))
      for (const SchedDomain* sd = domains_.base(c); sd != nullptr; sd = domains_.parent(*sd))
        policy.push_back(sd);
    if (kernel.size() != policy.size()) {
      std::vector<std::string> theirs, ours;
      for (const auto& d : kernel) theirs.push_back(d.name);
      for (const auto* sd : policy) ours.push_back(sd->name);
      say(c, ": the kernel has " + std::to_string(kernel.size()) + " domains (" + listed(theirs) +
                 "), the policy builds " + std::to_string(policy.size()) + " (" + listed(ours) + ").");
    }
    for (std::size_t i = 0; i < std::min(kernel.size(), policy.size()); ++i)
      compare_domain(c, ", domain " + std::to_string(i) + " (" + policy[i]->name + "): ", kernel[i],
                     *policy[i]);
  }

  void compare_domain(Cpu c, const std::string& where, const KernelDomain& kernel, const SchedDomain& sd) {
    if (!kernel.name.empty() && kernel.name != sd.name)
      say(c, where + "the kernel calls it " + kernel.name + ", the policy " + sd.name + ".");
    if (kernel.flag_bits || kernel.flag_names) {
      const auto theirs = flags_of(kernel, bits_), ours = flags_of(sd);
      for (const auto& flag : theirs)
        if (!ours.contains(flag)) say(c, where + "the kernel sets " + flag + ", the policy does not.");
      for (const auto& flag : ours)
        if (!theirs.contains(flag)) say(c, where + "the policy sets " + flag + ", the kernel does not.");
    }
    for (const auto& [name, value] : kParameters) {
      const auto it = kernel.parameters.find(name);
      if (it == kernel.parameters.end() || it->second == static_cast<long>(sd.params.*value)) continue;
      say(c, where + name + " is " + std::to_string(it->second) + " in the kernel, " +
                 std::to_string(sd.params.*value) + " by the policy.");
    }
  }

  void say(Cpu c, const std::string& text) {
    const auto it =
        std::find_if(found_.begin(), found_.end(), [&](const auto& entry) { return entry.first == text; });
    if (it != found_.end())
      it->second.set(c);
    else
      found_.emplace_back(text, CpuMask{c});
  }

  const KernelView& view_;
  const Domains& domains_;
  const std::vector<FlagBit>& bits_;
  std::vector<std::pair<std::string, CpuMask>> found_;  // in the order met
};

}  // namespace

const std::vector<FlagBit>& v3_13_flag_bits() {
  static const std::vector<FlagBit> bits = {
      {0x1, model::SD_LOAD_BALANCE},    {0x2, model::SD_BALANCE_NEWIDLE},       {0x4, model::SD_BALANCE_EXEC},
      {0x8, model::SD_BALANCE_FORK},    {0x10, model::SD_BALANCE_WAKE},         {0x20, model::SD_WAKE_AFFINE},
      {0x80, model::SD_SHARE_CPUPOWER}, {0x200, model::SD_SHARE_PKG_RESOURCES}, {0x400, model::SD_SERIALIZE},
      {0x800, model::SD_ASYM_PACKING},  {0x1000, model::SD_PREFER_SIBLING},     {0x2000, model::SD_OVERLAP},
      {0x4000, model::SD_NUMA}};
  return bits;
}

std::vector<std::string> compare_kernel_view(const KernelView& view, const Domains& domains,
                                             const std::vector<FlagBit>& bits) {
  return Comparison(view, domains, bits).run();
}

}  // namespace schedproof::machines
