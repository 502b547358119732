// SPDX-License-Identifier: GPL-2.0-or-later
// v3.13: find_idlest_group, find_idlest_cpu and the loop around them, the slow path of fork, exec and, where
// a domain has SD_BALANCE_WAKE, wakeups (kernel/sched/fair.c, 5d4cf996cf13). Facts: wakeup 5.1.
#pragma once

#include <limits>

#include "model/rules/v3_13/v3_13.h"

namespace schedproof::model {

/// The group of `sd` with the least load per power, if the local group exceeds it by half of imbalance_pct's
/// margin. Answers an index into Domains::groups, -1 for "stay here". The CPUs' loads count whether allowed
/// or not; a local group that holds no allowed CPU is left out, so that its load counts as 0.
template <class D>
typename D::Nr V3_13<D>::find_idlest_group(const State<D>& s, const SchedDomain& sd, const Task<D>& p,
                                           Cpu this_cpu, unsigned load_idx) const {
  struct Best {
    U64 min_load{std::numeric_limits<std::uint64_t>::max()};
    U64 this_load{0};
    Nr idlest{-1};
    auto fields() { return std::tie(min_load, this_load, idlest); }
  } best;
  d.scan(sd.groups, best, [&](int index, Best& b) {
    const SchedGroup& group = s.domains->group(index);
    const auto allowed = [&](Cpu c) -> Bool { return p.cpus_allowed.test(c); };
    if (!d.when("fig.allowed", d.any_of(group.cpus, allowed), num("group", group.cpus.front()))) return kNext;
    const bool local = group.span.test(this_cpu);
    U64 sum{0};
    for (Cpu i : group.cpus) sum = sum + (local ? source_load(s, i, load_idx) : target_load(s, i, load_idx));
    const U64 scale = d.param("fig.power_scale", U64{1024});
    const U64 avg_load = d.divide(sum * scale, s.group_power[static_cast<std::size_t>(group.power)]);
    if (d.when("fig.local", Bool{local}, num("avg_load", avg_load))) {
      b.this_load = avg_load;
      return kNext;
    }
    if (d.when("fig.less", avg_load < b.min_load, num("avg_load", avg_load), num("min_load", b.min_load))) {
      b.min_load = avg_load;
      b.idlest = Nr{index};
    }
    return kNext;
  });
  const U64 base = d.param("fig.base_pct", U64{100});
  const U64 imbalance =
      base + d.divide(U64{sd.params.imbalance_pct} - base, d.param("fig.margin_divisor", U64{2}));
  return d.join([&]() -> Nr {
    if (!d.when("fig.found", best.idlest != -1)) return Nr{-1};
    if (d.when("fig.local_good_enough", base * best.this_load < imbalance * best.min_load,
               num("this_load", best.this_load), num("min_load", best.min_load)))
      return Nr{-1};
    return best.idlest;
  });
}

/// The least loaded allowed CPU of the group; among equals this_cpu, else the lowest. -1 if the group has no
/// allowed CPU.
template <class D>
typename D::Nr V3_13<D>::find_idlest_cpu(const State<D>& s, const SchedGroup& group, const Task<D>& p,
                                         Cpu this_cpu) const {
  struct Best {
    U64 min_load{std::numeric_limits<std::uint64_t>::max()};
    Nr idlest{-1};
    auto fields() { return std::tie(min_load, idlest); }
  } best;
  d.scan(group.cpus, best, [&](Cpu i, Best& b) {
    if (!d.when("fic.allowed", p.cpus_allowed.test(i), num("cpu", i))) return kNext;
    const U64 load = weighted_cpuload(s, i);
    const Bool tie_here = load == b.min_load && Bool{i == this_cpu};
    if (d.when("fic.less", load < b.min_load || d.test("fic.tie_prefers_this", tie_here), num("cpu", i),
               num("load", load))) {
      b.min_load = load;
      b.idlest = Nr{i};
    }
    return kNext;
  });
  return best.idlest;
}

/// The loop of select_task_rq_fair: from `sd` downwards, each time as seen from `cpu`; `new_cpu` is the best
/// so far.
template <class D>
typename D::Nr V3_13<D>::find_idlest(const State<D>& s, const Request& r, const SchedDomain* sd, Cpu cpu,
                                     Cpu new_cpu) const {
  const SdFlags flag = flag_of(r.why);
  while (sd != nullptr && !sd->has(flag)) sd = s.domains->child(*sd);
  if (sd == nullptr) return Nr{new_cpu};
  const Task<D>& p = s.task(r.task);
  const unsigned load_idx = r.why == Placement::wake ? sd->params.wake_idx : sd->params.forkexec_idx;

  return d.for_value(find_idlest_group(s, *sd, p, cpu, load_idx), [&](int group) -> Nr {
    if (group == -1) return find_idlest(s, r, s.domains->child(*sd), cpu, new_cpu);
    return d.for_value(find_idlest_cpu(s, s.domains->group(group), p, cpu), [&](Cpu found) -> Nr {
      if (found == -1 || found == cpu) return find_idlest(s, r, s.domains->child(*sd), cpu, found);
      // Go on in the domains of the CPU found, below this one's weight; a domain without the flag is passed
      // over, not a stop.
      const SchedDomain* below = nullptr;
      for (auto* tmp = s.domains->base(found); tmp != nullptr && tmp->span_weight < sd->span_weight;
           tmp = s.domains->parent(*tmp))
        if (tmp->has(flag)) below = tmp;
      return find_idlest(s, r, below, found, found);
    });
  });
}

}  // namespace schedproof::model
