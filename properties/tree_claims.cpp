// SPDX-License-Identifier: GPL-2.0-or-later
// Claims that compare each CPU's tree, its flags, its rings and its powers with what the machine says.
#include <algorithm>

#include "properties/domain_claims.h"
#include "properties/domain_text.h"
#include "properties/expected_levels.h"

namespace schedproof::properties {

using model::Cpu;
using model::CpuMask;
using model::DomainState;
using model::SchedDomain;
using model::SchedGroup;

namespace {

std::string show_expected(const std::vector<ExpectedDomain>& chain) {
  std::string text;
  for (const auto& d : chain)
    if (d.kept) text += (text.empty() ? "" : ", ") + d.name + " {" + d.span.to_list() + "}";
  return text.empty() ? "none" : text;
}

std::string show_chain(const DomainState& s, Cpu c) {
  std::string text;
  for (auto* sd = s.domains.base(c); sd != nullptr; sd = s.domains.parent(*sd))
    text += (text.empty() ? "" : ", ") + show(*sd);
  return text.empty() ? "none" : text;
}

Finding chain_is_machine_levels(const DomainState& s) {
  Finding f = fine({false});
  const ExpectedTrees trees(s);
  for (Cpu c : s.machine.possible()) {
    const auto& expected = trees.chain(c);
    const auto* sd = s.domains.base(c);
    bool equal = true;
    if (std::any_of(expected.begin(), expected.end(), [](const auto& d) { return d.open; })) continue;
    for (const auto& d : expected) {
      if (!d.kept) continue;
      f.situations[0] = true;
      equal = equal && sd != nullptr && sd->name == d.name && sd->span == d.span && sd->level == d.level &&
              sd->span_weight == d.span.weight();
      if (sd != nullptr) sd = s.domains.parent(*sd);
    }
    if (!equal || sd != nullptr)
      fail(f, "the domains" + of(c) + " are " + show_chain(s, c) + "; by the machine they should be " +
                  show_expected(expected));
  }
  return f;
}

/// Each domain beside what is expected of it; domains that should not be there are passed over (the claim
/// chain_is_machine_levels sees them).
template <class F>
void each_expected(const DomainState& s, const ExpectedTrees& trees, F visit) {
  for (Cpu c : s.machine.possible()) {
    const auto& expected = trees.chain(c);
    for (auto* sd = s.domains.base(c); sd != nullptr; sd = s.domains.parent(*sd))
      for (std::size_t k = 0; k < expected.size(); ++k)
        if (expected[k].kept && expected[k].name == sd->name && expected[k].span == sd->span)
          visit(c, *sd, expected, k);
  }
}

Finding relax_level_sets_balance_flags(const DomainState& s) {
  Finding f = fine({false});
  const ExpectedTrees trees(s);
  each_expected(s, trees, [&](Cpu c, const SchedDomain& sd, const auto& expected, std::size_t k) {
    f.situations[0] = true;
    const int wanted = trees.partition(c).relax_domain_level;
    const int request = wanted >= 0 ? wanted : s.options.relax_domain_level;
    const bool wake = request >= expected[k].level, newidle = request < 0 || wake;
    if (sd.has(model::SD_BALANCE_WAKE) != wake || sd.has(model::SD_BALANCE_NEWIDLE) != newidle)
      fail(f, show(sd) + of(c) + " of level " + std::to_string(expected[k].level) + " has flags " +
                  model::flag_names(sd.flags) + "; requested is level " + std::to_string(request));
  });
  f.premise = f.situations[0];
  return f;
}

Finding numa_flags_follow_distance(const DomainState& s) {
  constexpr model::SdFlags kNear = model::SD_BALANCE_EXEC | model::SD_BALANCE_FORK | model::SD_WAKE_AFFINE;
  Finding f = fine({false});
  const ExpectedTrees trees(s);
  each_expected(s, trees, [&](Cpu c, const SchedDomain& sd, const auto& expected, std::size_t k) {
    if (expected[k].numa()) f.situations[0] = true;
    const bool far = expected[k].numa() && expected[k].distance > s.options.reclaim_distance;
    const bool overlap = expected[k].numa() || s.options.force_sd_overlap;
    if ((sd.flags & kNear) != (far ? 0u : kNear) || sd.has(model::SD_NUMA) != expected[k].numa() ||
        sd.has(model::SD_SERIALIZE) != expected[k].numa() || sd.has(model::SD_OVERLAP) != overlap)
      fail(f, show(sd) + of(c) + " has flags " + model::flag_names(sd.flags) +
                  (expected[k].numa() ? " at distance " + std::to_string(expected[k].distance) : ""));
  });
  f.premise = f.situations[0];
  return f;
}

Finding prefer_sibling_moves_down(const DomainState& s) {
  Finding f = fine({false});
  const ExpectedTrees trees(s);
  each_expected(s, trees, [&](Cpu c, const SchedDomain& sd, const auto& expected, std::size_t k) {
    f.situations[0] = true;
    // The next level that is kept ends what moves down to this one.
    bool prefers = sd.name == "CPU";
    for (std::size_t up = k + 1; up < expected.size() && !expected[up].kept; ++up)
      prefers = prefers || expected[up].name == "CPU";
    if (sd.has(model::SD_PREFER_SIBLING) != prefers)
      fail(f, show(sd) + of(c) + (prefers ? " lacks" : " has") + " SD_PREFER_SIBLING");
  });
  f.premise = f.situations[0];
  return f;
}

/// The groups of a domain without overlap: what the level below makes of its span, that of the CPU first.
std::vector<CpuMask> expected_ring(const ExpectedTrees& trees, Cpu c, const CpuMask& span,
                                   std::size_t level) {
  std::vector<CpuMask> ring;
  std::size_t own = 0;
  CpuMask left = span;
  for (Cpu i : span) {
    if (!left.test(i)) continue;
    const CpuMask group = level == 0 ? CpuMask{i} : trees.chain(i)[level - 1].span;
    if (group.test(c)) own = ring.size();
    ring.push_back(group);
    left = left.minus(group);
  }
  std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(own), ring.end());
  return ring;
}

Finding rings_follow_lower_level(const DomainState& s) {
  Finding f = fine({false});
  const ExpectedTrees trees(s);
  each_expected(s, trees, [&](Cpu c, const SchedDomain& sd, const auto&, std::size_t k) {
    f.situations[0] = true;
    if (sd.groups.empty()) return fail(f, show(sd) + of(c) + " has no group");
    const auto span = [&](std::size_t i) { return s.domains.group(sd.groups[i]).span; };
    if (sd.has(model::SD_OVERLAP)) {
      const SchedGroup& own = s.domains.group(sd.groups.front());
      bool balances = false;
      for (int g : sd.groups) balances = balances || s.domains.group(g).balance_cpu() == c;
      if (!own.span.test(c) || (balances && own.balance_cpu() != c))
        fail(f, "the ring of " + show(sd) + of(c) + " begins with {" + own.span.to_list() +
                    "}, which is not its own group");
      return;
    }
    const auto expected = expected_ring(trees, c, sd.span, k);
    bool equal = expected.size() == sd.groups.size();
    for (std::size_t i = 0; equal && i < expected.size(); ++i) equal = span(i) == expected[i];
    if (!equal)
      fail(f, "the groups of " + show(sd) + of(c) + " are not the spans of the level below, its own first");
  });
  f.premise = f.situations[0];
  return f;
}

Finding overlap_balancers_have_level(const DomainState& s) {
  Finding f = fine({false});
  const ExpectedTrees trees(s);
  each_expected(s, trees, [&](Cpu c, const SchedDomain& sd, const auto&, std::size_t k) {
    if (!sd.has(model::SD_OVERLAP) || k == 0) return;
    for (Cpu i : sd.span)
      if (trees.reaches(i, k) && !trees.chain(i)[k - 1].span.subset_of(sd.span)) return;
    f.situations[0] = true;
    for (int g : sd.groups)
      for (Cpu i : s.domains.group(g).mask)
        if (!trees.reaches(i, k))
          fail(f, "cpu " + std::to_string(i) + " may balance for a group of " + show(sd) + of(c) +
                      ", but has no domain of that level");
  });
  f.premise = f.situations[0];
  return f;
}

/// Overlapping domains above the first NUMA level add up rq->cpu_power while it is being computed: there the
/// sum is certain only where all CPUs count 1024.
bool certain(const DomainState& s, const SchedDomain& sd, const std::vector<ExpectedDomain>& chain,
             std::size_t k) {
  if (!sd.has(model::SD_OVERLAP)) return true;
  if (k > 0 && !chain[k - 1].numa() && !s.options.force_sd_overlap) return true;
  for (Cpu c : s.machine.possible())
    if (s.machine.smt_mask(c).weight() > 1) return false;
  return true;
}

Finding group_power_is_sum(const DomainState& s) {
  Finding f = fine({false});
  const ExpectedTrees trees(s);
  each_expected(s, trees, [&](Cpu c, const SchedDomain& sd, const auto& expected, std::size_t k) {
    if (!certain(s, sd, expected, k)) return;
    f.situations[0] = true;
    for (int g : sd.groups) {
      const SchedGroup& group = s.domains.group(g);
      std::uint64_t sum = 0;
      for (Cpu i : group.cpus) sum += trees.cpu_power(i);
      const std::uint64_t power = s.domains.power_of_group(group).power;
      if (power != sum)
        fail(f, "group {" + group.span.to_list() + "} of " + show(sd) + of(c) + " has power " +
                    std::to_string(power) + ", its CPUs together have " + std::to_string(sum));
    }
    const auto cpu_power = s.domains.cpu_power[static_cast<std::size_t>(c)];
    if (cpu_power != trees.cpu_power(c))
      fail(f, "cpu_power" + of(c) + " is " + std::to_string(cpu_power) + ", not " +
                  std::to_string(trees.cpu_power(c)));
  });
  f.premise = f.situations[0];
  return f;
}

Finding sd_numa_and_sd_asym(const DomainState& s) {
  Finding f = fine({false});
  for (Cpu c : s.machine.possible()) {
    const SchedDomain *numa = nullptr, *asym = nullptr;
    bool unbroken = true;
    for (auto* sd = s.domains.base(c); sd != nullptr; sd = s.domains.parent(*sd)) {
      if (numa == nullptr && sd->has(model::SD_NUMA)) numa = sd;
      unbroken = unbroken && sd->has(model::SD_ASYM_PACKING);
      if (unbroken) asym = sd;
    }
    if (numa != nullptr || asym != nullptr) f.situations[0] = true;
    const auto& pcpu = s.domains.per_cpu(c);
    if (s.domains.get(pcpu.sd_numa) != numa || s.domains.get(pcpu.sd_asym) != asym)
      fail(f, "sd_numa and sd_asym" + of(c) + " are " + show(s.domains.get(pcpu.sd_numa)) + " and " +
                  show(s.domains.get(pcpu.sd_asym)) + ", not " + show(numa) + " and " + show(asym));
  }
  return f;
}

bool some_domain(const DomainState& s, model::SdFlags flag) {
  for (Cpu c : s.machine.possible())
    for (auto* sd = s.domains.base(c); sd != nullptr; sd = s.domains.parent(*sd))
      if (flag == 0 || sd->has(flag)) return true;
  return false;
}

std::optional<std::string> no_domains(const DomainState& s) {
  if (some_domain(s, 0)) return std::nullopt;
  return "no CPU has domains";
}

std::optional<std::string> no_numa(const DomainState& s) {
  if (some_domain(s, model::SD_NUMA)) return std::nullopt;
  return "no domain spans nodes";
}

std::optional<std::string> no_overlap(const DomainState& s) {
  if (some_domain(s, model::SD_OVERLAP)) return std::nullopt;
  return "no domain has overlapping groups";
}

std::optional<std::string> no_numa_nor_asym(const DomainState& s) {
  if (some_domain(s, model::SD_NUMA | model::SD_ASYM_PACKING)) return std::nullopt;
  return "no domain spans nodes or packs by the architecture";
}

}  // namespace

