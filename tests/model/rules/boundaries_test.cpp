// SPDX-License-Identifier: GPL-2.0-or-later
// The edges of v3.13's rules, one case each, worked out from the kernel's source by hand: where an equality,
// a clip or a missing correction would otherwise pass unnoticed.
#include <gtest/gtest.h>

#include "model/policies/policy.h"
#include "model/rules/v3_13/v3_13.h"

namespace schedproof::model {
namespace {

/// Two caches of two CPUs under one CPU domain, everything idle, a waker on CPU 0 and a wakee that last ran
/// on CPU 2.
struct Box {
  Box() : domains(find_policy("v3.13").domains->boot(machine())) {
    s = State<Concrete>::idle(domains.machine, domains.domains, domains.online, domains.active);
    s.tasks.resize(2);
    for (auto& t : s.tasks) {
      t.cpus_allowed = t.cpuset_cpus = CpuMask::first_n(4);
      t.nr_cpus_allowed = 4;
    }
    s.task(1).cpu = s.task(1).wake_cpu = 2;
    request = {.why = Placement::wake, .task = 1, .current = 0, .this_cpu = 0, .sync = false};
  }
  static Machine machine() {
    Machine m = Machine::flat(4);
    for (Cpu c = 0; c < 4; ++c) m.cpu(c).llc = c / 2;
    return m;
  }
  const SchedDomain& top() const { return *domains.domains.parent(*domains.domains.base(0)); }
  void group(std::uint64_t shares, std::uint64_t load_avg) {
    s.groups.resize(s.groups.size() + 1);
    auto& g = s.groups.back();
    g.parent = static_cast<int>(s.groups.size()) - 2;
    g.shares = shares;
    g.load_avg = load_avg;
    g.cpu.resize(4);
  }
  DomainState domains;
  State<Concrete> s;
  PlacementRequest<Concrete> request;
  Concrete d;
  V3_13<Concrete> rules{d};
};

TEST(Boundaries, of_equal_groups_the_first_of_the_ring_is_named) {
  Box b;
  Machine m = Machine::flat(6);
  for (Cpu c = 0; c < 6; ++c) m.cpu(c).llc = c / 2;
  const auto domains = find_policy("v3.13").domains->boot(m);
  auto s = State<Concrete>::idle(domains.machine, domains.domains, domains.online, domains.active);
  s.cpu_rq(0).runnable_load_avg = 5000;
  for (Cpu c = 2; c < 6; ++c) s.cpu_rq(c).runnable_load_avg = 700;
  Task<Concrete> p;
  p.cpus_allowed = CpuMask::first_n(6);
  const auto& sd = *domains.domains.parent(*domains.domains.base(0));
  const int named = b.rules.find_idlest_group(s, sd, p, 0, 0);
  ASSERT_NE(named, -1);
  EXPECT_EQ(domains.domains.group(named).span, (CpuMask{2, 3}));
}

TEST(Boundaries, wake_affine_accepts_equality) {
  // 100 * 1024 * (100 + 12) = 112 * 1024 * 100: the wakee weighs 12, this CPU 100, the previous one 100.
  Box b;
  b.s.cpu_rq(0).runnable_load_avg = 100;
  b.s.cpu_rq(2).runnable_load_avg = 100;
  b.s.task(1).load_weight = 12;
  EXPECT_TRUE(b.rules.wake_affine(b.s, b.top(), b.request));
  b.s.task(1).load_weight = 13;
  EXPECT_FALSE(b.rules.wake_affine(b.s, b.top(), b.request));
}

TEST(Boundaries, effective_load_counts_the_group_weight_on_the_lowest_level_only) {
  Box b;
  b.group(1024, 3000);  // 1, child of the root
  b.group(512, 2000);   // 2, child of 1
  b.s.groups[1].cpu[0] = {1000, 900, 400};
  b.s.groups[2].cpu[0] = {600, 500, 300};
  // Level 2: W = 800 + 2000 - 500 + 600 = 2900, w = 600 + 200 = 800: 800 * 512 / 2900 = 141, minus 300: -159.
  // Level 1, without the 800: W = 3000 - 900 + 1000 = 3100, w = 1000 - 159 = 841: 841 * 1024 / 3100 = 277,
  // minus 400: -123.
  EXPECT_EQ(b.rules.effective_load(b.s, 2, 0, 200, 800), -123);
}

TEST(Boundaries, effective_load_never_gives_an_entity_less_than_min_shares) {
  Box b;
  b.group(1, 100000);
  b.s.groups[1].cpu[0] = {10, 0, 0};
  EXPECT_EQ(b.rules.effective_load(b.s, 1, 0, 1, 1), 2);
}

TEST(Boundaries, effective_load_takes_this_cpus_contribution_out_and_its_weight_in) {
  Box b;
  b.group(1000, 4000);
  b.s.groups[1].cpu[0] = {500, 1500, 100};
  // W = 0 + 4000 - 1500 + 500 = 3000, w = 500 + 250: 750 * 1000 / 3000 = 250, minus 100.
  EXPECT_EQ(b.rules.effective_load(b.s, 1, 0, 250, 0), 150);
}

TEST(Boundaries, a_sync_waker_takes_its_groups_shift_off_the_previous_cpu_too) {
  Box b;
  b.group(1024, 2048);
  b.s.groups[1].cpu[0] = {1024, 1024, 512};
  b.s.groups[1].cpu[2] = {1024, 1024, 512};
  b.s.task(0).group = 1;
  b.s.cpu_rq(0).runnable_load_avg = 512;
  b.s.cpu_rq(2).runnable_load_avg = 0;
  b.s.task(1).load_weight = 500;
  b.request.sync = true;
  // This CPU: W = 1024, w = 0: 2 - 512 = -510, so 2 is left: 100 * (2 + 500) = 50200. The previous one, when
  // the waker's weight is gone from the group: W = 1024, w = 1024 is no part of it: 1024 - 512 = 512, so 112
  // * 512 = 57344. Without that correction the right side is 0.
  EXPECT_TRUE(b.rules.wake_affine(b.s, b.top(), b.request));
}

TEST(Boundaries, one_task_that_fits_below_the_average_is_taken_on_equality) {
  // Not balanced: 100 * (600 + 1024) > 112 * 600. Both loads 600 + 600 <= 1200 / 1: the average of the one
  // task here.
  Box b;
  b.s.cpu_rq(0).runnable_load_avg = 600;
  b.s.cpu_rq(0).nr_running = 0;
  b.s.cpu_rq(2).runnable_load_avg = 600;
  EXPECT_FALSE(b.rules.wake_affine(b.s, b.top(), b.request));  // nothing runs here: the average is 0
  b.s.cpu_rq(0).nr_running = 1;
  EXPECT_FALSE(b.rules.wake_affine(b.s, b.top(), b.request));  // 1200 > 600
  b.s.cpu_rq(2).runnable_load_avg = 0;
  EXPECT_FALSE(b.rules.wake_affine(b.s, b.top(), b.request));  // this CPU is busier
  b.s.cpu_rq(0).runnable_load_avg = b.s.cpu_rq(2).runnable_load_avg = 0;
  EXPECT_TRUE(b.rules.wake_affine(b.s, b.top(), b.request));  // nothing here at all
}

TEST(Boundaries, the_last_resort_keeps_to_the_cpuset) {
  Box b;
  auto& p = b.s.task(1);
  b.s.online.clear(1);
  b.s.active.clear(1);
  p.cpus_allowed = CpuMask{1};
  p.cpuset_cpus = CpuMask{1, 3};
  const auto end = b.rules.select_fallback_rq(b.s, p, {1, -1});
  EXPECT_EQ(end.cpu, 3);
  EXPECT_TRUE(end.affinity_widened);
  p.cpuset_cpus = CpuMask{1};
  EXPECT_EQ(b.rules.select_fallback_rq(b.s, p, {1, -1}).cpu, 0);
}

TEST(Boundaries, without_numa_the_fallback_takes_the_lowest_cpu) {
  Box b;
  Machine m = Box::machine();
  for (Cpu c = 0; c < 4; ++c) m.cpu(c).node = c / 2;
  m.distance = {{10, 20}, {20, 10}};
  const auto domains = find_policy("v3.13").domains->boot(m, {.numa = false});
  auto s = State<Concrete>::idle(domains.machine, domains.domains, domains.online, domains.active);
  Task<Concrete> p;
  p.cpu = 2;
  p.cpus_allowed = p.cpuset_cpus = CpuMask{0, 3};
  EXPECT_EQ(b.rules.select_fallback_rq(s, p, {1, -1}).cpu, 3);
  s.numa = false;
  EXPECT_EQ(b.rules.select_fallback_rq(s, p, {1, -1}).cpu, 0);
}

}  // namespace
}  // namespace schedproof::model
