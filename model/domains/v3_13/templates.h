// SPDX-License-Identifier: GPL-2.0-or-later
// The numbers of the level templates, by name. Source: SD_SIBLING_INIT, SD_MC_INIT, SD_CPU_INIT of
// include/linux/topology.h and sd_numa_init() of kernel/sched/core.c, v3.13, commit 5d4cf996cf13.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "model/domains/builder.h"

namespace schedproof::model {

struct LevelTemplate {
  std::string_view name;
  SdParams params;
};

inline constexpr LevelTemplate kSiblingTemplate{"SD_SIBLING_INIT",
                                                {.min_interval = 1,
                                                 .max_interval = 2,
                                                 .busy_factor = 64,
                                                 .imbalance_pct = 110,
                                                 .smt_gain = 1178,  // a core of two threads: 15 % over one
                                                 .balance_interval = 1}};
inline constexpr LevelTemplate kMcTemplate{"SD_MC_INIT",
                                           {.min_interval = 1,
                                            .max_interval = 4,
                                            .busy_factor = 64,
                                            .imbalance_pct = 125,
                                            .cache_nice_tries = 1,
                                            .busy_idx = 2,
                                            .balance_interval = 1}};
inline constexpr LevelTemplate kCpuTemplate{"SD_CPU_INIT",
                                            {.min_interval = 1,
                                             .max_interval = 4,
                                             .busy_factor = 64,
                                             .imbalance_pct = 125,
                                             .cache_nice_tries = 1,
                                             .busy_idx = 2,
                                             .idle_idx = 1,
                                             .balance_interval = 1}};
/// The intervals here are for each CPU of the level's mask.
inline constexpr LevelTemplate kNumaTemplate{"sd_numa_init",
                                             {.min_interval = 1,
                                              .max_interval = 2,
                                              .busy_factor = 32,
                                              .imbalance_pct = 125,
                                              .cache_nice_tries = 2,
                                              .busy_idx = 3,
                                              .idle_idx = 2,
                                              .balance_interval = 1}};
inline constexpr std::array kLevelTemplates{&kSiblingTemplate, &kMcTemplate, &kCpuTemplate, &kNumaTemplate};

struct TemplateField {
  const char* name;
  unsigned SdParams::*field;
};
inline constexpr std::array<TemplateField, 12> kTemplateFields{{
    {"min_interval", &SdParams::min_interval},
    {"max_interval", &SdParams::max_interval},
    {"busy_factor", &SdParams::busy_factor},
    {"imbalance_pct", &SdParams::imbalance_pct},
    {"cache_nice_tries", &SdParams::cache_nice_tries},
    {"busy_idx", &SdParams::busy_idx},
    {"idle_idx", &SdParams::idle_idx},
    {"newidle_idx", &SdParams::newidle_idx},
    {"wake_idx", &SdParams::wake_idx},
    {"forkexec_idx", &SdParams::forkexec_idx},
    {"smt_gain", &SdParams::smt_gain},
    {"balance_interval", &SdParams::balance_interval},
}};

/// The template's numbers, each replaced where the state sets "<template>.<field>".
inline SdParams params_of(const DomainState& state, const LevelTemplate& level) {
  SdParams params = level.params;
  if (state.overrides.params.empty()) return params;
  for (const TemplateField& f : kTemplateFields)
    params.*f.field = state.param((std::string(level.name) + "." + f.name).c_str(), params.*f.field);
  return params;
}

}  // namespace schedproof::model
