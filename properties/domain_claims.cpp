// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/domain_claims.h"

#include <map>

#include "properties/domain_text.h"
#include "properties/expected_levels.h"
#include "properties/golden_templates.h"

namespace schedproof::properties {

using model::Cpu;
using model::CpuMask;
using model::Domains;
using model::DomainState;
using model::SchedDomain;

namespace {

/// The LLC domain by the claim's own walk: the last of the unbroken run of SD_SHARE_PKG_RESOURCES from the
/// base.
const SchedDomain* cache_domain(const Domains& d, Cpu c) {
  const SchedDomain* last = nullptr;
  for (auto* sd = d.base(c); sd != nullptr && sd->has(model::SD_SHARE_PKG_RESOURCES); sd = d.parent(*sd))
    last = sd;
  return last;
}

Finding sd_llc_names_cache_domain(const DomainState& s) {
  Finding f = fine({false});
  for (Cpu c : s.machine.possible()) {
    const auto* expected = cache_domain(s.domains, c);
    const auto* named = s.domains.get(s.domains.per_cpu(c).sd_llc);
    if (expected != nullptr) f.situations[0] = true;
    if (named != expected)
      fail(f, "sd_llc" + of(c) + " is " + show(named) + ", the topmost domain that shares its cache is " +
                  show(expected));
  }
  return f;
}

Finding sd_llc_size_and_id(const DomainState& s) {
  Finding f = fine({false});
  for (Cpu c : s.machine.possible()) {
    if (!s.online.test(c)) continue;
    const auto* llc = cache_domain(s.domains, c);
    const int size = llc == nullptr ? 1 : llc->span.weight();
    const Cpu id = llc == nullptr ? c : llc->span.first();
    const auto& pcpu = s.domains.per_cpu(c);
    if (llc != nullptr && id != c) f.situations[0] = true;
    if (pcpu.sd_llc_size != size || pcpu.sd_llc_id != id)
      fail(f, "sd_llc_size and sd_llc_id" + of(c) + " are " + std::to_string(pcpu.sd_llc_size) + " and " +
                  std::to_string(pcpu.sd_llc_id) + ", its cache domain " + show(llc) + " asks for " +
                  std::to_string(size) + " and " + std::to_string(id));
  }
  return f;
}

Finding sd_busy_is_llc_parent(const DomainState& s) {
  Finding f = fine({false});
  for (Cpu c : s.machine.possible()) {
    const auto* llc = cache_domain(s.domains, c);
    const auto* expected = llc == nullptr ? nullptr : s.domains.parent(*llc);
    const auto* named = s.domains.get(s.domains.per_cpu(c).sd_busy);
    if (expected != nullptr) f.situations[0] = true;
    if (named != expected)
      fail(f, "sd_busy" + of(c) + " is " + show(named) + ", the parent of its cache domain is " +
                  show(expected));
  }
  return f;
}

bool symmetric(const model::Machine& m) {
  for (int i = 0; i < m.nr_nodes(); ++i)
    for (int j = 0; j < i; ++j)
      if (m.node_distance(i, j) != m.node_distance(j, i)) return false;
  return true;
}

template <class F>
void each_domain(const DomainState& s, F visit) {
  for (Cpu c : s.machine.possible())
    for (auto* sd = s.domains.base(c); sd != nullptr; sd = s.domains.parent(*sd)) visit(c, *sd);
}

CpuMask all_groups(const Domains& d, const SchedDomain& sd) {
  CpuMask all;
  for (int g : sd.groups) all |= d.group(g).span;
  return all;
}

/// Has every CPU of the domain one of that level too? A CPU's chain ends at the first level that spans the
/// partition, so the centre of a star of nodes has fewer levels than its rim, and no group of its own on the
/// rim's upper ones.
bool equal_depth(const DomainState& s, const SchedDomain& sd) {
  for (Cpu c : sd.span) {
    int top = -1;
    for (auto* up = s.domains.base(c); up != nullptr; up = s.domains.parent(*up)) top = up->level;
    if (top < sd.level) return false;
  }
  return true;
}

Finding groups_cover_domain(const DomainState& s) {
  Finding f = fine({false});
  each_domain(s, [&](Cpu c, const SchedDomain& sd) {
    if (sd.has(model::SD_OVERLAP) && !(symmetric(s.machine) && equal_depth(s, sd))) return;
    f.situations[0] = true;
    const CpuMask missing = sd.span.minus(all_groups(s.domains, sd));
    if (!missing.empty())
      fail(f, "no group of " + show(sd) + of(c) + " holds cpu " + std::to_string(missing.first()));
  });
  f.premise = f.situations[0];
  return f;
}

Finding groups_inside_domain(const DomainState& s) {
  Finding f = fine({false});
  each_domain(s, [&](Cpu c, const SchedDomain& sd) {
    f.situations[0] = true;
    for (int g : sd.groups) {
      const CpuMask outside = s.domains.group(g).span.minus(sd.span);
      if (!outside.empty())
        fail(f, "group {" + s.domains.group(g).span.to_list() + "} of " + show(sd) + of(c) + " reaches cpu " +
                    std::to_string(outside.first()) + " outside it");
    }
  });
  f.premise = f.situations[0];
  return f;
}

/// Two CPUs' domains of one level, of which both exist.
void compare_peers(const DomainState& s, Finding& f, Cpu i, const SchedDomain& a, Cpu j,
                   const SchedDomain& b) {
  if (a.has(model::SD_OVERLAP)) {
    if (symmetric(s.machine) && a.span.test(j) != b.span.test(i))
      fail(f, show(a) + of(i) + " and " + show(b) + of(j) + ": only one holds the other's CPU");
    return;
  }
  if (a.span != b.span) {
    if (a.span.intersects(b.span))
      fail(f, show(a) + of(i) + " and " + show(b) + of(j) + " are neither equal nor disjoint");
    return;
  }
  if (a.flags != b.flags || a.params != b.params)
    fail(f, show(a) + of(i) + " and" + of(j) + " differ in flags or parameters");
}

Finding level_peers_agree(const DomainState& s) {
  Finding f = fine({false});
  std::map<std::pair<std::string, int>, std::vector<std::pair<Cpu, const SchedDomain*>>> levels;
  each_domain(s, [&](Cpu c, const SchedDomain& sd) { levels[{sd.name, sd.level}].emplace_back(c, &sd); });
  for (const auto& [key, peers] : levels) {
    if (peers.size() > 1) f.situations[0] = true;
    // Without overlap it is enough to compare each CPU with the first of its span and with its neighbour in
    // the list.
    const bool overlap = peers.front().second->has(model::SD_OVERLAP);
    for (std::size_t i = 0; i < peers.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (overlap || peers.size() <= 64 || j + 1 == i || peers[j].first == peers[i].second->span.first())
          compare_peers(s, f, peers[i].first, *peers[i].second, peers[j].first, *peers[j].second);
  }
  f.premise = f.situations[0];
  return f;
}

/// The CPUs of a NUMA level's mask, and whether the level is far. The level's distance is found by its place
/// above the levels below NUMA.
std::pair<unsigned, bool> numa_level(const DomainState& s, Cpu c, const SchedDomain& sd) {
  const auto& m = s.machine;
  const int below = 1 + (s.options.sched_smt ? 1 : 0) + (s.options.sched_mc ? 1 : 0);
  const int distance = numa_distances(s).at(static_cast<std::size_t>(sd.level - below));
  unsigned weight = 0;
  for (Cpu i : s.online)
    if (m.node_distance(m.cpu(c).node, m.cpu(i).node) <= distance) ++weight;
  return {weight, distance > s.options.reclaim_distance};
}

Finding templates_are_the_kernels(const DomainState& s) {
  Finding f = fine({false});
  const bool relaxed = s.options.relax_domain_level >= 0 || s.wanted.has_value();
  each_domain(s, [&](Cpu c, const SchedDomain& sd) {
    const bool numa = sd.has(model::SD_NUMA);
    const auto [weight, far] = numa ? numa_level(s, c, sd) : std::pair<unsigned, bool>{0, false};
    const auto golden = golden_template(sd.name, weight, far);
    if (!golden) return fail(f, "level " + sd.name + of(c) + " is no level of this era");
    f.situations[0] = true;
    // What other rules may change: relax level, transfer from a removed parent, overlap, packing by the
    // architecture.
    model::SdFlags free = model::SD_PREFER_SIBLING | model::SD_OVERLAP | model::SD_ASYM_PACKING;
    if (relaxed) free |= model::SD_BALANCE_WAKE | model::SD_BALANCE_NEWIDLE;
    if (((sd.flags ^ golden->flags) & ~free) != 0)
      fail(f, "flags of " + show(sd) + of(c) + " are " + model::flag_names(sd.flags) + ", the template has " +
                  model::flag_names(golden->flags));
    if (!numa || (s.online == s.active && s.online == s.machine.possible()))
      if (sd.params != golden->params)
        fail(f, "parameters of " + show(sd) + of(c) + " differ from the template");
  });
  f.premise = f.situations[0];
  return f;
}

std::optional<std::string> no_domains(const DomainState& s) {
  for (Cpu c : s.machine.possible())
    if (s.domains.base(c) != nullptr) return std::nullopt;
  return "no CPU has domains";
}

std::optional<std::string> no_shared_cache(const DomainState& s) {
  for (Cpu c : s.machine.possible())
    if (cache_domain(s.domains, c) != nullptr) return std::nullopt;
  return "no domain shares a cache";
}

std::optional<std::string> no_parent_of_cache(const DomainState& s) {
  for (Cpu c : s.machine.possible())
    if (auto* llc = cache_domain(s.domains, c); llc != nullptr && llc->parent != -1) return std::nullopt;
  return "no domain lies above a shared cache";
}

}  // namespace

std::vector<Claim> pointer_and_group_claims() {
  std::vector<Claim> list;
  const auto add = [&](Claim claim) {
    claim.cls = "P7";
    claim.intent = Intent::hard;
    claim.shape = Shape::domains;
    list.push_back(std::move(claim));
  };
  add({.id = "sd_llc_names_cache_domain",
       .sentence = "sd_llc is the topmost domain of the unbroken SD_SHARE_PKG_RESOURCES run from the base, "
                   "NULL exactly where the base lacks the flag",
       .source = "update_top_cache_domain, v3.13; commit 5d4cf996cf13",
       .situations = {"a CPU has such a domain"},
       .not_applicable = no_shared_cache,
       .judge_domains = sd_llc_names_cache_domain});
  add({.id = "sd_llc_size_and_id",
       .sentence = "sd_llc_size and sd_llc_id describe that domain: its weight and first CPU, 1 and the CPU "
                   "itself without one",
       .source = "update_top_cache_domain, v3.13",
       .premises = {"the CPU is online"},
       .situations = {"a CPU is not the first of its cache domain"},
       .not_applicable = no_shared_cache,
       .judge_domains = sd_llc_size_and_id});
  add({.id = "sd_busy_is_llc_parent",
       .sentence = "sd_busy is the parent of that domain, or NULL",
       .source = "update_top_cache_domain, v3.13; commit 37dc6b50cee9",
       .situations = {"a cache domain has a parent"},
       .not_applicable = no_parent_of_cache,
       .judge_domains = sd_busy_is_llc_parent});
  add({.id = "groups_cover_domain",
       .sentence = "the groups of a domain cover it",
       .source = "build_sched_groups, build_overlap_sched_groups, v3.13",
       .premises =
           {"overlapping levels: distances are symmetric, and every CPU of the domain has one of that level"},
       .situations = {"a domain is looked at"},
       .not_applicable = no_domains,
       .judge_domains = groups_cover_domain});
  add({.id = "groups_inside_domain",
       .sentence = "the groups of a domain lie inside it",
       .source = "build_sched_groups, build_overlap_sched_groups; commit 585b6d2723dc (v5.13) for "
                 "overlapping levels",
       .situations = {"a domain is looked at"},
       .not_applicable = no_domains,
       .judge_domains = groups_inside_domain});
  add({.id = "level_peers_agree",
       .sentence = "domains of one level without overlap are equal or disjoint, equal ones have the same "
                   "flags and parameters; with overlap, i is in j's domain exactly when j is in i's",
       .source = "build_sched_domains, v3.13",
       .premises = {"overlapping levels: distances are symmetric"},
       .situations = {"two CPUs have domains of one level"},
       .not_applicable = no_domains,
       .judge_domains = level_peers_agree});
  add({.id = "templates_are_the_kernels",
       .sentence = "flags and parameters of each level are those of the kernel's templates, but for what "
                   "relax level, degeneration, overlap and packing change",
       .source = "SD_SIBLING_INIT, SD_MC_INIT, SD_CPU_INIT, sd_numa_init, v3.13",
       .premises = {"NUMA parameters: all possible CPUs are active, so that the level's mask is known"},
       .situations = {"a domain is looked at"},
       .not_applicable = no_domains,
       .judge_domains = templates_are_the_kernels});
  return list;
}

std::vector<Claim> domain_claims() {
  auto list = pointer_and_group_claims();
  for (auto& claim : tree_claims()) list.push_back(std::move(claim));
  return list;
}

}  // namespace schedproof::properties
