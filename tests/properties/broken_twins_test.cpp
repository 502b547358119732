// SPDX-License-Identifier: GPL-2.0-or-later
// Each claim beside a policy that breaks it: one decision forced the wrong way. On the same generated cases
// the claim holds of the policy and is violated by its twin.
#include "properties/generators/generate.h"

#include <gtest/gtest.h>

#include <set>

#include "model/machine/builtin.h"

namespace schedproof::properties {
namespace {

using namespace model;
using Force = Overrides::Force;

struct Twin {
  const char* claim;
  const char* decision;
  Force force;
};
void PrintTo(const Twin& twin, std::ostream* out) { *out << twin.claim << " with " << twin.decision; }

class BrokenTwins : public testing::TestWithParam<Twin> {};

TEST_P(BrokenTwins, is_caught_with_words_and_the_policy_itself_is_not) {
  const Twin& twin = GetParam();
  const auto& claim = find_claim(twin.claim);
  const auto policy = find_policy("v3.13");
  GenerateOptions options;
  options.cases = 600;
  options.max_cpus = 16;
  options.only_unlisted = true;
  EXPECT_FALSE(generate(claim, policy, options).violated());
  options.overrides.decisions[twin.decision] = twin.force;
  const auto broken = generate(claim, policy, options);
  ASSERT_TRUE(broken.violated()) << broken.error;
  EXPECT_GT(broken.because.size(), 10u);
  // The twin alone is to blame.
  auto mended = *broken.counterexample;
  mended.overrides = {};
  EXPECT_FALSE(judge(claim, policy, mended).violated());
}

constexpr Twin kTwins[] = {
    // trees
    {"chain_is_machine_levels", "build_sched_domains.spans_all", Force::negate},
    {"chain_is_machine_levels", "sched_init_numa.nearer", Force::to_true},
    {"chain_is_machine_levels", "sd_degenerate.wake_affine", Force::to_true},
    {"chain_is_machine_levels", "generate_sched_domains.cpusets", Force::to_false},
    {"relax_level_sets_balance_flags", "set_domain_attribute.above", Force::negate},
    {"numa_flags_follow_distance", "sd_local_flags.far", Force::negate},
    {"prefer_sibling_moves_down", "cpu_attach_domain.prefer_sibling", Force::to_false},
    {"rings_follow_lower_level", "get_group.child", Force::to_false},
    {"rings_follow_lower_level", "build_overlap_sched_groups.own", Force::to_false},
    {"overlap_balancers_have_level", "build_group_mask.skip_ended_chains", Force::to_false},
    {"group_power_is_sum", "update_cpu_power.smt", Force::to_false},
    {"group_power_is_sum", "update_group_power.overlap", Force::to_false},
    // runs of events
    {"busy_count_follows_idle_cpus", "set_cpu_sd_state_idle.idle", Force::to_false},
    {"busy_count_follows_idle_cpus", "set_cpu_sd_state_busy.null", Force::to_true},
    {"unchanged_partition_is_kept", "partition_sched_domains.stays", Force::to_false},
    // single placements
    {"idle_cpu_sees_pending_work", "idle_cpu.wake_list", Force::to_true},
    {"idle_target_is_taken", "sis.target_idle", Force::to_false},
    {"idle_previous_is_kept", "sis.prev_idle", Force::to_false},
    {"idle_search_is_widest_first", "sis.group_idle", Force::to_false},
    {"single_cpu_task_is_not_searched", "strf.one_cpu_allowed", Force::to_false},
    {"near_wakeup_is_searched", "strf.affine_domain", Force::to_false},
    {"wake_wide_needs_many_partners", "wake_wide.waker_hotter", Force::to_true},
    {"waker_counts_changes_of_wakee", "record_wakee.new_wakee", Force::to_false},
    {"waker_counts_changes_of_wakee", "record_wakee.wipe", Force::to_false},
    {"wake_affine_weighs_both_cpus", "wa.fits", Force::negate},
    {"wake_affine_weighs_both_cpus", "effective_load.partial", Force::to_false},
    {"lighter_group_is_named", "fig.local_good_enough", Force::to_true},
    {"lighter_group_is_named", "target_load.now", Force::to_true},
    {"equal_loads_prefer_this_cpu", "fic.tie_prefers_this", Force::to_false},
    {"slow_path_goes_to_named_group", "strf.has_flag", Force::to_false},
    {"allowed_choice_is_taken", "strq.allowed", Force::to_false},
    {"fallback_stays_near", "fallback.same_node", Force::to_false},
    {"exec_moves_where_allowed", "exec.active", Force::to_false},
    {"changing_cpu_is_not_chosen", "fallback.active", Force::to_true},
    {"changing_cpu_is_not_chosen", "fallback.online", Force::to_true},
    {"changing_cpu_is_not_chosen", "exec.active", Force::to_true},
};
INSTANTIATE_TEST_SUITE_P(Claims, BrokenTwins, testing::ValuesIn(kTwins));

TEST(BrokenTwins, every_claim_has_one_here_or_a_bug_that_breaks_it) {
  std::set<std::string> caught;
  for (const auto& twin : kTwins) caught.insert(twin.claim);
  for (const auto& name : policy_names())
    for (const auto& known : find_policy(name).known_violations) caught.insert(known.claim);
  // Those of claims_test.cpp, of mutation_test.cpp (templates), and those damaged by hand below.
  for (const char* other :
       {"wide_wakeup_targets_prev", "barred_waker_leaves_prev", "choice_allowed_after_fallback",
        "class_choice_allowed_or_previous", "find_idlest_cpu_is_least_loaded", "idlest_group_beats_local",
        "templates_are_the_kernels", "sd_numa_and_sd_asym", "groups_cover_domain", "level_peers_agree"})
    caught.insert(other);
  for (const auto& claim : claims()) EXPECT_TRUE(caught.contains(claim.id)) << claim.id;
}

Finding judged_after(const char* claim, void (*damage)(DomainState&)) {
  auto state = find_policy("v3.13").domains->boot(builtin("eight-node-ladder"));
  EXPECT_FALSE(find_claim(claim).judge_domains(state).violated());
  damage(state);
  return find_claim(claim).judge_domains(state);
}

// Claims whose subject no single decision can break: the damage is done by hand.
TEST(BrokenTwins, damaged_domains_are_seen) {
  EXPECT_TRUE(
      judged_after("sd_numa_and_sd_asym", [](DomainState& s) { s.domains.cpu[3].sd_numa = -1; }).violated());
  EXPECT_TRUE(judged_after("groups_cover_domain", [](DomainState& s) {
                s.domains.get(s.domains.per_cpu(0).sd)->groups.pop_back();
              }).violated());
  EXPECT_TRUE(judged_after("level_peers_agree", [](DomainState& s) {
                s.domains.get(s.domains.per_cpu(0).sd)->params.busy_factor += 1;
              }).violated());
}

}  // namespace
}  // namespace schedproof::properties
