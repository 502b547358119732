// SPDX-License-Identifier: GPL-2.0-or-later
// Claims of select_idle_sibling and idle_cpu.
#pragma once

#include "properties/decision_parts.h"

namespace schedproof::properties {

/// idle_sibling_shares_cache. Situation: the target was busy and another CPU was taken.
template <class D>
Check<D> idle_sibling_shares_cache(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  Check<D> check;
  check.premise = searched(v);
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

/// idle_cpu_sees_pending_work. Situation: the idle task still runs, but work is there or on its way.
template <class D>
Check<D> idle_cpu_sees_pending_work(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  Check<D> check;
  check.premise = Bool{true};
  check.holds = d.all_of(v.before.online,
                         [&](Cpu c) -> Bool { return v.era.idle_cpu(v.before, c) == lies_idle(v, c); });
  check.situations = {d.any_of(
      v.before.online, [&](Cpu c) -> Bool { return v.before.cpu_rq(c).curr_is_idle && !lies_idle(v, c); })};
  return check;
}

/// idle_target_is_taken.
template <class D>
Check<D> idle_target_is_taken(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  Check<D> check;
  check.premise =
      d.for_value(v.outcome.target, [&](Cpu t) -> Bool { return t == -1 ? Bool{false} : lies_idle(v, t); });
  check.holds = same(d, v.outcome.by_class, v.outcome.target);
  check.situations = {check.premise};
  return check;
}

/// The target is busy, and the task's CPU is another one that shares its cache and is idle.
template <class D>
typename D::Bool idle_previous(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  return d.for_value(v.outcome.target, [&](Cpu t) -> Bool {
    if (t == -1) return Bool{false};
    const CpuMask siblings = cache_siblings(*v.before.domains, t);
    const Bool idle = d.for_value(v.before.task(v.request.task).cpu, [&](Cpu c) -> Bool {
      return c != t && siblings.test(c) ? lies_idle(v, c) : Bool{false};
    });
    return !lies_idle(v, t) && idle;
  });
}

/// idle_previous_is_kept.
template <class D>
Check<D> idle_previous_is_kept(D& d, const DecisionView<D>& v) {
  Check<D> check;
  check.premise = idle_previous(d, v);
  check.holds = same(d, v.outcome.by_class, v.before.task(v.request.task).cpu);
  check.situations = {check.premise};
  return check;
}

/// The answer for a busy target t: the first allowed CPU of the first wholly idle group, from sd_llc down.
template <class D>
typename D::Bool is_first_idle_group(D& d, const DecisionView<D>& v, Cpu t) {
  using Bool = typename D::Bool;
  const auto& domains = *v.before.domains;
  const auto& p = v.before.task(v.request.task);
  const auto allowed = [&](Cpu c) -> Bool { return p.cpus_allowed.test(c); };
  const auto idle = [&](Cpu c) -> Bool { return lies_idle(v, c); };
  Bool right{true}, found{false};
  for (auto* sd = domains.get(domains.per_cpu(t).sd_llc); sd != nullptr; sd = domains.child(*sd))
    for (int g : sd->groups) {
      const auto& cpus = domains.group(g).cpus;
      const Bool fits = d.any_of(cpus, allowed) && d.all_of(cpus, idle);
      const auto first = d.first_of(cpus, allowed);
      right = right && (found || !fits || same(d, v.outcome.by_class, first));
      found = found || fits;
    }
  return right && (found || v.outcome.by_class == t);
}

/// idle_search_is_widest_first: what sd_llc names is taken as it is. Situation: a group is found.
template <class D>
Check<D> idle_search_is_widest_first(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  Check<D> check;
  check.premise = target_busy(d, v) && !idle_previous(d, v) && has_domains(d, v, v.outcome.target) &&
                  has_domains(d, v, v.before.task(v.request.task).cpu);
  check.holds = d.for_value(
      v.outcome.target, [&](Cpu t) -> Bool { return t == -1 ? Bool{true} : is_first_idle_group(d, v, t); });
  check.situations = {!same(d, v.outcome.by_class, v.outcome.target)};
  return check;
}

}  // namespace schedproof::properties
