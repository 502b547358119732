// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policies/known_violations.h"

#include <algorithm>
#include <set>

namespace schedproof::model {

namespace {

// The CPUs that the boot gives domains to.
CpuMask booted(const Machine& m) { return m.online().minus(m.isolated()); }

CpuMask cache_siblings(const Machine& m, Cpu c) { return m.llc_mask(c) & booted(m); }

bool some_cpu(const Machine& m, bool (*is)(const Machine&, Cpu)) {
  for (Cpu c : booted(m))
    if (is(m, c)) return true;
  return false;
}

bool has_shared_llc(const Machine& m) {
  return some_cpu(m, [](const Machine& n, Cpu c) { return cache_siblings(n, c).weight() > 1; });
}

bool shared_llc_below_top(const Machine& m) {
  return some_cpu(m, [](const Machine& n, Cpu c) {
    return cache_siblings(n, c).weight() > 1 && cache_siblings(n, c) != booted(n);
  });
}

bool shared_llc_is_top(const Machine& m) {
  return some_cpu(m, [](const Machine& n, Cpu c) {
    return cache_siblings(n, c).weight() > 1 && cache_siblings(n, c) == booted(n);
  });
}

/// Does some node see a node at one of its NUMA levels whose own lower-level span reaches beyond that level's
/// span? That is what NUMA diameters above 2 do: the group taken from the neighbour's child domain then
/// leaves the domain.
bool overlap_group_leaves_domain(const Machine& m) {
  std::set<int> levels;
  for (int k = 0; k < m.nr_nodes(); ++k)
    if (m.node_distance(0, k) > m.node_distance(0, 0)) levels.insert(m.node_distance(0, k));
  int below = m.node_distance(0, 0);
  for (const int level : levels) {
    for (int i = 0; i < m.nr_nodes(); ++i)
      for (int j = 0; j < m.nr_nodes(); ++j)
        for (int k = 0; k < m.nr_nodes(); ++k)
          if (m.node_distance(i, j) <= level && m.node_distance(j, k) <= below &&
              m.node_distance(i, k) > level)
            return true;
    below = level;
  }
  return false;
}

const KnownViolation kGroupsLeaveDomain{"groups_inside_domain", "machines whose NUMA diameter is above 2",
                                        overlap_group_leaves_domain, "v3.13+585b6d2723dc",
                                        "an overlapping group is a neighbour's child domain, which may reach "
                                        "beyond the domain (mended in v5.13)"};

std::vector<KnownViolation> of_rc1() {
  return {{"percpu_pointers_live", "machines with a shared LLC below the top domain", shared_llc_below_top,
           "v3.13-rc3", "sd_busy is not written when a CPU has no LLC domain, so it outlives a detach"},
          {"no_dead_pointer_followed", "machines with a shared LLC below the top domain",
           shared_llc_below_top, "v3.13-rc3", "the idle accounting follows sd_busy into the freed domain"},
          kGroupsLeaveDomain};
}

std::vector<KnownViolation> of_rc3() {
  return {{"sd_llc_names_cache_domain", "machines with a shared LLC", has_shared_llc, "v3.13",
           "sd_llc was assigned after the variable had been moved to the parent"},
          {"idle_sibling_shares_cache", "machines with a shared LLC below the top domain",
           shared_llc_below_top, "v3.13", "the idle scan begins one level above the LLC"},
          {"affine_wakeup_ends_in_llc", "machines with a shared LLC below the top domain",
           shared_llc_below_top, "v3.13", "the idle scan begins one level above the LLC"},
          {"idle_sibling_finds_idle_group", "machines whose only LLC is the top domain", shared_llc_is_top,
           "v3.13", "the LLC domain has no parent, so sd_llc is NULL and nothing is scanned"},
          kGroupsLeaveDomain};
}

}  // namespace

std::vector<KnownViolation> known_violations(std::string_view policy) {
  if (policy == "v3.13-rc1") return of_rc1();
  if (policy == "v3.13-rc3") return of_rc3();
  if (policy == "v3.13") return {kGroupsLeaveDomain};
  return {};
}

}  // namespace schedproof::model
