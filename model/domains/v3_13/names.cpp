// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/domains/v3_13/names.h"

#include "model/domains/v3_13/templates.h"

namespace schedproof::model {

std::vector<std::string> v3_13_domain_decisions() {
  return {
      "sched_init_numa.nearer",
      "sched_init_numa.greater",
      "sched_init_numa.first",
      "sched_init_numa.last",
      "sched_init_numa.all_rows",
      "sched_domains_numa_masks.within",
      "sd_local_flags.far",
      "set_domain_attribute.no_request",
      "set_domain_attribute.no_default",
      "set_domain_attribute.above",
      "build_sched_domains.spans_all",
      "get_group.child",
      "build_group_mask.skip_ended_chains",
      "build_overlap_sched_groups.child",
      "build_overlap_sched_groups.own",
      "build_overlap_sched_groups.balances",
      "init_sched_groups_power.balance_cpu",
      "update_group_power.leaf",
      "update_group_power.overlap",
      "update_cpu_power.smt",
      "update_cpu_power.siblings",
      "update_cpu_power.none",
      "sd_degenerate.one_cpu",
      "sd_degenerate.needs_groups",
      "sd_degenerate.has_groups",
      "sd_degenerate.wake_affine",
      "sd_parent_degenerate.degenerate",
      "sd_parent_degenerate.spans_differ",
      "sd_parent_degenerate.one_group",
      "sd_parent_degenerate.one_node",
      "sd_parent_degenerate.adds_flags",
      "update_top_cache_domain.llc",
      "cpu_attach_domain.parent_degenerate",
      "cpu_attach_domain.prefer_sibling",
      "cpu_attach_domain.base_degenerate",
      "partition_sched_domains.stays",
      "partition_sched_domains.stayed",
      "generate_sched_domains.cpusets",
      "set_cpu_sd_state_busy.null",
      "set_cpu_sd_state_busy.busy",
      "set_cpu_sd_state_idle.null",
      "set_cpu_sd_state_idle.idle",
      "nohz_kick_needed.sd_busy",
      "nohz_kick_needed.sd_asym",
  };
}

std::vector<NamedConstant> v3_13_domain_constants() {
  std::vector<NamedConstant> constants;
  for (const LevelTemplate* level : kLevelTemplates)
    for (const TemplateField& f : kTemplateFields)
      constants.push_back({std::string(level->name) + "." + f.name, level->params.*f.field});
  constants.push_back({"SCHED_POWER_SCALE", 1024});
  constants.push_back({"update_cpu_power.least", 1});

  return constants;
}

}  // namespace schedproof::model
