// SPDX-License-Identifier: GPL-2.0-or-later
// What several decision claims ask of a decision.
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

/// What v3.13 calls idle, said apart from its rule idle_cpu.
template <class D>
typename D::Bool lies_idle(const DecisionView<D>& v, Cpu c) {
  const auto& rq = v.before.cpu_rq(c);
  return rq.curr_is_idle && rq.nr_running == typename D::U32{0} && rq.wake_list_empty;
}

/// The task's CPU that the class is told: p->wake_cpu for wakeups, else task_cpu(p).
template <class D>
const typename D::Nr& previous(const DecisionView<D>& v) {
  const auto& p = v.before.task(v.request.task);
  return v.request.why == model::Placement::wake ? p.wake_cpu : p.cpu;
}

/// The load of a CPU by a load index: the load now, or with the decayed one the lower (for leaving it) or the
/// higher (for joining it) of the two.
template <class D>
typename D::U64 load_of(const DecisionView<D>& v, Cpu c, unsigned idx, bool lower) {
  const auto& rq = v.before.cpu_rq(c);
  const auto& now = rq.runnable_load_avg;
  if (idx == 0 || !v.before.lb_bias) return now;
  return lower ? D::min(rq.cpu_load[idx - 1], now) : D::max(rq.cpu_load[idx - 1], now);
}

}  // namespace schedproof::properties