std::vector<Claim> tree_claims() {
  std::vector<Claim> list;
  const auto add = [&](Claim claim) {
    claim.cls = "P7";
    claim.intent = Intent::hard;
    claim.shape = Shape::domains;
    list.push_back(std::move(claim));
  };
  add({.id = "chain_is_machine_levels",
       .sentence = "the domains of a CPU are the configured levels cut with its partition, up to the first "
                   "that spans it, without those of one CPU and those that add nothing to the one below",
       .source = "build_sched_domains, cpu_attach_domain, sched_init_numa, v3.13",
       .premises = {"no far NUMA domain is all in one group that reaches beyond it"},
       .situations = {"a domain is looked at"},
       .not_applicable = no_domains,
       .judge_domains = chain_is_machine_levels});
  add({.id = "relax_level_sets_balance_flags",
       .sentence = "without a requested level every domain balances newly idle CPUs and none balances at "
                   "wakeups; with one, those up to it do both, and those above neither",
       .source = "set_domain_attribute, v3.13",
       .situations = {"a domain is looked at"},
       .not_applicable = no_domains,
       .judge_domains = relax_level_sets_balance_flags});
  add({.id = "numa_flags_follow_distance",
       .sentence = "exactly NUMA domains overlap and are serialised, and exactly those beyond "
                   "RECLAIM_DISTANCE do not balance at fork and exec or take affine wakeups",
       .source = "sd_numa_init, sd_local_flags, v3.13",
       .situations = {"a NUMA domain is looked at"},
       .not_applicable = no_numa,
       .judge_domains = numa_flags_follow_distance});
  add({.id = "prefer_sibling_moves_down",
       .sentence = "SD_PREFER_SIBLING is at the CPU level, or where that was removed in the domain below it, "
                   "and nowhere else",
       .source = "SD_CPU_INIT, cpu_attach_domain, v3.13",
       .situations = {"a domain is looked at"},
       .not_applicable = no_domains,
       .judge_domains = prefer_sibling_moves_down});
  add({.id = "rings_follow_lower_level",
       .sentence = "without overlap the groups are the spans of the level below, in the order of their first "
                   "CPUs; every ring begins with the CPU's own group, with overlap one that it balances for "
                   "if there is such a one",
       .source = "build_sched_groups, build_overlap_sched_groups, v3.13",
       .situations = {"a domain is looked at"},
       .not_applicable = no_domains,
       .judge_domains = rings_follow_lower_level});
  add({.id = "overlap_balancers_have_level",
       .sentence = "only CPUs with a domain of that level may balance for an overlapping group",
       .source = "build_group_mask, v3.13",
       .premises = {"no domain of the level below reaches beyond the domain"},
       .situations = {"a domain with overlap is looked at"},
       .not_applicable = no_overlap,
       .judge_domains = overlap_balancers_have_level});
  add({.id = "group_power_is_sum",
       .sentence = "the power of a group is the sum of its CPUs' powers: 1024 each, 1178 / n for one of n "
                   "threads of a core",
       .source = "update_group_power, update_cpu_power, v3.13",
       .premises = {"above the first NUMA level: no core has several threads"},
       .situations = {"a domain is looked at"},
       .not_applicable = no_domains,
       .judge_domains = group_power_is_sum});
  add({.id = "sd_numa_and_sd_asym",
       .sentence = "sd_numa is the lowest NUMA domain, sd_asym the topmost domain of the unbroken "
                   "SD_ASYM_PACKING run from the base; each is NULL where there is none",
       .source = "update_top_cache_domain, v3.13",
       .situations = {"a CPU has one of them"},
       .not_applicable = no_numa_nor_asym,
       .judge_domains = sd_numa_and_sd_asym});
  return list;
}

}  // namespace schedproof::properties
