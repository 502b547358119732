// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/applicable.h"

namespace schedproof::properties {

using model::Cpu;
using model::DomainState;
using model::SchedDomain;

namespace {

template <class Pred>
bool some_domain(const DomainState& s, Pred pred) {
  for (const auto& sd : s.domains.domains)
    if (!sd.freed && pred(sd)) return true;
  return false;
}

}  // namespace

std::optional<std::string> no_shared_cache(const DomainState& s) {
  if (some_domain(s, [](const SchedDomain& sd) { return sd.has(model::SD_SHARE_PKG_RESOURCES); }))
    return std::nullopt;
  return "no domain shares a cache";
}

std::optional<std::string> one_cpu(const DomainState& s) {
  if (s.active.weight() > 1) return std::nullopt;
  return "there is only one CPU";
}

std::optional<std::string> no_domains(const DomainState& s) {
  if (some_domain(s, [](const SchedDomain& sd) { return sd.groups.size() > 1; })) return std::nullopt;
  return "no domain has two groups";
}

std::optional<std::string> no_wide_group(const DomainState& s) {
  const auto wide = [&](const SchedDomain& sd) {
    for (int g : sd.groups)
      if (s.domains.group(g).cpus.size() > 1) return true;
    return false;
  };
  if (some_domain(s, wide)) return std::nullopt;
  return "no group has two CPUs";
}

std::optional<std::string> no_affine_pair(const DomainState& s) {
  if (auto why = one_cpu(s)) return why;
  if (some_domain(s, [](const SchedDomain& sd) { return sd.has(model::SD_WAKE_AFFINE); }))
    return std::nullopt;
  return "no domain has SD_WAKE_AFFINE";
}

std::optional<std::string> slow_path_everywhere(const DomainState& s) {
  if (s.machine.possible().weight() < 3)
    return "with fewer than three CPUs a task barred from the waker's has no choice left";
  for (Cpu c : s.active) {
    bool slow = false;
    for (auto* sd = s.domains.base(c); sd != nullptr; sd = s.domains.parent(*sd))
      slow = slow || sd->has(model::SD_BALANCE_WAKE);
    if (!slow) return std::nullopt;
  }
  return "every CPU has a domain with SD_BALANCE_WAKE";
}

std::optional<std::string> no_scan(const DomainState& s) {
  for (Cpu c : s.active)
    if (s.domains.per_cpu(c).sd_llc != -1) return std::nullopt;
  return "sd_llc is NULL everywhere, so no group is searched";
}

std::optional<std::string> no_plain_group(const DomainState& s) {
  const auto plain = [](const SchedDomain& sd) {
    return sd.groups.size() > 1 && !sd.has(model::SD_OVERLAP) && sd.has(model::SD_BALANCE_FORK);
  };
  if (some_domain(s, plain)) return std::nullopt;
  return "no domain that balances at fork has two groups that do not overlap";
}

std::optional<std::string> no_exec_domain(const DomainState& s) {
  if (some_domain(
          s, [](const SchedDomain& sd) { return sd.groups.size() > 1 && sd.has(model::SD_BALANCE_EXEC); }))
    return std::nullopt;
  return "no domain that balances at exec has two groups";
}

}  // namespace schedproof::properties
