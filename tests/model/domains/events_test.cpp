// SPDX-License-Identifier: GPL-2.0-or-later
// Events that cannot happen are refused with a reason, and change nothing.
#include "machines.h"

namespace schedproof::model::testing {
namespace {

std::string refusal(DomainState& s, const DomainEvent& event) {
  const auto domains = s.domains.domains.size();
  const auto online = s.online, active = s.active;
  const auto doms = s.doms_cur;
  const auto wanted = s.wanted;
  std::string why = "accepted";
  try {
    rules().apply(s, event, [](const DomainState&, DomainMoment) { FAIL() << "observed"; });
  } catch (const std::invalid_argument& e) {
    why = e.what();
  }
  EXPECT_EQ(s.domains.domains.size(), domains);
  EXPECT_EQ(s.online, online);
  EXPECT_EQ(s.active, active);
  EXPECT_EQ(s.doms_cur, doms);
  EXPECT_EQ(s.wanted, wanted);
  return why;
}

TEST(DomainEvents, of_a_system_that_has_not_booted_are_refused) {
  auto s = rules().init(machine_of({1, 1, 2, 1}), {});
  EXPECT_EQ(refusal(s, offline(1)), "offline of CPU 1: the system has not booted; accepted is a boot event");
  EXPECT_EQ(refusal(s, partition({})), "partition: the system has not booted; accepted is a boot event");
  rules().apply(s, {});
  EXPECT_EQ(refusal(s, {}), "boot: the system is running already");
}

TEST(DomainEvents, of_the_wrong_cpu_are_refused) {
  Machine m = machine_of({1, 1, 4, 1});
  m.cpu(2).possible = false;
  m.cpu(3).online = false;
  auto s = rules().boot(m);
  EXPECT_EQ(refusal(s, offline(4)), "offline of CPU 4: there is no such CPU; accepted are 0 to 3");
  EXPECT_EQ(refusal(s, tick(-1)), "tick of CPU -1: there is no such CPU; accepted are 0 to 3");
  EXPECT_EQ(refusal(s, offline(3)),
            "offline of CPU 3: the CPU is offline; accepted are the online ones, 0-1");
  EXPECT_EQ(refusal(s, nohz_enter(2)),
            "nohz_enter of CPU 2: the CPU is offline; accepted are the online ones, 0-1");
  EXPECT_EQ(refusal(s, online(2)), "online of CPU 2: the CPU is not possible (cpu_possible_mask)");
  EXPECT_EQ(refusal(s, online(1)), "online of CPU 1: the CPU is online already");
  rules().apply(s, offline(0));
  EXPECT_EQ(refusal(s, offline(1)), "offline of CPU 1: it is the last CPU online");
}

TEST(DomainEvents, of_impossible_partitions_are_refused) {
  Machine m = machine_of({1, 1, 4, 1});
  m.cpu(3).online = false;
  auto s = rules().boot(m);
  EXPECT_EQ(refusal(s, partition({{CpuMask{0, 1}, -1}, {CpuMask{1, 2}, -1}})),
            "partition 1 (1-2): CPU 1 is in two partitions");
  EXPECT_EQ(refusal(s, partition({{CpuMask{0, 3}, -1}})),
            "partition 0 (0,3): CPU 3 is not active; accepted are 0-2");
  EXPECT_EQ(refusal(s, partition({{CpuMask{}, -1}})), "partition 0 (): it has no CPU");
  EXPECT_EQ(refusal(s, partition({{CpuMask{0}, 1}})),
            "partition 0 (0): relax_domain_level 1; accepted is -1 to 0");
}

TEST(DomainEvents, boot_shows_the_finished_system_once) {
  auto s = rules().init(machine_of({1, 1, 2, 1}), {});
  int n = 0;
  rules().apply(s, {}, [&](const DomainState& now, DomainMoment moment) {
    ++n;
    EXPECT_EQ(moment, DomainMoment::attached);
    EXPECT_EQ(chain(now, 0), "MC{0-1}");
  });
  EXPECT_EQ(n, 1);
}

TEST(DomainState, before_boot_has_null_pointers_and_full_powers) {
  const auto s = rules().init(machine_of({1, 1, 2, 1}), {});
  EXPECT_EQ(s.domains.per_cpu(1).sd, -1);
  EXPECT_EQ(s.domains.per_cpu(1).sd_llc_id, 0);
  EXPECT_EQ(s.domains.cpu_power, (std::vector<std::uint64_t>{1024, 1024}));
  EXPECT_EQ(s.active, (CpuMask{0, 1}));
}

}  // namespace
}  // namespace schedproof::model::testing
