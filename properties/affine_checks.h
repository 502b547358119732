// SPDX-License-Identifier: GPL-2.0-or-later
// Claims of affine wakeups: wake_wide, wake_affine, and the walk that asks them.
#pragma once

#include "properties/decision_parts.h"

namespace schedproof::properties {

/// affine_wakeup_ends_in_llc. Situations: this CPU is the target; the previous one is, another CPU being the
/// waker's.
template <class D>
Check<D> affine_wakeup_ends_in_llc(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const Cpu here = v.request.this_cpu;
  const auto& prev = v.before.task(v.request.task).wake_cpu;
  Check<D> check;
  check.premise = searched(v);
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

/// single_cpu_task_is_not_searched: no CPU is looked for where there is no choice.
template <class D>
Check<D> single_cpu_task_is_not_searched(D& d, const DecisionView<D>& v) {
  Check<D> check;
  check.premise = v.before.task(v.request.task).nr_cpus_allowed == typename D::U32{1};
  check.holds = v.outcome.target == -1 && same(d, v.outcome.by_class, previous(v));
  check.situations = {check.premise};
  return check;
}

/// The lowest domain of this CPU in which a wakeup of a task of w is affine; nullptr if there is none.
template <class D>
const SchedDomain* affine_domain(const DecisionView<D>& v, Cpu w) {
  const auto& domains = *v.before.domains;
  for (auto* sd = domains.base(v.request.this_cpu); sd != nullptr; sd = domains.parent(*sd))
    if (sd->has(model::SD_LOAD_BALANCE) && sd->has(model::SD_WAKE_AFFINE) && sd->span.test(w)) return sd;
  return nullptr;
}

/// near_wakeup_is_searched. Situation: the previous CPU is near and another one.
template <class D>
Check<D> near_wakeup_is_searched(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const auto& p = v.before.task(v.request.task);
  const Cpu here = v.request.this_cpu;
  const Bool choice = p.nr_cpus_allowed != typename D::U32{1} && p.cpus_allowed.test(here);
  const Bool near =
      choice && d.for_value(p.wake_cpu, [&](Cpu w) -> Bool { return Bool{affine_domain(v, w) != nullptr}; });
  Check<D> check;
  check.premise = Bool{true};
  check.holds = d.for_value(v.outcome.target, [&](Cpu t) -> Bool {
    if (t == -1) return !near;
    return near && (Bool{t == here} || p.wake_cpu == t);
  });
  check.situations = {near && p.wake_cpu != here};
  return check;
}

/// wake_wide_needs_many_partners. Situation: it says so.
template <class D>
Check<D> wake_wide_needs_many_partners(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  using U64 = typename D::U64;
  const auto& p = v.before.task(v.request.task);
  const auto& current = v.before.task(v.request.current);
  const Cpu here = v.request.this_cpu;
  const U64 llc{static_cast<std::uint64_t>(cache_siblings(*v.before.domains, here).weight())};
  Check<D> check;
  check.premise = Bool{v.before.domains->base(here) != nullptr};
  const Bool many = p.wakee_flips > llc && current.wakee_flips > llc * p.wakee_flips;
  check.holds = v.era.wake_wide(v.before, current, p, here) == many;
  check.situations = {d.join([&]() -> Bool { return many; })};
  return check;
}

/// waker_counts_changes_of_wakee: the step before the placement, asked again for a known and a new wakee, and
/// within and after the second for which a count lives. Situation: there is a count to lose.
template <class D>
Check<D> waker_counts_changes_of_wakee(D&, const DecisionView<D>& v) {
  using U64 = typename D::U64;
  const auto& waker = v.before.task(v.request.current);
  const auto flips_after = [&](bool known, bool old) -> U64 {
    model::State<D> s = v.before;
    s.task(v.request.current).last_wakee = known ? v.request.task : -1;
    s.jiffies = waker.wakee_flip_decay_ts + U64{s.hz} + U64{old ? 1u : 0u};
    v.era.task_waking(s, v.request);
    return s.task(v.request.current).wakee_flips;
  };
  Check<D> check;
  check.premise = typename D::Bool{true};
  check.holds = flips_after(true, false) == waker.wakee_flips &&
                flips_after(false, false) == waker.wakee_flips + U64{1} &&
                flips_after(true, true) == U64{0} && flips_after(false, true) == U64{1};
  check.situations = {waker.wakee_flips != U64{0}};
  return check;
}

/// By how much the load of a CPU changes when weight `joins` its part of a task group, and `joins_group` the
/// group as a whole: at each level the group's shares are dealt out anew, to no part less than 2.
template <class D>
typename D::S64 load_change(D& d, const DecisionView<D>& v, int group, Cpu c, typename D::S64 joins,
                            typename D::S64 joins_group) {
  using S64 = typename D::S64;
  using U64 = typename D::U64;
  for (int g = group; v.before.group(g).parent != -1; g = v.before.group(g).parent) {
    const auto& tg = v.before.group(g);
    const auto& part = tg.cpu[static_cast<std::size_t>(c)];
    const S64 here = D::s64(part.load_weight) + joins;
    const S64 all =
        joins_group + D::s64(tg.load_avg) + D::s64(part.load_weight) - D::s64(part.tg_load_contrib);
    const U64 dealt = d.join([&]() -> U64 {
      if (all > S64{0} && here < all) return d.divide(D::u64(here) * tg.shares, D::u64(all));
      return tg.shares;
    });
    joins = D::s64(D::max(dealt, U64{2})) - D::s64(part.se_load_weight);
    joins_group = S64{0};
  }
  return joins;
}

/// Should the wakee come to this CPU, or stay with CPU `c` where it ran last?
template <class D>
typename D::Bool this_cpu_attracts(D& d, const DecisionView<D>& v, const SchedDomain& sd, Cpu c) {
  using Bool = typename D::Bool;
  using S64 = typename D::S64;
  const Cpu here = v.request.this_cpu;
  const unsigned idx = sd.params.wake_idx;
  const auto& p = v.before.task(v.request.task);
  const auto& waker = v.before.task(v.request.current);
  const S64 zero{0}, w = D::s64(p.load_weight), leaving = -D::s64(waker.load_weight);
  S64 at_prev = D::s64(load_of(v, c, idx, true)), at_this = D::s64(load_of(v, here, idx, false));
  if (v.request.sync) {  // the waker is about to sleep
    at_this = at_this + load_change(d, v, waker.group, here, leaving, leaving);
    at_prev = at_prev + load_change(d, v, waker.group, c, zero, leaving);
  }
  const S64 margin{100 + (sd.params.imbalance_pct - 100) / 2};
  const S64 with =
      S64{100} * D::s64(v.before.cpu_rq(c).cpu_power) * (at_this + load_change(d, v, p.group, here, w, w));
  const S64 without =
      margin * D::s64(v.before.cpu_rq(here).cpu_power) * (at_prev + load_change(d, v, p.group, c, zero, w));
  return d.join([&]() -> Bool {
    if (at_this <= zero || with <= without) return Bool{true};
    const auto& rq = v.before.cpu_rq(here);
    if (at_this > at_prev || rq.nr_running == typename D::U32{0}) return Bool{false};
    const auto one_task = d.divide(rq.runnable_load_avg, D::widen(rq.nr_running));
    return D::u64(at_this) + load_of(v, c, idx, false) <= one_task;
  });
}

/// wake_affine_weighs_both_cpus. Situations: it speaks for this CPU, and for the previous one.
template <class D>
Check<D> wake_affine_weighs_both_cpus(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const Cpu here = v.request.this_cpu;
  const auto& p = v.before.task(v.request.task);
  Check<D> check;
  check.premise = searched(v) && p.wake_cpu != here &&
                  !v.era.wake_wide(v.before, v.before.task(v.request.current), p, here);
  check.holds = d.for_value(p.wake_cpu, [&](Cpu w) -> Bool {
    const SchedDomain* sd = affine_domain(v, w);
    if (sd == nullptr || w == here) return Bool{true};
    return d.for_value(
        p.cpu, [&](Cpu c) -> Bool { return (v.outcome.target == here) == this_cpu_attracts(d, v, *sd, c); });
  });
  check.situations = {v.outcome.target == here, v.outcome.target != here};
  return check;
}

}  // namespace schedproof::properties
