// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/domains/domains.h"

#include <array>

namespace schedproof::model {

namespace {

struct NamedFlag {
  SdFlag flag;
  std::string_view name;
};
constexpr std::array<NamedFlag, 13> kFlags{{
    {SD_LOAD_BALANCE, "SD_LOAD_BALANCE"},
    {SD_BALANCE_NEWIDLE, "SD_BALANCE_NEWIDLE"},
    {SD_BALANCE_EXEC, "SD_BALANCE_EXEC"},
    {SD_BALANCE_FORK, "SD_BALANCE_FORK"},
    {SD_BALANCE_WAKE, "SD_BALANCE_WAKE"},
    {SD_WAKE_AFFINE, "SD_WAKE_AFFINE"},
    {SD_SHARE_CPUPOWER, "SD_SHARE_CPUPOWER"},
    {SD_SHARE_PKG_RESOURCES, "SD_SHARE_PKG_RESOURCES"},
    {SD_SERIALIZE, "SD_SERIALIZE"},
    {SD_ASYM_PACKING, "SD_ASYM_PACKING"},
    {SD_PREFER_SIBLING, "SD_PREFER_SIBLING"},
    {SD_OVERLAP, "SD_OVERLAP"},
    {SD_NUMA, "SD_NUMA"},
}};

}  // namespace

std::string flag_names(SdFlags flags) {
  std::string out;
  for (const auto& f : kFlags) {
    if ((flags & f.flag) == 0) continue;
    if (!out.empty()) out += ' ';
    out += f.name;
  }
  return out;
}

SdFlags flag_by_name(std::string_view name) {
  for (const auto& f : kFlags)
    if (f.name == name) return f.flag;
  return 0;
}

// Source: highest_flag_domain(), kernel/sched/sched.h, v3.13. It stops at the first domain without the flag.
int Domains::highest_flag_domain(Cpu c, SdFlags flag) const {
  int highest = -1;
  for (int i = per_cpu(c).sd; i != -1; i = get(i)->parent) {
    if ((get(i)->flags & flag) == 0) break;
    highest = i;
  }
  return highest;
}

// Source: lowest_flag_domain(), kernel/sched/sched.h, v3.13.
int Domains::lowest_flag_domain(Cpu c, SdFlags flag) const {
  for (int i = per_cpu(c).sd; i != -1; i = get(i)->parent)
    if ((get(i)->flags & flag) != 0) return i;
  return -1;
}

}  // namespace schedproof::model
