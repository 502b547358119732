// SPDX-License-Identifier: GPL-2.0-or-later
// NUMA levels. Source: sched_init_numa(), sd_numa_init(), sd_local_flags(), kernel/sched/core.c, v3.13,
// commit 5d4cf996cf13.
#include "model/domains/v3_13.h"
#include "model/domains/v3_13/templates.h"

namespace schedproof::model {

// Source: sched_init_numa(), v3.13. The different distances above the local one, ascending: those of node 0's
// row, because the kernel takes node 0 for representative. With sched_debug the other rows are read as well,
// but as the search goes on from the greatest distance found so far, only greater ones are added.
std::vector<int> DomainRules_v3_13::sched_init_numa(const DomainState& state) const {
  std::vector<int> distances;
  const int nr_node_ids = state.machine.nr_nodes();
  int curr_distance = state.machine.node_distance(0, 0);
  for (int i = 0; i < nr_node_ids; ++i) {
    for (int j = 0; j < nr_node_ids; ++j) {
      int next_distance = curr_distance;
      for (int k = 0; k < nr_node_ids; ++k) {
        const int distance = state.machine.node_distance(i, k);
        const bool nearer = state.when("sched_init_numa.nearer", distance < next_distance);
        if (state.when("sched_init_numa.greater", distance > curr_distance) &&
            (nearer || state.when("sched_init_numa.first", next_distance == curr_distance)))
          next_distance = distance;
      }
      if (state.when("sched_init_numa.last", next_distance == curr_distance)) break;
      distances.push_back(next_distance);
      curr_distance = next_distance;
    }
    if (!state.when("sched_init_numa.all_rows", state.options.sched_debug)) break;
  }
  return distances;
}

// Source: sched_init_numa(), sched_domains_numa_masks_update(), v3.13. The mask of level i and node j: the
// CPUs of every node at most as far from j as the level's distance. The kernel takes CPUs in at CPU_ONLINE
// and out at CPU_DEAD, so at each rebuild they are the online ones, the CPU that is about to go down
// included.
std::vector<TopologyLevel> DomainRules_v3_13::numa_topology(const DomainState& state) const {
  const Machine& machine = state.machine;
  const int nr_node_ids = machine.nr_nodes();
  std::vector<CpuMask> node_cpus(static_cast<std::size_t>(nr_node_ids));
  for (Cpu c : state.online) node_cpus[static_cast<std::size_t>(machine.cpu(c).node)].set(c);

  std::vector<TopologyLevel> levels;
  for (const int distance : sched_init_numa(state)) {
    TopologyLevel tl;
    tl.init = TopologyLevel::Init::numa;
    tl.numa_level = static_cast<int>(levels.size());
    tl.numa_distance = distance;
    tl.overlap = true;
    for (int j = 0; j < nr_node_ids; ++j) {
      CpuMask mask;
      for (int k = 0; k < nr_node_ids; ++k)
        if (state.when("sched_domains_numa_masks.within", machine.node_distance(j, k) <= distance))
          mask |= node_cpus[static_cast<std::size_t>(k)];
      tl.masks.push_back(mask);
    }
    for (const CpuInfo& info : machine.cpus) tl.mask_of.push_back(info.node);
    levels.push_back(std::move(tl));
  }
  return levels;
}

// Source: sd_local_flags(), v3.13.
SdFlags DomainRules_v3_13::sd_local_flags(const DomainState& state, int distance) const {
  if (state.when("sd_local_flags.far", distance > state.options.reclaim_distance)) return 0;
  return SD_BALANCE_EXEC | SD_BALANCE_FORK | SD_WAKE_AFFINE;
}

// Source: sd_numa_init(), v3.13. The weight is that of the level's mask, not of the partition's share of it.
SchedDomain DomainRules_v3_13::sd_numa_init(const DomainState& state, const TopologyLevel& tl,
                                            Cpu cpu) const {
  const auto sd_weight = static_cast<unsigned>(tl.mask(cpu).weight());
  SchedDomain sd;
  sd.name = "NUMA";
  sd.flags =
      SD_LOAD_BALANCE | SD_BALANCE_NEWIDLE | SD_SERIALIZE | SD_NUMA | sd_local_flags(state, tl.numa_distance);
  sd.params = params_of(state, kNumaTemplate);
  sd.params.min_interval *= sd_weight;
  sd.params.max_interval *= sd_weight;
  sd.params.balance_interval *= sd_weight;
  return sd;
}

}  // namespace schedproof::model
