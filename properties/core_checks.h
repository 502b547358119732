// SPDX-License-Identifier: GPL-2.0-or-later
// Claims of the core around the class: select_task_rq, select_fallback_rq, sched_exec.
#pragma once

#include "properties/decision_parts.h"

namespace schedproof::properties {

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

/// allowed_choice_is_taken. Situations: as choice_allowed_after_fallback.
template <class D>
Check<D> allowed_choice_is_taken(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  Check<D> check;
  check.premise = Bool{true};
  const Bool allowed = task_allowed(d, v, v.outcome.by_class);
  const Bool fits = allowed && d.for_value(v.outcome.by_class,
                                           [&](Cpu c) -> Bool { return Bool{v.before.online.test(c)}; });
  check.holds = v.outcome.fell_back == !fits && (!fits || same(d, v.outcome.cpu, v.outcome.by_class)) &&
                (v.outcome.fell_back || !v.outcome.affinity_widened);
  check.situations = {!allowed, allowed};
  return check;
}

/// Where a task that runs or ran on `c` goes by default: the first CPU of its node that is online, active and
/// allowed, else the first of all such, else the first that its cpuset has, else the first of all.
template <class D>
struct Fallback {
  typename D::Nr cpu;
  typename D::Bool widened;
  auto fields() { return std::tie(cpu, widened); }
};
template <class D>
Fallback<D> fallback_from(D& d, const DecisionView<D>& v, Cpu c) {
  using Bool = typename D::Bool;
  const auto& s = v.before;
  const auto& p = s.task(v.request.task);
  const CpuMask up = s.online & s.active, in_cpuset = up & p.cpuset_cpus;
  const auto allowed = [&](Cpu i) -> Bool { return p.cpus_allowed.test(i); };
  const auto near = d.first_of(up & s.node_of(c), allowed);
  const auto any = d.first_of(up, allowed);
  return d.join([&]() -> Fallback<D> {
    if (near != -1) return {near, Bool{false}};
    if (any != -1) return {any, Bool{false}};
    return {typename D::Nr{in_cpuset.empty() ? up.first() : in_cpuset.first()}, Bool{true}};
  });
}

/// fallback_stays_near.
template <class D>
Check<D> fallback_stays_near(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  Check<D> check;
  check.premise = v.outcome.fell_back;
  check.holds = d.for_value(v.before.task(v.request.task).cpu, [&](Cpu c) -> Bool {
    const auto expected = fallback_from(d, v, c);
    return same(d, v.outcome.cpu, expected.cpu) && v.outcome.affinity_widened == expected.widened;
  });
  check.situations = {check.premise};
  return check;
}

/// exec_moves_where_allowed. Situation: the task moves.
template <class D>
Check<D> exec_moves_where_allowed(D& d, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const Cpu here = v.request.this_cpu;
  Check<D> check;
  check.premise = Bool{true};
  const Bool active =
      d.for_value(v.outcome.by_class, [&](Cpu c) -> Bool { return Bool{v.before.active.test(c)}; });
  const Bool moves = active && task_allowed(d, v, v.outcome.by_class);
  check.holds = (moves && same(d, v.outcome.cpu, v.outcome.by_class)) || (!moves && v.outcome.cpu == here);
  check.situations = {v.outcome.cpu != here};
  return check;
}

/// changing_cpu_is_not_chosen: the placement asked again while the first CPU of this CPU's node goes down or
/// comes up. Situation: else that CPU would be chosen by the fallback or by exec.
template <class D>
Check<D> changing_cpu_is_not_chosen(D&, const DecisionView<D>& v) {
  using Bool = typename D::Bool;
  const auto& s = v.before;
  const bool exec = v.request.why == model::Placement::exec;
  const Cpu changing =
      (s.online & s.active & s.machine->node_mask(s.machine->cpu(v.request.this_cpu).node)).first();
  Check<D> check;
  check.premise = Bool{changing != -1 && !(exec && changing == v.request.this_cpu)};
  if (changing == -1) return check;
  model::State<D> dying = s, coming = s;
  dying.active.clear(changing);
  coming.online.clear(changing);
  const auto down = v.era.place(dying, v.request);
  const Bool chosen_down = (Bool{exec} || down.fell_back) && down.cpu == changing;
  // A CPU that comes up is active before it is online; sched_exec looks at active only.
  const Bool chosen_up = Bool{!exec} && v.era.place(coming, v.request).cpu == changing;
  check.holds = !chosen_down && !chosen_up;
  check.situations = {(Bool{exec} || v.outcome.fell_back) && v.outcome.cpu == changing};
  return check;
}

}  // namespace schedproof::properties
