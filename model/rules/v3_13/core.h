// SPDX-License-Identifier: GPL-2.0-or-later
// v3.13: select_task_rq, select_fallback_rq, sched_exec with __migrate_task's checks (kernel/sched/core.c,
// 5d4cf996cf13). Facts: wakeup 3.
#pragma once

#include "model/rules/v3_13/v3_13.h"

namespace schedproof::model {

template <class D>
typename V3_13<D>::Outcome V3_13<D>::place(const State<D>& s, const Request& r) const {
  return r.why == Placement::exec ? sched_exec(s, r) : select_task_rq(s, r);
}

/// Takes the class's answer if the task may run there and the CPU is online, else asks select_fallback_rq.
template <class D>
typename V3_13<D>::Outcome V3_13<D>::select_task_rq(const State<D>& s, const Request& r) const {
  const Choice choice = this->select_task_rq_fair(s, r);
  const Nr& by_class = choice.cpu;
  const Task<D>& p = s.task(r.task);
  return d.join([&]() -> Outcome {
    const Bool allowed = d.for_value(
        by_class, [&](Cpu c) -> Bool { return c == -1 ? Bool{false} : Bool{p.cpus_allowed.test(c)}; });
    if (!d.when("strq.allowed", allowed, num("cpu", by_class))) return select_fallback_rq(s, p, choice);
    const Bool online = d.for_value(by_class, [&](Cpu c) -> Bool { return Bool{s.online.test(c)}; });
    if (!d.when("strq.online", online, num("cpu", by_class))) return select_fallback_rq(s, p, choice);
    return Outcome{by_class, choice.target, by_class, Bool{false}, Bool{false}};
  });
}

template <class D>
typename D::Bool V3_13<D>::allowed_and_active(const State<D>& s, const Task<D>& p, Cpu c) const {
  return d.test("fallback.online", Bool{s.online.test(c)}) &&
         d.test("fallback.active", Bool{s.active.test(c)}) &&
         d.test("fallback.allowed", Bool{p.cpus_allowed.test(c)});
}

/// An allowed, online, active CPU of task_cpu(p)'s node, else any; when there is none the task's affinity is
/// widened to its cpuset, then to all possible CPUs. DEVIATION: with no active CPU at all the kernel stops
/// (BUG); here the answer is -1.
template <class D>
typename V3_13<D>::Outcome V3_13<D>::select_fallback_rq(const State<D>& s, const Task<D>& p,
                                                        const Choice& choice) const {
  const CpuMask possible = s.machine->possible();
  const auto good = [&](Cpu c) -> Bool { return allowed_and_active(s, p, c); };
  const Nr near = d.for_value(p.cpu, [&](Cpu c) -> Nr { return d.first_of(s.node_of(c), good); });
  return d.join([&]() -> Outcome {
    if (d.when("fallback.same_node", near != -1))
      return Outcome{choice.cpu, choice.target, near, Bool{true}, Bool{false}};
    const Nr any = d.first_of(possible, good);
    if (d.when("fallback.any", any != -1))
      return Outcome{choice.cpu, choice.target, any, Bool{true}, Bool{false}};
    const CpuMask up = s.online & s.active;
    const Cpu in_cpuset = (p.cpuset_cpus & up).first();
    if (d.when("fallback.cpuset", Bool{in_cpuset != -1}))
      return Outcome{choice.cpu, choice.target, Nr{in_cpuset}, Bool{true}, Bool{true}};
    return Outcome{choice.cpu, choice.target, Nr{up.first()}, Bool{true}, Bool{true}};
  });
}

/// The class's answer is taken without select_task_rq's checks: the task moves if it names another CPU that
/// is active and, when the stopper gets to it, still allowed (__migrate_task).
template <class D>
typename V3_13<D>::Outcome V3_13<D>::sched_exec(const State<D>& s, const Request& r) const {
  const Nr dest = this->select_task_rq_fair(s, r).cpu;
  const Task<D>& p = s.task(r.task);
  const Outcome stays{dest, Nr{-1}, Nr{r.this_cpu}, Bool{false}, Bool{false}};
  return d.join([&]() -> Outcome {
    if (!d.when("exec.other_cpu", dest != r.this_cpu, num("dest", dest))) return stays;
    if (!d.when("exec.active", d.for_value(dest, [&](Cpu c) -> Bool { return Bool{s.active.test(c)}; })))
      return stays;
    if (!d.when("exec.allowed",
                d.for_value(dest, [&](Cpu c) -> Bool { return Bool{p.cpus_allowed.test(c)}; })))
      return stays;
    return Outcome{dest, Nr{-1}, dest, Bool{false}, Bool{false}};
  });
}

}  // namespace schedproof::model
