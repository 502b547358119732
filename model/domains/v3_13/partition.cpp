// SPDX-License-Identifier: GPL-2.0-or-later
// Partitions: what is destroyed, kept and built. Source: kernel/sched/core.c and kernel/cpuset.c, v3.13,
// commit 5d4cf996cf13.
#include <algorithm>

#include "model/domains/v3_13.h"

namespace schedproof::model {

// Source: init_sched_domains(), v3.13.
void DomainRules_v3_13::init_sched_domains(DomainState& state) const {
  state.doms_cur = {
      Partition{.cpus = state.active.minus(state.machine.isolated()), .relax_domain_level = -1}};
  build_sched_domains(state, state.doms_cur.front());
}

// Source: partition_sched_domains(), v3.13. A partition that stays as it is keeps its domains. Without
// doms_new (the kernel's NULL) everything is destroyed, and all active CPUs but the isolated ones become one
// partition.
void DomainRules_v3_13::partition_sched_domains(DomainState& state,
                                                const std::optional<std::vector<Partition>>& doms_new,
                                                const DomainObserver& observer) const {
  const std::vector<Partition> old = state.doms_cur;
  const auto among = [](const std::vector<Partition>& doms, const Partition& p) {
    return std::find(doms.begin(), doms.end(), p) != doms.end();
  };
  for (const Partition& dom : old) {
    if (doms_new && state.when("partition_sched_domains.stays", among(*doms_new, dom))) continue;
    detach_destroy_domains(state, dom.cpus);
    if (observer) observer(state, DomainMoment::detached);
  }
  if (doms_new) {
    state.doms_cur = *doms_new;
    for (const Partition& dom : *doms_new)
      if (!state.when("partition_sched_domains.stayed", among(old, dom))) build_sched_domains(state, dom);
  } else {
    init_sched_domains(state);
  }
}

// Source: generate_sched_domains(), kernel/cpuset.c, v3.13. Where the top cpuset balances, its CPUs are one
// partition; they are the active ones, and isolated CPUs are not taken out: the first cpuset or hotplug event
// ends their isolation (mended by 47b8ea7186aa in v4.0). DEVIATION: a DomainEvent states the finished
// partitions. That overlapping cpusets are merged, and that the level asked for by a partition's topmost
// cpuset is ignored (update_domain_attr_tree()), has happened before.
std::vector<Partition> DomainRules_v3_13::generate_sched_domains(const DomainState& state) const {
  if (state.wanted && state.when("generate_sched_domains.cpusets", true)) return *state.wanted;
  return {Partition{.cpus = state.active, .relax_domain_level = -1}};
}

// Source: cpuset_hotplug_workfn(), kernel/cpuset.c, v3.13. A cpuset loses a CPU that went away for good.
void DomainRules_v3_13::cpuset_hotplug_workfn(DomainState& state, const DomainObserver& observer) const {
  if (state.wanted)
    for (Partition& p : *state.wanted) p.cpus &= state.active;
  partition_sched_domains(state, generate_sched_domains(state), observer);
}

}  // namespace schedproof::model
