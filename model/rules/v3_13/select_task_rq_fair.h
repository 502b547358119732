// SPDX-License-Identifier: GPL-2.0-or-later
// v3.13: select_task_rq_fair (kernel/sched/fair.c, 5d4cf996cf13). Facts: wakeup 3, 4.2.
#pragma once

#include "model/rules/v3_13/v3_13.h"

namespace schedproof::model {

/// task_waking_fair, as far as placement reads it: the waker's flip counter.
template <class D>
void V3_13<D>::task_waking(State<D>& s, const Request& r) const {
  record_wakee(s, r.current, r.task);
}

/// A wakeup passes p->wake_cpu, fork and exec task_cpu(p).
template <class D>
typename V3_13<D>::Choice V3_13<D>::select_task_rq_fair(const State<D>& s, const Request& r) const {
  const Task<D>& p = s.task(r.task);
  const Nr& prev = r.why == Placement::wake ? p.wake_cpu : p.cpu;
  return d.join([&]() -> Choice {
    if (d.when("strf.one_cpu_allowed", p.nr_cpus_allowed == d.param("strf.one", U32{1})))
      return Choice{prev, Nr{-1}};
    return d.for_value(prev, [&](Cpu prev_cpu) -> Choice { return place_from(s, r, prev_cpu); });
  });
}

/// The walk over the domains of this CPU: the lowest WAKE_AFFINE domain that holds prev_cpu ends it (affine
/// wakeup), otherwise the highest domain with the flag is the start of the slow path. With neither, a wakeup
/// stays at prev_cpu, unsearched.
template <class D>
typename V3_13<D>::Choice V3_13<D>::place_from(const State<D>& s, const Request& r, Cpu prev_cpu) const {
  const Task<D>& p = s.task(r.task);
  return d.join([&]() -> Choice {
    bool want_affine = false;
    if (r.why == Placement::wake)
      if (d.when("strf.this_allowed", p.cpus_allowed.test(r.this_cpu), num("this_cpu", r.this_cpu)))
        want_affine = true;

    const SchedDomain *affine_sd = nullptr, *sd = nullptr;
    for (auto* tmp = s.domains->base(r.this_cpu); tmp != nullptr; tmp = s.domains->parent(*tmp)) {
      if (!d.when("strf.load_balance", Bool{tmp->has(SD_LOAD_BALANCE)})) continue;
      if (want_affine)
        if (d.when("strf.affine_domain", Bool{tmp->has(SD_WAKE_AFFINE) && tmp->span.test(prev_cpu)},
                   num("level", tmp->level))) {
          affine_sd = tmp;
          break;
        }
      if (d.when("strf.has_flag", Bool{tmp->has(flag_of(r.why))}, num("level", tmp->level))) sd = tmp;
    }
    if (affine_sd != nullptr) {
      Cpu target = prev_cpu;
      if (d.when("strf.other_cpu", Bool{r.this_cpu != prev_cpu}))
        if (d.when("strf.wake_affine", wake_affine(s, *affine_sd, r))) target = r.this_cpu;
      return Choice{this->select_idle_sibling(s, p, target), Nr{target}};
    }
    return Choice{find_idlest(s, r, sd, r.this_cpu, r.why == Placement::wake ? prev_cpu : r.this_cpu),
                  Nr{-1}};
  });
}

}  // namespace schedproof::model
