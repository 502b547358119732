// SPDX-License-Identifier: GPL-2.0-or-later
// v3.13: record_wakee, wake_wide, wake_affine, effective_load (kernel/sched/fair.c, 5d4cf996cf13).
// Facts: wakeup 2.10, 2.11, 4.2.
#pragma once

#include "model/rules/v3_13/v3_13.h"

namespace schedproof::model {

/// The waker's count of how often its wakee changes; wiped when it is older than a second. The comparison is
/// a plain `>` on jiffies, not wrap-safe.
template <class D>
void V3_13<D>::record_wakee(State<D>& s, int current, int p) const {
  Task<D>& waker = s.task(current);
  const U64 second = U64{s.hz};
  const Bool wipe = d.when("record_wakee.wipe", s.jiffies > waker.wakee_flip_decay_ts + second);
  const auto pick = [&](const U64& yes, const U64& no) {
    return d.join([&]() -> U64 {
      if (wipe) return yes;
      return no;
    });
  };
  waker.wakee_flips = pick(U64{0}, waker.wakee_flips);
  waker.wakee_flip_decay_ts = pick(s.jiffies, waker.wakee_flip_decay_ts);
  if (d.when("record_wakee.new_wakee", waker.last_wakee != p)) {
    waker.last_wakee = p;
    waker.wakee_flips = waker.wakee_flips + U64{1};
  }
}

/// Do both switch partners so often that the wakee should stay where it was?
template <class D>
typename D::Bool V3_13<D>::wake_wide(const State<D>& s, const Task<D>& current, const Task<D>& p,
                                     Cpu this_cpu) const {
  const U64 factor{static_cast<std::uint64_t>(s.domains->per_cpu(this_cpu).sd_llc_size)};
  return d.join([&]() -> Bool {
    if (d.when("wake_wide.wakee_hot", p.wakee_flips > factor, num("wakee_flips", p.wakee_flips),
               num("factor", factor)))
      if (d.when("wake_wide.waker_hotter", current.wakee_flips > factor * p.wakee_flips,
                 num("waker_flips", current.wakee_flips)))
        return Bool{true};
    return Bool{false};
  });
}

/// Would the wakee be well off on the waker's CPU? Compares the loads of this CPU and of task_cpu(p), as if
/// the task ran on this one; a sync waker's own load is taken off first.
template <class D>
typename D::Bool V3_13<D>::wake_affine(const State<D>& s, const SchedDomain& sd, const Request& r) const {
  const Task<D>& p = s.task(r.task);
  const Task<D>& current = s.task(r.current);
  const unsigned idx = sd.params.wake_idx;
  return d.for_value(p.cpu, [&](Cpu prev) -> Bool {
    return d.join([&]() -> Bool {
      if (d.when("wa.wide", wake_wide(s, current, p, r.this_cpu))) return Bool{false};
      S64 load = D::s64(source_load(s, prev, idx));
      S64 this_load = D::s64(target_load(s, r.this_cpu, idx));
      if (d.when("wa.sync", Bool{r.sync})) {
        const S64 weight = D::s64(current.load_weight);
        this_load = this_load + effective_load(s, current.group, r.this_cpu, -weight, -weight);
        load = load + effective_load(s, current.group, prev, S64{0}, -weight);
      }
      const Bool even = balanced(s, sd, r, prev, this_load, load);
      if (r.sync && d.when("wa.sync_balanced", even)) return Bool{true};
      if (d.when("wa.balanced", even)) return Bool{true};
      if (!d.when("wa.lighter", this_load <= load, num("this_load", this_load), num("load", load)))
        return Bool{false};
      const U64 both = D::u64(this_load) + target_load(s, prev, idx);
      return d.when("wa.below_one_task", both <= cpu_avg_load_per_task(s, r.this_cpu), num("both", both));
    });
  });
}

/// wake_affine's comparison: 100 : 100 + half the domain's margin, cross-multiplied with the two CPUs'
/// powers.
template <class D>
typename D::Bool V3_13<D>::balanced(const State<D>& s, const SchedDomain& sd, const Request& r, Cpu prev,
                                    const S64& this_load, const S64& load) const {
  const Task<D>& p = s.task(r.task);
  const S64 weight = D::s64(p.load_weight);
  return d.join([&]() -> Bool {
    if (!d.when("wa.this_loaded", this_load > S64{0}, num("this_load", this_load))) return Bool{true};
    const U64 base_pct = d.param("wa.base_pct", U64{100});
    const S64 base = D::s64(base_pct);
    const S64 margin =
        D::s64(d.divide(U64{sd.params.imbalance_pct} - base_pct, d.param("wa.margin_divisor", U64{2})));
    const S64 this_eff_load = base * D::s64(power_of(s, prev)) *
                              (this_load + effective_load(s, p.group, r.this_cpu, weight, weight));
    const S64 prev_eff_load = (base + margin) * D::s64(power_of(s, r.this_cpu)) *
                              (load + effective_load(s, p.group, prev, S64{0}, weight));
    return d.when("wa.fits", this_eff_load <= prev_eff_load, num("this_eff_load", this_eff_load),
                  num("prev_eff_load", prev_eff_load));
  });
}

/// By how much the root's load on `cpu` changes when weight `wl` joins the group there and `wg` the group as
/// a whole. Source: effective_load and calc_tg_weight; the clip at MIN_SHARES is an unsigned comparison.
template <class D>
typename D::S64 V3_13<D>::effective_load(const State<D>& s, int group, Cpu cpu, S64 wl, S64 wg) const {
  for (int g = group; s.group(g).parent != -1; g = s.group(g).parent) {
    const TaskGroup<D>& tg = s.group(g);
    const GroupOnCpu<D>& on = tg.cpu[static_cast<std::size_t>(cpu)];
    const S64 W = wg + D::s64(tg.load_avg) - D::s64(on.tg_load_contrib) + D::s64(on.load_weight);
    const S64 w = D::s64(on.load_weight) + wl;
    const U64 share = d.join([&]() -> U64 {
      if (d.when("effective_load.partial", W > S64{0} && w < W, num("w", w), num("W", W)))
        return d.divide(D::u64(w) * tg.shares, D::u64(W));
      return tg.shares;
    });
    const U64 min_shares = d.param("effective_load.min_shares", U64{2});
    wl = D::s64(D::max(share, min_shares)) - D::s64(on.se_load_weight);
    wg = S64{0};
  }
  return wl;
}

}  // namespace schedproof::model
