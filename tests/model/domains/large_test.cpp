// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines.h"

namespace schedproof::model::testing {
namespace {

TEST(DomainsOf1024Cpus, are_built_and_rebuilt) {
  auto s = rules().boot(on_a_ring(machine_of({8, 4, 16, 2})));
  EXPECT_EQ(chain(s, 1023),
            "SIBLING{1022-1023} MC{992-1023} CPU{896-1023} NUMA{0-127,768-1023} NUMA{0-255,640-1023} "
            "NUMA{0-383,512-1023} NUMA{0-1023}");
  EXPECT_EQ(s.domains.per_cpu(1023).sd_llc_size, 32);
  EXPECT_EQ(s.domains.per_cpu(1023).sd_llc_id, 992);
  expect_sound(s);
  rules().apply(s, offline(1023));
  EXPECT_EQ(domain(s, 1022, 0).span.to_list(), "992-1022");
  EXPECT_EQ(s.domains.cpu_power[1022], 1024u);
  expect_sound(s);
}

TEST(DomainsOf1024Cpus, of_one_cache_each_are_one_ring) {
  const auto s = rules().boot(Machine::flat(1024));
  EXPECT_EQ(chain(s, 500), "MC{0-1023}");
  EXPECT_EQ(domain(s, 500, 0).groups.size(), 1024u);
  EXPECT_EQ(s.domains.group(domain(s, 500, 0).groups.back()).span, CpuMask{499});
  expect_sound(s);
}

}  // namespace
}  // namespace schedproof::model::testing
