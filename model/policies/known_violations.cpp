// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policies/known_violations.h"

#include <set>
#include <vector>

#include "model/policies/domain_rules.h"

namespace schedproof::model {

namespace {

// The CPUs that the boot gives domains to.
CpuMask booted(const Machine& m) { return m.online().minus(m.isolated()); }

/// The machine after any run of events: CPUs may come up, and isolated ones get domains at the first cpuset
/// or hotplug event.
Machine all_up(Machine m) {
  for (auto& cpu : m.cpus) {
    cpu.online = cpu.possible;
    cpu.isolated = false;
  }
  return m;
}

// ---- shared caches ---------------------------------------------------------------------------------------

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

bool has_shared_llc_ever(const Machine& m, const DomainOptions& o) { return has_shared_llc(all_up(m), o); }

bool shared_llc_below_top_ever(const Machine& m, const DomainOptions& o) {
  return shared_llc_below_top(all_up(m), o);
}

// ---- NUMA levels -----------------------------------------------------------------------------------------

/// The distances of the NUMA levels, as sched_init_numa finds them.
std::vector<int> numa_levels(const Machine& m, const DomainOptions& o) {
  std::vector<int> levels;
  if (!o.numa) return levels;
  for (int i = 0; i < (o.sched_debug ? m.nr_nodes() : 1); ++i) {
    std::set<int> row;
    for (int k = 0; k < m.nr_nodes(); ++k) row.insert(m.node_distance(i, k));
    for (const int d : row)
      if (d > (levels.empty() ? m.node_distance(0, 0) : levels.back())) levels.push_back(d);
  }
  return levels;
}

/// The spans of the NUMA levels of a boot, with the node level below them as level 0.
class NumaSpans {
 public:
  NumaSpans(const Machine& m, const DomainOptions& o) : m_(m), all_(booted(m)), levels_(numa_levels(m, o)) {
    levels_.insert(levels_.begin(), m.node_distance(0, 0));
    if (!o.numa) return;
    for (const int distance : levels_)
      for (int node = 0; node < m.nr_nodes(); ++node) {
        CpuMask span;
        for (int k = 0; k < m.nr_nodes(); ++k)
          if (m.node_distance(node, k) <= distance) span |= m.node_mask(k);
        spans_.push_back(span & all_);
      }
  }
  std::size_t levels() const { return spans_.empty() ? 0 : levels_.size(); }
  int distance(std::size_t level) const { return levels_[level]; }
  const CpuMask& all() const { return all_; }
  const CpuMask& span(Cpu c, std::size_t level) const {
    return spans_[level * static_cast<std::size_t>(m_.nr_nodes()) + static_cast<std::size_t>(m_.cpu(c).node)];
  }
  /// Has the CPU a domain of that level, no lower one spanning everything?
  bool reaches(Cpu c, std::size_t level) const {
    for (std::size_t k = 0; k < level; ++k)
      if (span(c, k) == all_) return false;
    return true;
  }

