// SPDX-License-Identifier: GPL-2.0-or-later
// The decision claims, written once over the number domain: judged on concrete decisions here, proved in
// solver/. Each is said of eras with v3.13's wakeup path; "shares cache" is derived from the domains' flags,
// never from sd_llc. Nothing in a check is taken from the rules that it checks, but for the steps that it
// asks about.
#pragma once

#include "properties/affine_checks.h"
#include "properties/core_checks.h"
#include "properties/idle_checks.h"
#include "properties/slow_path_checks.h"

namespace schedproof::properties {

template <class D>
DecisionCheck<D> decision_check(std::string_view id) {
  struct Entry {
    const char* id;
    DecisionCheck<D> check;
  };
  static constexpr Entry kChecks[] = {
      {"idle_sibling_shares_cache", idle_sibling_shares_cache<D>},
      {"idle_sibling_finds_idle_group", idle_sibling_finds_idle_group<D>},
      {"affine_wakeup_ends_in_llc", affine_wakeup_ends_in_llc<D>},
      {"wide_wakeup_targets_prev", wide_wakeup_targets_prev<D>},
      {"barred_waker_leaves_prev", barred_waker_leaves_prev<D>},
      {"choice_allowed_after_fallback", choice_allowed_after_fallback<D>},
      {"class_choice_allowed_or_previous", class_choice_allowed_or_previous<D>},
      {"find_idlest_cpu_is_least_loaded", find_idlest_cpu_is_least_loaded<D>},
      {"idlest_group_beats_local", idlest_group_beats_local<D>},
      {"idle_cpu_sees_pending_work", idle_cpu_sees_pending_work<D>},
      {"idle_target_is_taken", idle_target_is_taken<D>},
      {"idle_previous_is_kept", idle_previous_is_kept<D>},
      {"idle_search_is_widest_first", idle_search_is_widest_first<D>},
      {"single_cpu_task_is_not_searched", single_cpu_task_is_not_searched<D>},
      {"near_wakeup_is_searched", near_wakeup_is_searched<D>},
      {"wake_wide_needs_many_partners", wake_wide_needs_many_partners<D>},
      {"waker_counts_changes_of_wakee", waker_counts_changes_of_wakee<D>},
      {"wake_affine_weighs_both_cpus", wake_affine_weighs_both_cpus<D>},
      {"allowed_choice_is_taken", allowed_choice_is_taken<D>},
      {"fallback_stays_near", fallback_stays_near<D>},
      {"exec_moves_where_allowed", exec_moves_where_allowed<D>},
      {"changing_cpu_is_not_chosen", changing_cpu_is_not_chosen<D>},
      {"lighter_group_is_named", lighter_group_is_named<D>},
      {"equal_loads_prefer_this_cpu", equal_loads_prefer_this_cpu<D>},
      {"slow_path_goes_to_named_group", slow_path_goes_to_named_group<D>},
  };
  for (const auto& entry : kChecks)
    if (id == entry.id) return entry.check;
  return nullptr;
}

}  // namespace schedproof::properties
