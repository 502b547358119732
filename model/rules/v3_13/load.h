// SPDX-License-Identifier: GPL-2.0-or-later
// v3.13: what the placement rules read of a run queue (kernel/sched/fair.c, idle_cpu and cpus_share_cache in
// core.c, 5d4cf996cf13). Facts: facts of wakeup 2.1, 2.2, 2.5.
#pragma once

#include "model/rules/v3_13/v3_13.h"

namespace schedproof::model {

template <class D>
typename D::Bool V3_13<D>::idle_cpu(const State<D>& s, Cpu c) const {
  const RunQueue<D>& rq = s.cpu_rq(c);
  return d.test("idle_cpu.curr", rq.curr_is_idle) && d.test("idle_cpu.nr_running", rq.nr_running == U32{0}) &&
         d.test("idle_cpu.wake_list", rq.wake_list_empty);
}

template <class D>
bool V3_13<D>::cpus_share_cache(const State<D>& s, Cpu a, Cpu b) {
  return s.domains->per_cpu(a).sd_llc_id == s.domains->per_cpu(b).sd_llc_id;
}

/// A low guess at the load of a CPU that a task would leave; type 0 reads the load now.
template <class D>
typename D::U64 V3_13<D>::source_load(const State<D>& s, Cpu c, unsigned type) const {
  const U64 total = weighted_cpuload(s, c);
  if (d.when("source_load.now", type == 0 || !s.lb_bias)) return total;
  return D::min(s.cpu_rq(c).cpu_load[older(type)], total);
}

/// A high guess at the load of a CPU that a task would join.
template <class D>
typename D::U64 V3_13<D>::target_load(const State<D>& s, Cpu c, unsigned type) const {
  const U64 total = weighted_cpuload(s, c);
  if (d.when("target_load.now", type == 0 || !s.lb_bias)) return total;
  return D::max(s.cpu_rq(c).cpu_load[older(type)], total);
}

template <class D>
typename D::U64 V3_13<D>::cpu_avg_load_per_task(const State<D>& s, Cpu c) const {
  const RunQueue<D>& rq = s.cpu_rq(c);
  return d.join([&]() -> U64 {
    if (d.when("avg_load_per_task.runs", rq.nr_running != U32{0}))
      return d.divide(rq.runnable_load_avg, D::widen(rq.nr_running));
    return U64{0};
  });
}

}  // namespace schedproof::model