 private:
  const Machine& m_;
  CpuMask all_;
  std::vector<int> levels_;
  std::vector<CpuMask> spans_;
};

/// Does a group leave the domain of this CPU and level? The ring is built from the lowest CPU: each CPU that
/// is in no group yet brings its domain of the level below. Where that spans the same, the domain is removed;
/// so is a far one of a single group.
bool group_leaves(const NumaSpans& spans, Cpu c, std::size_t level, int reclaim_distance) {
  const CpuMask& domain = spans.span(c, level);
  if (domain == spans.span(c, level - 1)) return false;
  CpuMask left;
  for (Cpu i : domain)
    if (spans.reaches(i, level)) left.set(i);
  int groups = 0;
  bool leaves = false;
  for (Cpu i = left.first(); i != -1; i = left.next(i), ++groups) {
    const CpuMask& group = spans.span(i, level - 1);
    leaves = leaves || !group.subset_of(domain);
    left = left.minus(group);
  }
  return leaves && (groups > 1 || spans.distance(level) <= reclaim_distance);
}

/// NUMA diameters above 2 do that: the neighbour's domain of the level below reaches beyond the domain.
bool group_leaves_at_boot(const Machine& m, const DomainOptions& o) {
  const NumaSpans spans(m, o);
  for (std::size_t level = 2; level < spans.levels(); ++level)
    for (Cpu c : spans.all())
      if (spans.reaches(c, level) && group_leaves(spans, c, level, o.reclaim_distance)) return true;
  return false;
}

/// With some CPUs away the rings are others, so here every CPU of the domain counts.
bool group_leaves_ever(const Machine& machine, const DomainOptions& o) {
  const Machine m = all_up(machine);
  const NumaSpans spans(m, o);
  for (std::size_t level = 2; level < spans.levels(); ++level)
    for (Cpu c : spans.all())
      for (Cpu i : spans.span(c, level))
        if (!spans.span(i, level - 1).subset_of(spans.span(c, level))) return true;
  return false;
}

/// Has some CPU two NUMA levels, the lower of which does not yet span everything?
bool stacked_numa_levels(const Machine& machine, const DomainOptions& o) {
  const Machine m = all_up(machine);
  if (o.force_sd_overlap)
    return m.possible().weight() > 1;  // then every inner level has an overlapping child
  const NumaSpans spans(m, o);
  if (spans.levels() < 3) return false;
  for (Cpu c : spans.all())
    if (spans.reaches(c, 2)) return true;
  return false;
}

bool sd_busy_set_or_stacked_numa(const Machine& m, const DomainOptions& o) {
  return shared_llc_below_top_ever(m, o) || stacked_numa_levels(m, o) || stacked_numa_levels(all_up(m), o);
}

/// Has some CPU's cache domain a parent, and some other's none? Asked of the domains of the release at boot:
/// a level above that adds nothing is removed, so the machine alone does not tell.
struct CacheDomains {
  bool with_parent = false, without_parent = false;
};
CacheDomains cache_domains(const Machine& m, const DomainOptions& o) {
  CacheDomains found;
  const auto state = find_domain_rules("v3.13")->boot(m, o);
  for (Cpu c : state.active) {
    const auto* llc = state.domains.get(state.domains.highest_flag_domain(c, SD_SHARE_PKG_RESOURCES));
    if (llc == nullptr) continue;
    (llc->parent == -1 ? found.without_parent : found.with_parent) = true;
  }
  return found;
}
bool cache_domain_has_parent(const Machine& m, const DomainOptions& o) {
  return cache_domains(m, o).with_parent;
}
bool cache_domain_is_top(const Machine& m, const DomainOptions& o) {
  return cache_domains(m, o).without_parent;
}

// ---- the entries -----------------------------------------------------------------------------------------

bool isolated_cpu(const Machine& m, const DomainOptions&) { return !m.isolated().empty(); }
bool isolated_cpu_at_boot(const Machine& m, const DomainOptions&) {
  return m.online().intersects(m.isolated());
}

const KnownViolation kIsolatedIds{"sd_llc_size_and_id",
                                  "machines with an isolated CPU",
                                  isolated_cpu,
                                  "",
                                  "a CPU that never had domains keeps the zeros of its per-CPU variables: "
                                  "size 0, and the id of CPU 0's cache",
                                  isolated_cpu_at_boot};

/// A CPU isolated at boot has sd_llc_id 0, so it passes for a sibling of CPU 0's cache when a task last ran
/// there.
KnownViolation isolated_passes_for_sibling(const char* claim) {
  return {claim,
          "machines with an isolated CPU",
          isolated_cpu,
          "",
          "the sd_llc_id of a CPU that never had domains is 0, so it passes for a sibling of CPU 0's cache",
          nullptr};
}

const KnownViolation kGroupsLeaveDomain{
    "groups_inside_domain",
    "machines whose NUMA diameter is above 2, or whose node 0 is not representative",
    group_leaves_ever,
    "v3.13+585b6d2723dc",
    "an overlapping group is a neighbour's child domain, which may reach "
    "beyond the domain (mended in v5.13)",
    group_leaves_at_boot};

std::vector<KnownViolation> of_rc1() {
  return {
      {"percpu_pointers_live", "machines with a shared LLC below the top domain", shared_llc_below_top_ever,
       "v3.13-rc3", "sd_busy is not written when a CPU has no LLC domain, so it outlives a detach",
       cache_domain_has_parent},
      {"sd_busy_is_llc_parent", "machines with a shared LLC below the top domain", shared_llc_below_top_ever,
       "v3.13-rc3", "a CPU that loses its domains keeps the old sd_busy", cache_domain_has_parent},
      {"no_dead_pointer_followed", "machines with a shared LLC below the top domain, or with two NUMA levels",
       sd_busy_set_or_stacked_numa, "v3.13-rc3",
       "the idle accounting follows sd_busy into the freed domain; and at boot the group power of a second "
       "NUMA level is read through rq->sd, "
       "still NULL (mended by 9abf24d46518)",
       cache_domain_has_parent},
      kIsolatedIds,
      isolated_passes_for_sibling("idle_sibling_shares_cache"),
      isolated_passes_for_sibling("affine_wakeup_ends_in_llc"),
      kGroupsLeaveDomain};
}

std::vector<KnownViolation> of_rc3() {
  return {{"sd_llc_names_cache_domain", "machines with a shared LLC", has_shared_llc_ever, "v3.13",
           "sd_llc was assigned after the variable had been moved to the parent", has_shared_llc},
          {"idle_sibling_shares_cache", "machines with a shared LLC below the top domain",
           shared_llc_below_top_ever, "v3.13", "the idle scan begins one level above the LLC",
           cache_domain_has_parent},
          {"affine_wakeup_ends_in_llc", "machines with a shared LLC below the top domain",
           shared_llc_below_top_ever, "v3.13", "the idle scan begins one level above the LLC",
           cache_domain_has_parent},
          {"idle_sibling_finds_idle_group", "machines with a shared LLC, where its domain is the top one",
           has_shared_llc_ever, "v3.13",
           "the LLC domain has no parent, so sd_llc is NULL and nothing is scanned", cache_domain_is_top},
          kIsolatedIds,
          isolated_passes_for_sibling("idle_sibling_shares_cache"),
          isolated_passes_for_sibling("affine_wakeup_ends_in_llc"),
          kGroupsLeaveDomain};
}

}  // namespace

std::vector<KnownViolation> known_violations(std::string_view policy) {
  if (policy == "v3.13-rc1") return of_rc1();
  if (policy == "v3.13-rc3") return of_rc3();
  if (policy == "v3.13")
    return {kIsolatedIds, isolated_passes_for_sibling("idle_sibling_shares_cache"),
            isolated_passes_for_sibling("affine_wakeup_ends_in_llc"), kGroupsLeaveDomain};
  if (policy == "v3.13+585b6d2723dc")
    return {kIsolatedIds, isolated_passes_for_sibling("idle_sibling_shares_cache"),
            isolated_passes_for_sibling("affine_wakeup_ends_in_llc")};
  // A patch that has no list of its own breaks what its base breaks.
  const auto plus = policy.rfind('+');
  return plus == std::string_view::npos ? std::vector<KnownViolation>{}
                                        : known_violations(policy.substr(0, plus));
}

}  // namespace schedproof::model
