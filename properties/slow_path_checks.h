// SPDX-License-Identifier: GPL-2.0-or-later
// Claims of find_idlest_group, find_idlest_cpu and the loop around them.
#pragma once

#include "properties/decision_parts.h"

namespace schedproof::properties {

/// find_idlest_cpu_is_least_loaded: asked of every group that the slow path of this CPU can reach. Situation:
/// two allowed CPUs of one group differ in load.
template <class D>
Check<D> find_idlest_cpu_is_least_loaded(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const auto& s = v.before;
  const auto& p = s.task(v.request.task);
  Check<D> check;
  check.situations = {Bool{false}};
  for (auto* sd = s.domains->base(v.request.this_cpu); sd != nullptr; sd = s.domains->parent(*sd))
    for (int g : sd->groups) {
      const SchedGroup& group = s.domains->group(g);
      const auto allowed = [&](Cpu c) -> Bool { return p.cpus_allowed.test(c); };
      const auto load = [&](Cpu c) { return s.cpu_rq(c).runnable_load_avg; };
      const Bool some = d.any_of(group.cpus, allowed);
      check.premise = check.premise || some;
      const auto found = v.era.find_idlest_cpu(s, group, p, v.request.this_cpu);
      const Bool best = d.for_value(found, [&](Cpu c) -> Bool {
        if (c == -1) return !some;
        const auto not_lighter = [&](Cpu i) -> Bool { return !allowed(i) || load(c) <= load(i); };
        return allowed(c) && d.all_of(group.cpus, not_lighter);
      });
      check.holds = check.holds && best;
      const Cpu first = group.cpus.front(), last = group.cpus.back();
      check.situations[0] =
          check.situations[0] || (allowed(first) && allowed(last) && load(last) < load(first));
    }
  return check;
}

/// The load of a group per power as find_idlest_group must see it: with cpu_load[] where the index says so.
template <class D>
typename D::U64 group_load(D& d, const DecisionView<D>& v, const SchedGroup& group, bool local,
                           unsigned idx) {
  using U64 = typename D::U64;
  U64 sum{0};
  for (Cpu c : group.cpus) {
    const auto& rq = v.before.cpu_rq(c);
    const U64 now = rq.runnable_load_avg;
    const bool only_now = idx == 0 || !v.before.lb_bias;
    const U64 old = only_now ? now : rq.cpu_load[idx - 1];
    sum = sum + (only_now ? now : local ? D::min(old, now) : D::max(old, now));
  }
  return d.divide(sum * U64{1024}, v.before.group_power[static_cast<std::size_t>(group.power)]);
}

/// idlest_group_beats_local: asked of every domain of this CPU. Situation: a group was named.
template <class D>
Check<D> idlest_group_beats_local(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  using U64 = typename D::U64;
  const auto& s = v.before;
  const auto& p = s.task(v.request.task);
  const Cpu here = v.request.this_cpu;
  Check<D> check;
  for (auto* sd = s.domains->base(here); sd != nullptr; sd = s.domains->parent(*sd)) {
    const unsigned idx =
        v.request.why == model::Placement::wake ? sd->params.wake_idx : sd->params.forkexec_idx;
    const U64 margin{100 + (sd->params.imbalance_pct - 100) / 2};
    const auto group_of = [&](int g) -> const SchedGroup& { return s.domains->group(g); };
    const auto usable = [&](int g) -> Bool {
      return d.any_of(group_of(g).cpus, [&](Cpu c) -> Bool { return p.cpus_allowed.test(c); });
    };
    const auto idlest = v.era.find_idlest_group(s, *sd, p, here, idx);
    check.premise = check.premise || idlest != -1;
    check.holds = check.holds && d.for_value(idlest, [&](int found) -> Bool {
      if (found == -1) return Bool{true};
      const U64 best = group_load(d, v, group_of(found), false, idx);
      return Bool{!group_of(found).span.test(here)} && usable(found) &&
             d.all_of(sd->groups, [&](int g) -> Bool {
               const bool local = group_of(g).span.test(here);
               const U64 load = group_load(d, v, group_of(g), local, idx);
               // DEVIATION: of overlapping groups several can hold this CPU; the kernel's margin is measured
               // against the last of them only.
               if (local)
                 return !usable(g) || Bool{sd->has(model::SD_OVERLAP)} || margin * best <= U64{100} * load;
               return !usable(g) || best <= load;
             });
    });
  }
  check.situations = {check.premise};
  return check;
}

template <class D>
typename D::Bool group_usable(D& d, const DecisionView<D>& v, int g) {
  using Bool = typename D::Bool;
  const auto& p = v.before.task(v.request.task);
  return d.any_of(v.before.domains->group(g).cpus, [&](Cpu c) -> Bool { return p.cpus_allowed.test(c); });
}

/// Has one of the domain's other groups a load that the local one exceeds by half the margin?
template <class D>
typename D::Bool lighter_group(D& d, const DecisionView<D>& v, const SchedDomain& sd, unsigned idx) {
  using Bool = typename D::Bool;
  using U64 = typename D::U64;
  const auto& domains = *v.before.domains;
  const U64 margin{100 + (sd.params.imbalance_pct - 100) / 2};
  const U64 local = group_load(d, v, domains.group(sd.groups.front()), true, idx);
  Bool some{false};
  for (std::size_t i = 1; i < sd.groups.size(); ++i) {
    const U64 load = group_load(d, v, domains.group(sd.groups[i]), false, idx);
    some = some || (group_usable(d, v, sd.groups[i]) && margin * load <= U64{100} * local);
  }
  return some;
}

/// lighter_group_is_named: asked of every domain of this CPU without overlap, by the load now and by a
/// decayed one. Situation: a group is named.
template <class D>
Check<D> lighter_group_is_named(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const auto& s = v.before;
  const auto& p = s.task(v.request.task);
  Check<D> check;
  check.situations = {Bool{false}};
  for (auto* sd = s.domains->base(v.request.this_cpu); sd != nullptr; sd = s.domains->parent(*sd)) {
    if (sd->has(model::SD_OVERLAP) || sd->groups.size() < 2) continue;
    const Bool usable = group_usable(d, v, sd->groups.front());
    check.premise = check.premise || usable;
    for (const unsigned idx : {0u, 1u}) {
      const Bool named = v.era.find_idlest_group(s, *sd, p, v.request.this_cpu, idx) != -1;
      check.holds = check.holds && (!usable || named == lighter_group(d, v, *sd, idx));
      check.situations[0] = check.situations[0] || named;
    }
  }
  return check;
}

/// equal_loads_prefer_this_cpu: asked of every group that holds this CPU or not. Situation: this CPU is as
/// light as a lower one of its group.
template <class D>
Check<D> equal_loads_prefer_this_cpu(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const auto& s = v.before;
  const auto& p = s.task(v.request.task);
  const Cpu here = v.request.this_cpu;
  Check<D> check;
  check.premise = Bool{true};
  check.situations = {Bool{false}};
  for (auto* sd = s.domains->base(here); sd != nullptr; sd = s.domains->parent(*sd))
    for (int g : sd->groups) {
      const SchedGroup& group = s.domains->group(g);
      const auto equal = [&](Cpu a, Cpu b) -> Bool {
        return p.cpus_allowed.test(a) && p.cpus_allowed.test(b) &&
               s.cpu_rq(a).runnable_load_avg == s.cpu_rq(b).runnable_load_avg;
      };
      const auto found = v.era.find_idlest_cpu(s, group, p, here);
      check.holds = check.holds && d.for_value(found, [&](Cpu c) -> Bool {
        if (c == -1 || c == here) return Bool{true};
        return !d.any_of(group.cpus,
                         [&](Cpu i) -> Bool { return i < c || i == here ? equal(i, c) : Bool{false}; });
      });
      if (group.span.test(here))
        check.situations[0] = check.situations[0] || d.any_of(group.cpus, [&](Cpu i) -> Bool {
          return i < here ? found == here && equal(i, here) : Bool{false};
        });
    }
  return check;
}

/// The domains of this CPU that balance on `flag`, the widest first.
template <class D>
std::vector<const SchedDomain*> balancing_domains(const DecisionView<D>& v, model::SdFlags flag) {
  std::vector<const SchedDomain*> list;
  const auto& domains = *v.before.domains;
  for (auto* sd = domains.base(v.request.this_cpu); sd != nullptr; sd = domains.parent(*sd))
    if (sd->has(model::SD_LOAD_BALANCE) && sd->has(flag)) list.insert(list.begin(), sd);
  return list;
}

/// slow_path_goes_to_named_group. Situation: a group of a domain without overlap is gone to.
template <class D>
Check<D> slow_path_goes_to_named_group(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const auto& s = v.before;
  const auto& p = s.task(v.request.task);
  const bool wake = v.request.why == model::Placement::wake;
  const model::SdFlags flag = wake                                      ? model::SD_BALANCE_WAKE
                              : v.request.why == model::Placement::fork ? model::SD_BALANCE_FORK
                                                                        : model::SD_BALANCE_EXEC;
  Check<D> check;
  check.premise = v.outcome.target == -1 && p.nr_cpus_allowed != typename D::U32{1};
  check.situations = {Bool{false}};
  Bool here{true};  // the search still looks from this CPU
  for (const SchedDomain* sd : balancing_domains(v, flag)) {
    const unsigned idx = wake ? sd->params.wake_idx : sd->params.forkexec_idx;
    const auto group = v.era.find_idlest_group(s, *sd, p, v.request.this_cpu, idx);
    const Bool goes = here && group != -1;
    const Bool inside = d.for_value(group, [&](int g) -> Bool {
      if (g == -1 || sd->has(model::SD_OVERLAP)) return Bool{true};
      const CpuMask& span = s.domains->group(g).span;
      return d.for_value(v.outcome.by_class, [&](Cpu c) -> Bool { return Bool{span.test(c)}; });
    });
    check.holds = check.holds && (!goes || inside);
    if (!sd->has(model::SD_OVERLAP)) check.situations[0] = check.situations[0] || goes;
    here = here && !goes;
  }
  const Bool stays =
      wake ? same(d, v.outcome.by_class, p.wake_cpu) : v.outcome.by_class == v.request.this_cpu;
  check.holds = check.holds && (!here || stays);
  return check;
}

}  // namespace schedproof::properties
