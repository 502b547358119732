// SPDX-License-Identifier: GPL-2.0-or-later
// Pointers that outlive their domain, and who follows them.
#include "machines.h"
#include "model/domains/v3_13.h"

namespace schedproof::model::testing {
namespace {

int dangling(const DomainState& s) {
  int n = 0;
  for (const PerCpuDomains& c : s.domains.cpu)
    for (int sd : {c.sd, c.sd_llc, c.sd_busy, c.sd_numa, c.sd_asym})
      n += sd != -1 && s.domains.get(sd)->freed;
  return n;
}

struct Seen {
  int detached = 0, attached = 0;
};
Seen watch(DomainState& s, const DomainEvent& event, const DomainRules& r) {
  Seen seen;
  r.apply(s, event, [&](const DomainState& now, DomainMoment m) {
    (m == DomainMoment::detached ? seen.detached : seen.attached) += dangling(now);
  });
  return seen;
}

TEST(SdBusy, outlives_its_domain_in_rc1) {
  const auto& rc1 = rules("v3.13-rc1");
  auto s = rc1.boot(with_llcs({0, 0, 1}));
  EXPECT_EQ(busy(s, 0), "CPU{0-2}");
  const Seen seen = watch(s, offline(1), rc1);
  EXPECT_EQ(seen.detached, 2) << "CPUs 0 and 1";
  EXPECT_EQ(seen.attached, 2) << "CPU 0 has no cache sibling left, so nothing writes its pointer";
  rc1.apply(s, nohz_enter(0));
  ASSERT_EQ(s.bad_dereferences.size(), 1u);
  EXPECT_EQ(s.bad_dereferences[0].cpu, 0);
  EXPECT_EQ(s.bad_dereferences[0].pointer, "sd_busy");
  EXPECT_FALSE(s.bad_dereferences[0].null);
  rc1.apply(s, tick(0));
  EXPECT_EQ(s.bad_dereferences.size(), 2u) << "a tick ends at the first one";
  rc1.apply(s, tick(2));
  EXPECT_EQ(s.bad_dereferences.size(), 2u) << "CPU 2 never had one";
}

TEST(SdBusy, is_written_again_in_rc1_where_a_cache_is_still_shared) {
  const auto& rc1 = rules("v3.13-rc1");
  auto s = rc1.boot(with_llcs({0, 0, 0, 1}));
  const Seen seen = watch(s, offline(2), rc1);
  EXPECT_GT(seen.detached, 0);
  EXPECT_EQ(seen.attached, 1) << "only that of the CPU that is gone";
  EXPECT_EQ(busy(s, 0), "CPU{0-1,3}");
  rc1.apply(s, nohz_enter(0));
  EXPECT_TRUE(s.bad_dereferences.empty());
}

TEST(SdBusy, dangles_in_rc1_after_a_partition_that_parts_cache_siblings) {
  const auto& rc1 = rules("v3.13-rc1");
  auto s = rc1.boot(machine_of({1, 2, 2, 1}));
  rc1.apply(s, partition({{CpuMask{0, 2}, -1}, {CpuMask{1, 3}, -1}}));
  EXPECT_EQ(dangling(s), 4);
}

TEST(PerCpuPointers, never_outlive_their_domains_in_rc3_and_v3_13) {
  for (const char* policy : {"v3.13-rc3", "v3.13", "v3.13+585b6d2723dc"})
    for (const Machine& m :
         {with_llcs({0, 0, 1}), machine_of({2, 1, 2, 1}), on_a_line(machine_of({4, 1, 1, 2}))}) {
      auto s = rules(policy).boot(m, {.asym_packing = true});
      for (const DomainEvent& e : {offline(1), nohz_enter(0), tick(2), partition({{CpuMask{0, 2}, -1}}),
                                   tick(0), online(1), nohz_enter(1), partition({}), tick(1)}) {
        const Seen seen = watch(s, e, rules(policy));
        EXPECT_EQ(seen.detached + seen.attached, 0) << policy << " " << to_string(e.kind);
      }
      EXPECT_TRUE(s.bad_dereferences.empty());
    }
}

TEST(NohzIdle, busy_cpus_of_the_cache_are_counted_once_each) {
  auto s = rules().boot(machine_of({1, 2, 2, 1}));
  const auto nr_busy = [&](Cpu c) {
    return s.domains.power_of_group(s.domains.group(domain(s, c, 1).groups[0])).nr_busy_cpus;
  };
  EXPECT_EQ(nr_busy(0), 2);
  rules().apply(s, nohz_enter(1));
  rules().apply(s, nohz_enter(1));
  EXPECT_EQ(nr_busy(0), 1);
  EXPECT_TRUE(domain(s, 1, 1).nohz_idle);
  EXPECT_EQ(nr_busy(2), 2) << "the other cache";
  rules().apply(s, nohz_enter(0));
  EXPECT_EQ(nr_busy(0), 0);
  rules().apply(s, tick(1));
  rules().apply(s, tick(1));
  EXPECT_EQ(nr_busy(0), 1);
  EXPECT_FALSE(domain(s, 1, 1).nohz_idle);
}

TEST(NohzIdle, nothing_is_counted_where_the_cache_is_the_top) {
  auto s = rules().boot(machine_of({1, 1, 4, 1}));
  rules().apply(s, nohz_enter(0));
  rules().apply(s, tick(1));
  EXPECT_FALSE(domain(s, 0, 0).nohz_idle);
  EXPECT_TRUE(s.bad_dereferences.empty());
}

TEST(NohzIdle, is_seen_by_the_observer_as_a_dereference) {
  auto s = rules().boot(machine_of({1, 2, 2, 1}));
  for (const auto& e : {nohz_enter(0), tick(0)})
    rules().apply(s, e, [](const DomainState&, DomainMoment m) { EXPECT_EQ(m, DomainMoment::dereferenced); });
}

/// No era leaves sd_asym behind or follows sd_busy unasked; this one does.
class Careless : public DomainRules_v3_13 {
 protected:
  void update_top_cache_domain(DomainState& state, Cpu cpu) const override {
    const int old = state.domains.per_cpu(cpu).sd_asym;
    DomainRules_v3_13::update_top_cache_domain(state, cpu);
    if (state.domains.per_cpu(cpu).sd_asym == -1) state.domains.per_cpu(cpu).sd_asym = old;
  }
  bool set_cpu_sd_state_idle(DomainState& state, Cpu cpu) const override {
    return dereference(state, cpu, state.domains.per_cpu(cpu).sd_busy, "sd_busy") != nullptr;
  }
};

TEST(PerCpuPointers, a_patch_that_leaves_sd_asym_behind_is_found_by_a_tick) {
  const Careless rules;
  auto s = rules.boot(machine_of({1, 1, 2, 2}), {.asym_packing = true});
  rules.apply(s, tick(0));
  EXPECT_TRUE(s.bad_dereferences.empty());
  rules.apply(s, offline(1));
  rules.apply(s, tick(0));
  ASSERT_EQ(s.bad_dereferences.size(), 1u);
  EXPECT_EQ(s.bad_dereferences[0].pointer, "sd_asym");
  EXPECT_FALSE(s.bad_dereferences[0].null);
}

TEST(PerCpuPointers, a_patch_that_does_not_test_for_null_is_found) {
  const Careless rules;
  auto s = rules.boot(machine_of({1, 1, 2, 1}));
  rules.apply(s, nohz_enter(1));
  ASSERT_EQ(s.bad_dereferences.size(), 1u);
  EXPECT_TRUE(s.bad_dereferences[0].null);
  EXPECT_EQ(s.bad_dereferences[0].cpu, 1);
}

}  // namespace
}  // namespace schedproof::model::testing
