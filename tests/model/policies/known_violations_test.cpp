// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policies/known_violations.h"

#include <gtest/gtest.h>

#include "model/machine/builtin.h"
#include "model/policies/policy.h"

namespace schedproof::model {
namespace {

const KnownViolation* find(const std::vector<KnownViolation>& list, const char* claim) {
  for (const auto& known : list)
    if (known.claim == claim) return &known;
  return nullptr;
}

bool listed(const char* policy, const char* claim, const Machine& machine,
            const DomainOptions& options = {}) {
  const auto list = known_violations(policy);
  const auto* known = find(list, claim);
  return known != nullptr && known->on(machine, options);
}

bool surely(const char* policy, const char* claim, const Machine& machine) {
  const auto list = known_violations(policy);
  const auto* known = find(list, claim);
  return known != nullptr && known->surely != nullptr && known->surely(machine, {});
}

Machine nodes(const std::vector<std::vector<int>>& distance) {
  Machine m;
  for (int i = 0; i < static_cast<int>(distance.size()); ++i) {
    CpuInfo cpu;
    cpu.core = cpu.cluster = cpu.llc = cpu.package = cpu.node = i;
    m.cpus.push_back(cpu);
  }
  m.distance = distance;
  return m;
}

TEST(KnownViolations, what_a_policy_mends_it_does_not_list_for_the_same_reason) {
  for (const auto& name : policy_names())
    for (const auto& known : known_violations(name)) {
      if (known.mended_by.empty()) continue;
      for (const auto& later : known_violations(known.mended_by))
        EXPECT_FALSE(later.claim == known.claim && later.reason == known.reason)
            << name << " " << known.claim;
    }
}

TEST(KnownViolations, groups_leave_their_domain_only_where_the_diameter_is_above_2) {
  const auto row = nodes({{10, 20, 30, 40}, {20, 10, 20, 30}, {30, 20, 10, 20}, {40, 30, 20, 10}});
  const auto triangle = nodes({{10, 20, 20}, {20, 10, 20}, {20, 20, 10}});
  EXPECT_TRUE(listed("v3.13", "groups_inside_domain", row));
  EXPECT_FALSE(listed("v3.13", "groups_inside_domain", triangle));
  EXPECT_FALSE(listed("v3.13+585b6d2723dc", "groups_inside_domain", row));
}

// Node 0 sees one distance, node 2 two more. Only with sched_debug does the kernel look at node 2's row.
TEST(KnownViolations, with_sched_debug_the_levels_are_those_of_every_row) {
  const auto odd = nodes({{10, 20, 20}, {20, 10, 30}, {40, 30, 10}});
  DomainOptions debug;
  debug.sched_debug = true;
  EXPECT_FALSE(listed("v3.13", "groups_inside_domain", odd));
  EXPECT_TRUE(listed("v3.13", "groups_inside_domain", odd, debug));
}

// The first hotplug event gives an isolated CPU domains, and the group power is read through its rq->sd.
TEST(KnownViolations, a_run_of_events_may_end_an_isolation) {
  auto machine = nodes({{10, 30, 20}, {30, 10, 20}, {20, 20, 10}});
  machine.cpus[1].isolated = true;
  EXPECT_TRUE(listed("v3.13-rc1", "no_dead_pointer_followed", machine));
}

TEST(KnownViolations, the_stolen_cache_domain_needs_one_below_the_top) {
  EXPECT_TRUE(surely("v3.13-rc3", "idle_sibling_shares_cache", builtin("x5472")));
  EXPECT_FALSE(surely("v3.13-rc3", "idle_sibling_shares_cache", builtin("desktop4")));
  EXPECT_TRUE(surely("v3.13-rc3", "idle_sibling_finds_idle_group", builtin("desktop4")));
  EXPECT_FALSE(surely("v3.13-rc3", "idle_sibling_finds_idle_group", builtin("x5472")));
  EXPECT_FALSE(listed("v3.13-rc3", "sd_llc_names_cache_domain", builtin("llc-per-cpu")));
}

}  // namespace
}  // namespace schedproof::model
