// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policies/known_violations.h"

#include <algorithm>
#include <set>

namespace schedproof::model {

namespace {

// The CPUs that the boot gives domains to.
CpuMask booted(const Machine& m) { return m.online().minus(m.isolated()); }

/// The CPUs whose domains say that they share c's cache: MC where it is configured, else SIBLING, else none.
CpuMask cache_siblings(const Machine& m, const DomainOptions& o, Cpu c) {
  const CpuMask shared = o.sched_mc ? m.llc_mask(c) : o.sched_smt ? m.smt_mask(c) : CpuMask{c};
  return shared & booted(m);
}

template <class Pred>
bool some_shared_cache(const Machine& m, const DomainOptions& o, Pred also) {
  for (Cpu c : booted(m)) {
    const CpuMask siblings = cache_siblings(m, o, c);
    if (siblings.weight() > 1 && also(siblings)) return true;
  }
  return false;
}

bool has_shared_llc(const Machine& m, const DomainOptions& o) {
  return some_shared_cache(m, o, [](const CpuMask&) { return true; });
}

bool shared_llc_below_top(const Machine& m, const DomainOptions& o) {
  return some_shared_cache(m, o, [&](const CpuMask& siblings) { return siblings != booted(m); });
}

/// The same over a run of events: CPUs may come up, and isolated ones get domains at the first cpuset or
/// hotplug event.
Machine all_up(Machine m) {
  for (auto& cpu : m.cpus) {
    cpu.online = true;
    cpu.isolated = false;
  }
  return m;
}

bool has_shared_llc_ever(const Machine& m, const DomainOptions& o) { return has_shared_llc(all_up(m), o); }

bool shared_llc_below_top_ever(const Machine& m, const DomainOptions& o) {
  return shared_llc_below_top(m, o) || shared_llc_below_top(all_up(m), o);
}

bool shared_llc_is_top(const Machine& m, const DomainOptions& o) {
  return some_shared_cache(m, o, [&](const CpuMask& siblings) { return siblings == booted(m); });
}

/// The distances above the local one that the kernel makes levels of: those of node 0's row; with sched_debug
/// of each further row those above all found so far.
std::set<int> numa_levels(const Machine& m, const DomainOptions& o) {
  std::set<int> levels;
  for (int i = 0; i < (o.sched_debug ? m.nr_nodes() : 1); ++i) {
    const int greatest = levels.empty() ? m.node_distance(0, 0) : *levels.rbegin();
    for (int k = 0; k < m.nr_nodes(); ++k)
      if (m.node_distance(i, k) > greatest) levels.insert(m.node_distance(i, k));
  }
  return levels;
}

/// Does some node see a node at one of its NUMA levels whose own lower-level span reaches beyond that level's
/// span? That is what NUMA diameters above 2 do: the group taken from the neighbour's child domain then
/// leaves the domain.
bool overlap_group_leaves_domain(const Machine& m, const DomainOptions& o) {
  int below = m.node_distance(0, 0);
  for (const int level : numa_levels(m, o)) {
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

/// Has some CPU two NUMA levels, the lower of which does not yet span everything?
bool stacked_numa_levels(const Machine& m, const DomainOptions& options) {
  const auto distances = numa_levels(m, options);
  if (distances.size() < 2) return false;
  for (Cpu c : booted(m))
    for (Cpu o : booted(m))
      if (m.node_distance(m.cpu(c).node, m.cpu(o).node) > *distances.begin()) return true;
  return false;
}

bool sd_busy_set_or_stacked_numa(const Machine& m, const DomainOptions& o) {
  return shared_llc_below_top_ever(m, o) || stacked_numa_levels(m, o) || stacked_numa_levels(all_up(m), o);
}

bool isolated_cpu(const Machine& m, const DomainOptions&) { return !(m.online() & m.isolated()).empty(); }

const KnownViolation kIsolatedIds{"sd_llc_size_and_id", "machines with an isolated CPU", isolated_cpu, "",
                                  "a CPU that never had domains keeps the zeros of its per-CPU variables: "
                                  "size 0, and the id of CPU 0's cache"};

const KnownViolation kGroupsLeaveDomain{"groups_inside_domain", "machines whose NUMA diameter is above 2",
                                        overlap_group_leaves_domain, "v3.13+585b6d2723dc",
                                        "an overlapping group is a neighbour's child domain, which may reach "
                                        "beyond the domain (mended in v5.13)"};

std::vector<KnownViolation> of_rc1() {
  return {
      {"percpu_pointers_live", "machines with a shared LLC below the top domain", shared_llc_below_top_ever,
       "v3.13-rc3", "sd_busy is not written when a CPU has no LLC domain, so it outlives a detach"},
      {"sd_busy_is_llc_parent", "machines with a shared LLC below the top domain", shared_llc_below_top_ever,
       "v3.13-rc3", "a CPU that loses its domains keeps the old sd_busy"},
      {"no_dead_pointer_followed", "machines with a shared LLC below the top domain, or with two NUMA levels",
       sd_busy_set_or_stacked_numa, "v3.13-rc3",
       "the idle accounting follows sd_busy into the freed domain; and at boot the group power of a second "
       "NUMA level is read through rq->sd, "
       "still NULL (mended by 9abf24d46518)"},
      kIsolatedIds,
      kGroupsLeaveDomain};
}

std::vector<KnownViolation> of_rc3() {
  return {{"sd_llc_names_cache_domain", "machines with a shared LLC", has_shared_llc_ever, "v3.13",
           "sd_llc was assigned after the variable had been moved to the parent"},
          {"idle_sibling_shares_cache", "machines with a shared LLC below the top domain",
           shared_llc_below_top, "v3.13", "the idle scan begins one level above the LLC"},
          {"affine_wakeup_ends_in_llc", "machines with a shared LLC below the top domain",
           shared_llc_below_top, "v3.13", "the idle scan begins one level above the LLC"},
          {"idle_sibling_finds_idle_group", "machines whose only LLC is the top domain", shared_llc_is_top,
           "v3.13", "the LLC domain has no parent, so sd_llc is NULL and nothing is scanned"},
          kIsolatedIds,
          kGroupsLeaveDomain};
}

}  // namespace

std::vector<KnownViolation> known_violations(std::string_view policy) {
  if (policy == "v3.13-rc1") return of_rc1();
  if (policy == "v3.13-rc3") return of_rc3();
  if (policy == "v3.13") return {kIsolatedIds, kGroupsLeaveDomain};
  if (policy == "v3.13+585b6d2723dc") return {kIsolatedIds};
  return {};
}

}  // namespace schedproof::model
