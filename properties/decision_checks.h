// SPDX-License-Identifier: GPL-2.0-or-later
// The decision claims, written once over the number domain: judged on concrete decisions here, proved in
// solver/. Each is said of eras with v3.13's wakeup path; "shares cache" is derived from the domains' flags,
// never from sd_llc.
#pragma once

#include "properties/claim.h"

namespace schedproof::properties {

using model::Cpu;
using model::CpuMask;
using model::SchedDomain;
using model::SchedGroup;

/// The CPUs that share cache with c: the span of the topmost domain of its unbroken SD_SHARE_PKG_RESOURCES
/// run, or c alone.
inline CpuMask cache_siblings(const model::Domains& domains, Cpu c) {
  const int llc = domains.highest_flag_domain(c, model::SD_SHARE_PKG_RESOURCES);
  return llc == -1 ? CpuMask{c} : domains.get(llc)->span;
}

/// Was select_idle_sibling asked, and for which CPU?
template <class D>
typename D::Bool searched(const DecisionView<D>& v) {
  return v.outcome.target != -1;
}

template <class D>
typename D::Bool target_busy(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  return d.for_value(v.outcome.target,
                     [&](Cpu t) -> Bool { return t == -1 ? Bool{false} : !v.era.idle_cpu(v.before, t); });
}

template <class D>
typename D::Bool task_allowed(D& d, const DecisionView<D>& v, const typename D::Nr& cpu) {
  using Bool = typename D::Bool;
  const auto& p = v.before.task(v.request.task);
  return d.for_value(cpu,
                     [&](Cpu c) -> Bool { return c == -1 ? Bool{false} : Bool{p.cpus_allowed.test(c)}; });
}

/// Both numbers name the same CPU.
template <class D>
typename D::Bool same(D& d, const typename D::Nr& a, const typename D::Nr& b) {
  return d.for_value(a, [&](int n) -> typename D::Bool { return b == n; });
}

/// Has the CPU domains? One that was isolated at boot has not, and its sd_llc_id is 0 (claim
/// sd_llc_size_and_id).
template <class D>
typename D::Bool has_domains(D& d, const DecisionView<D>& v, const typename D::Nr& cpu) {
  using Bool = typename D::Bool;
  return d.for_value(cpu,
                     [&](Cpu c) -> Bool { return Bool{c != -1 && v.before.domains->base(c) != nullptr}; });
}

/// idle_sibling_shares_cache. Situation: the target was busy and another CPU was taken.
template <class D>
Check<D> idle_sibling_shares_cache(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  Check<D> check;
  check.premise = searched(v) && has_domains(d, v, v.before.task(v.request.task).cpu);
  check.holds = d.for_value(v.outcome.target, [&](Cpu t) -> Bool {
    if (t == -1) return Bool{true};
    const CpuMask siblings = cache_siblings(*v.before.domains, t);
    return d.for_value(v.outcome.by_class, [&](Cpu c) -> Bool { return Bool{c == t || siblings.test(c)}; });
  });
  check.situations = {target_busy(d, v) && !same(d, v.outcome.by_class, v.outcome.target)};
  return check;
}

/// Is some group of a domain at or below t's LLC wholly idle and of use to the task?
template <class D>
typename D::Bool idle_group_near(D& d, const DecisionView<D>& v, Cpu t) {
  using Bool = typename D::Bool;
  const auto& domains = *v.before.domains;
  const auto& p = v.before.task(v.request.task);
  Bool some{false};
  for (auto* sd = domains.get(domains.highest_flag_domain(t, model::SD_SHARE_PKG_RESOURCES)); sd != nullptr;
       sd = domains.child(*sd))
    for (int g : sd->groups) {
      const SchedGroup& group = domains.group(g);
      const Bool idle = d.all_of(group.cpus, [&](Cpu c) -> Bool { return v.era.idle_cpu(v.before, c); });
      const Bool allowed = d.any_of(group.cpus, [&](Cpu c) -> Bool { return p.cpus_allowed.test(c); });
      some = some || (idle && allowed);
    }
  return some;
}

/// idle_sibling_finds_idle_group. Situation: the target was busy (else the claim is trivial).
template <class D>
Check<D> idle_sibling_finds_idle_group(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  Check<D> check;
  check.premise = d.for_value(
      v.outcome.target, [&](Cpu t) -> Bool { return t == -1 ? Bool{false} : idle_group_near(d, v, t); });
  check.holds = d.for_value(
      v.outcome.by_class, [&](Cpu c) -> Bool { return c == -1 ? Bool{false} : v.era.idle_cpu(v.before, c); });
  check.situations = {target_busy(d, v)};
  return check;
}

/// affine_wakeup_ends_in_llc. Situations: this CPU is the target; the previous one is, another CPU being the
/// waker's.
template <class D>
Check<D> affine_wakeup_ends_in_llc(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const Cpu here = v.request.this_cpu;
  const auto& prev = v.before.task(v.request.task).wake_cpu;
  Check<D> check;
  check.premise = searched(v) && has_domains(d, v, v.before.task(v.request.task).cpu);
  check.holds = d.for_value(prev, [&](Cpu w) -> Bool {
    const CpuMask near = cache_siblings(*v.before.domains, here) | cache_siblings(*v.before.domains, w);
    return d.for_value(v.outcome.by_class, [&](Cpu c) -> Bool { return Bool{near.test(c)}; });
  });
  check.situations = {prev != here && v.outcome.target == here,
                      prev != here && same(d, v.outcome.target, prev)};
  return check;
}

/// wide_wakeup_targets_prev: wake_wide's veto. Situation: the waker is on another CPU.
template <class D>
Check<D> wide_wakeup_targets_prev(D& d, const DecisionView<D>& v) {
  const auto& p = v.before.task(v.request.task);
  Check<D> check;
  check.premise =
      searched(v) && v.era.wake_wide(v.before, v.before.task(v.request.current), p, v.request.this_cpu);
  check.holds = same(d, v.outcome.target, p.wake_cpu);
  check.situations = {p.wake_cpu != v.request.this_cpu};
  return check;
}

/// barred_waker_leaves_prev: this CPU is not allowed and no domain has SD_BALANCE_WAKE. Situation: the task
/// has a choice of CPUs.
template <class D>
Check<D> barred_waker_leaves_prev(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const auto& domains = *v.before.domains;
  const auto& p = v.before.task(v.request.task);
  bool slow_path = false;
  for (auto* sd = domains.base(v.request.this_cpu); sd != nullptr; sd = domains.parent(*sd))
    slow_path = slow_path || (sd->has(model::SD_LOAD_BALANCE) && sd->has(model::SD_BALANCE_WAKE));
  Check<D> check;
  check.premise = Bool{!slow_path} && !Bool{p.cpus_allowed.test(v.request.this_cpu)};
  check.holds = same(d, v.outcome.by_class, p.wake_cpu);
  check.situations = {p.nr_cpus_allowed != typename D::U32{1} && p.wake_cpu != v.request.this_cpu};
  return check;
}

/// choice_allowed_after_fallback. Situations: the class named a CPU the task may not use; it named one it
/// may.
template <class D>
Check<D> choice_allowed_after_fallback(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  Check<D> check;
  check.premise = Bool{true};
  const Bool online =
      d.for_value(v.outcome.cpu, [&](Cpu c) -> Bool { return Bool{v.before.online.test(c)}; });
  check.holds = online && (v.outcome.affinity_widened || task_allowed(d, v, v.outcome.cpu));
  check.situations = {!task_allowed(d, v, v.outcome.by_class), task_allowed(d, v, v.outcome.by_class)};
  return check;
}

/// class_choice_allowed_or_previous. Situation: an answer that the task may not use.
template <class D>
Check<D> class_choice_allowed_or_previous(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const auto& p = v.before.task(v.request.task);
  const auto& choice = v.outcome.by_class;
  const bool new_place = v.request.why != model::Placement::wake;  // fork and exec start from this CPU
  Check<D> check;
  check.premise = Bool{true};
  check.holds = task_allowed(d, v, choice) || same(d, choice, p.cpu) || same(d, choice, p.wake_cpu) ||
                (Bool{new_place} && choice == v.request.this_cpu);
  check.situations = {!task_allowed(d, v, choice)};
  return check;
}

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
DecisionCheck<D> decision_check(std::string_view id) {
  struct Entry {
    const char* id;
    DecisionCheck<D> check;
  };
  static constexpr Entry kChecks[] = {
      {"idle_sibling_shares_cache", idle_sibling_shares_cache<D>},
      {"idle_sibling_finds_idle_group", idle_sibling_finds_idle_group<D>},
      {"affine_wakeup_ends_in_llc", affine_wakeup_ends_in_llc<D>},
      {"wide_wakeup_targets_prev", wide_wakeup_targets_prev<D>},
      {"barred_waker_leaves_prev", barred_waker_leaves_prev<D>},
      {"choice_allowed_after_fallback", choice_allowed_after_fallback<D>},
      {"class_choice_allowed_or_previous", class_choice_allowed_or_previous<D>},
      {"find_idlest_cpu_is_least_loaded", find_idlest_cpu_is_least_loaded<D>},
      {"idlest_group_beats_local", idlest_group_beats_local<D>},
  };
  for (const auto& entry : kChecks)
    if (id == entry.id) return entry.check;
  return nullptr;
}

}  // namespace schedproof::properties
