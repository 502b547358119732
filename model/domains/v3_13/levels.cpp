// SPDX-License-Identifier: GPL-2.0-or-later
// The topology table and the level templates. Source: default_topology[] and sd_init_*(),
// kernel/sched/core.c; SD_SIBLING_INIT, SD_MC_INIT, SD_CPU_INIT, include/linux/topology.h; v3.13, commit
// 5d4cf996cf13.
#include <map>

#include "model/domains/v3_13.h"
#include "model/domains/v3_13/templates.h"

namespace schedproof::model {

namespace {

constexpr SdFlags kCommon =
    SD_LOAD_BALANCE | SD_BALANCE_NEWIDLE | SD_BALANCE_EXEC | SD_BALANCE_FORK | SD_WAKE_AFFINE;

/// The level whose masks are the classes of equal `id`: cpu_smt_mask(), cpu_coregroup_mask().
TopologyLevel level_by_id(const Machine& machine, TopologyLevel::Init init, int CpuInfo::*id) {
  TopologyLevel tl;
  tl.init = init;
  std::map<int, int> index;
  for (Cpu c = 0; c < machine.nr_cpus(); ++c) {
    const auto [at, is_new] = index.try_emplace(machine.cpu(c).*id, static_cast<int>(tl.masks.size()));
    if (is_new) tl.masks.emplace_back();
    if (machine.cpu(c).possible) tl.masks[static_cast<std::size_t>(at->second)].set(c);
    tl.mask_of.push_back(at->second);
  }
  return tl;
}

}  // namespace

// Source: default_topology[] and the end of sched_init_numa(). CONFIG_SCHED_BOOK is s390's alone and left
// out. The masks of the first levels hold offline CPUs too: build_sched_domain() cuts each with the CPUs to
// build for.
std::vector<TopologyLevel> DomainRules_v3_13::sched_domain_topology(const DomainState& state) const {
  std::vector<TopologyLevel> levels;
  const Machine& machine = state.machine;
  if (state.options.sched_smt)
    levels.push_back(level_by_id(machine, TopologyLevel::Init::sibling, &CpuInfo::core));
  if (state.options.sched_mc) levels.push_back(level_by_id(machine, TopologyLevel::Init::mc, &CpuInfo::llc));
  if (state.options.numa) {
    levels.push_back(level_by_id(machine, TopologyLevel::Init::cpu, &CpuInfo::node));
    for (auto& tl : numa_topology(state)) levels.push_back(std::move(tl));
  } else {
    TopologyLevel all;  // cpumask_of_node() without CONFIG_NUMA: cpu_online_mask
    all.masks = {state.online};
    all.mask_of.assign(machine.cpus.size(), 0);
    levels.push_back(std::move(all));
  }
  for (auto& tl : levels) {
    tl.sd.assign(machine.cpus.size(), -1);
    tl.sg = tl.sgp = tl.sd;
  }
  return levels;
}

// Source: tl->init(), kernel/sched/core.c, v3.13.
SchedDomain DomainRules_v3_13::sd_init(const DomainState& state, const TopologyLevel& tl, Cpu cpu) const {
  switch (tl.init) {
    case TopologyLevel::Init::sibling:
      return sd_init_SIBLING(state);
    case TopologyLevel::Init::mc:
      return sd_init_MC(state);
    case TopologyLevel::Init::cpu:
      return sd_init_CPU(state);
    case TopologyLevel::Init::numa:
      return sd_numa_init(state, tl, cpu);
  }
  return {};
}

// Source: SD_SIBLING_INIT, include/linux/topology.h, v3.13.
SchedDomain DomainRules_v3_13::sd_init_SIBLING(const DomainState& state) const {
  SchedDomain sd;
  sd.name = "SIBLING";
  sd.flags = kCommon | SD_SHARE_CPUPOWER | SD_SHARE_PKG_RESOURCES;
  if (state.options.asym_packing) sd.flags |= SD_ASYM_PACKING;  // arch_sd_sibling_asym_packing(): POWER7
  sd.params = params_of(state, kSiblingTemplate);
  return sd;
}

// Source: SD_MC_INIT, include/linux/topology.h, v3.13.
SchedDomain DomainRules_v3_13::sd_init_MC(const DomainState& state) const {
  SchedDomain sd;
  sd.name = "MC";
  sd.flags = kCommon | SD_SHARE_PKG_RESOURCES;
  sd.params = params_of(state, kMcTemplate);
  return sd;
}

// Source: SD_CPU_INIT, include/linux/topology.h, v3.13.
SchedDomain DomainRules_v3_13::sd_init_CPU(const DomainState& state) const {
  SchedDomain sd;
  sd.name = "CPU";
  sd.flags = kCommon | SD_PREFER_SIBLING;
  sd.params = params_of(state, kCpuTemplate);
  return sd;
}

}  // namespace schedproof::model
