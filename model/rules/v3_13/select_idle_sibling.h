// SPDX-License-Identifier: GPL-2.0-or-later
// v3.13: select_idle_sibling (kernel/sched/fair.c, 5d4cf996cf13). Facts: wakeup 4.2, balance E2-L5.
#pragma once

#include "model/rules/v3_13/v3_13.h"

namespace schedproof::model {

/// The target if it is idle; else the task's CPU if it shares the target's cache and is idle (its affinity is
/// not looked at again); else the first allowed CPU of a wholly idle group, widest domain of sd_llc first;
/// else the target.
template <class D>
typename D::Nr V3_13<D>::select_idle_sibling(const State<D>& s, const Task<D>& p, Cpu target) const {
  return d.join([&]() -> Nr {
    if (d.when("sis.target_idle", V3_13::idle_cpu(s, target), num("target", target))) return Nr{target};

    const Nr& prev = p.cpu;
    if (d.when("sis.prev_differs", prev != target, num("prev", prev)))
      if (d.when("sis.prev_shares_cache",
                 d.for_value(prev, [&](Cpu i) -> Bool { return Bool{cpus_share_cache(s, i, target)}; })))
        if (d.when("sis.prev_idle", d.for_value(prev, [&](Cpu i) -> Bool { return V3_13::idle_cpu(s, i); })))
          return prev;

    const Domains& domains = *s.domains;
    for (auto* sd = domains.get(domains.per_cpu(target).sd_llc); sd != nullptr; sd = domains.child(*sd)) {
      const Nr found = search_idle_group(s, *sd, p, target);
      if (found != -1) return found;
    }
    return Nr{target};
  });
}

/// One level of the scan: the groups of `sd` in ring order, beginning with the target's own, which is never
/// taken. A busy CPU that the task may not use vetoes its group too. -1 if no group is wholly idle and
/// allowed.
template <class D>
typename D::Nr V3_13<D>::search_idle_group(const State<D>& s, const SchedDomain& sd, const Task<D>& p,
                                           Cpu target) const {
  struct Found {
    Nr cpu{-1};
    auto fields() { return std::tie(cpu); }
  } found;
  d.scan(sd.groups, found, [&](int index, Found& f) {
    const SchedGroup& group = s.domains->group(index);
    const auto allowed = [&](Cpu c) -> Bool { return p.cpus_allowed.test(c); };
    if (!d.when("sis.group_allowed", d.any_of(group.cpus, allowed), num("group", group.cpus.front())))
      return kNext;
    if (d.when("sis.group_holds_target", Bool{group.span.test(target)}, num("group", group.cpus.front())))
      return kNext;
    const auto idle = [&](Cpu c) -> Bool { return V3_13::idle_cpu(s, c); };
    if (!d.when("sis.group_idle", d.all_of(group.cpus, idle), num("group", group.cpus.front()))) return kNext;
    f.cpu = d.first_of(group.cpus, allowed);
    return kStop;
  });
  return found.cpu;
}

}  // namespace schedproof::model
