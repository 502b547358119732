// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/rules/names.h"

#include <limits>
#include <set>

#include "model/domains/v3_13/names.h"

namespace schedproof::model {

std::vector<DecisionName> all_decisions() {
  auto list = placement_decisions();
  for (auto& name : v3_13_domain_decisions()) list.push_back({name, "model/domains/v3_13"});
  std::set<std::string> seen;
  std::erase_if(list, [&](const DecisionName& d) { return !seen.insert(d.name).second; });
  return list;
}

std::vector<ConstantName> all_constants() {
  auto list = placement_constants();
  for (auto& c : v3_13_domain_constants())
    list.push_back({c.name, static_cast<std::int64_t>(c.value), "model/domains/v3_13"});
  std::set<std::string> seen;
  std::erase_if(list, [&](const ConstantName& c) { return !seen.insert(c.name).second; });
  return list;
}

std::int64_t least_value(std::string_view constant) {
  return constant.ends_with("_divisor") ? 1 : std::numeric_limits<std::int64_t>::min();
}

const std::vector<RuleInfo>& rules() {
  static constexpr const char *kFair = "kernel/sched/fair.c", *kCore = "kernel/sched/core.c",
                              *kCpuset = "kernel/cpuset.c";
  static constexpr const char *kV = "v3.13", *kCommit = "5d4cf996cf13";
  static const std::vector<RuleInfo> all = {
      {"select_task_rq", kCore, kV, kCommit, "model/rules/v3_13/core.h"},
      {"select_fallback_rq", kCore, kV, kCommit, "model/rules/v3_13/core.h"},
      {"sched_exec", kCore, kV, kCommit, "model/rules/v3_13/core.h"},
      {"__migrate_task", kCore, kV, kCommit, "model/rules/v3_13/core.h"},
      {"idle_cpu", kCore, kV, kCommit, "model/rules/v3_13/load.h"},
      {"cpus_share_cache", kCore, kV, kCommit, "model/rules/v3_13/load.h"},
      {"task_waking_fair", kFair, kV, kCommit, "model/rules/v3_13/select_task_rq_fair.h"},
      {"select_task_rq_fair", kFair, kV, kCommit, "model/rules/v3_13/select_task_rq_fair.h"},
      {"select_idle_sibling", kFair, kV, kCommit, "model/rules/v3_13/select_idle_sibling.h"},
      {"find_idlest_group", kFair, kV, kCommit, "model/rules/v3_13/find_idlest.h"},
      {"find_idlest_cpu", kFair, kV, kCommit, "model/rules/v3_13/find_idlest.h"},
      {"record_wakee", kFair, kV, kCommit, "model/rules/v3_13/wake_affine.h"},
      {"wake_wide", kFair, kV, kCommit, "model/rules/v3_13/wake_affine.h"},
      {"wake_affine", kFair, kV, kCommit, "model/rules/v3_13/wake_affine.h"},
      {"effective_load", kFair, kV, "9722c2dac708", "model/rules/v3_13/wake_affine.h"},
      {"effective_load", kFair, "v3.13-rc1", "37dc6b50cee9", "model/rules/v3_13/rc.h"},
      {"weighted_cpuload", kFair, kV, kCommit, "model/rules/v3_13/v3_13.h"},
      {"source_load", kFair, kV, kCommit, "model/rules/v3_13/load.h"},
      {"target_load", kFair, kV, kCommit, "model/rules/v3_13/load.h"},
      {"cpu_avg_load_per_task", kFair, kV, kCommit, "model/rules/v3_13/load.h"},
      {"power_of", kFair, kV, kCommit, "model/rules/v3_13/v3_13.h"},
      {"build_sched_domains", kCore, kV, kCommit, "model/domains/v3_13/build.cpp"},
      {"build_sched_domain", kCore, kV, kCommit, "model/domains/v3_13/build.cpp"},
      {"set_domain_attribute", kCore, kV, kCommit, "model/domains/v3_13/build.cpp"},
      {"sd_init_SIBLING, sd_init_MC, sd_init_CPU", "include/linux/topology.h", kV, kCommit,
       "model/domains/v3_13/levels.cpp"},
      {"sched_init_numa", kCore, kV, kCommit, "model/domains/v3_13/numa.cpp"},
      {"sd_numa_init", kCore, kV, kCommit, "model/domains/v3_13/numa.cpp"},
      {"build_sched_groups", kCore, kV, kCommit, "model/domains/v3_13/groups.cpp"},
      {"get_group", kCore, kV, kCommit, "model/domains/v3_13/groups.cpp"},
      {"build_overlap_sched_groups", kCore, kV, kCommit, "model/domains/v3_13/overlap_groups.cpp"},
      {"build_group_mask", kCore, kV, kCommit, "model/domains/v3_13/overlap_groups.cpp"},
      {"init_sched_groups_power", kCore, kV, kCommit, "model/domains/v3_13/power.cpp"},
      {"update_group_power", kFair, kV, kCommit, "model/domains/v3_13/power.cpp"},
      {"update_cpu_power", kFair, kV, kCommit, "model/domains/v3_13/power.cpp"},
      {"sd_degenerate", kCore, kV, kCommit, "model/domains/v3_13/degenerate.cpp"},
      {"sd_parent_degenerate", kCore, kV, kCommit, "model/domains/v3_13/degenerate.cpp"},
      {"cpu_attach_domain", kCore, kV, kCommit, "model/domains/v3_13/attach.cpp"},
      {"update_top_cache_domain", kCore, kV, kCommit, "model/domains/v3_13/attach.cpp"},
      {"update_top_cache_domain", kCore, "v3.13-rc1", "37dc6b50cee9", "model/domains/v3_13_rc1.h"},
      {"update_top_cache_domain", kCore, "v3.13-rc3", "42eb088ed246", "model/domains/v3_13_rc3.h"},
      {"find_descended_sibling", "kernel/sched/topology.c", "v5.13", "585b6d2723dc",
       "model/domains/patch_585b6d2723dc.h"},
      {"partition_sched_domains", kCore, kV, kCommit, "model/domains/v3_13/partition.cpp"},
      {"generate_sched_domains", kCpuset, kV, kCommit, "model/domains/v3_13/partition.cpp"},
      {"_cpu_up, _cpu_down", "kernel/cpu.c", kV, kCommit, "model/domains/v3_13/events.cpp"},
      {"set_cpu_sd_state_idle, set_cpu_sd_state_busy", kFair, kV, kCommit, "model/domains/v3_13/nohz.cpp"},
      {"nohz_kick_needed", kFair, kV, kCommit, "model/domains/v3_13/nohz.cpp"},
  };
  return all;
}

}  // namespace schedproof::model
