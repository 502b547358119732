// SPDX-License-Identifier: GPL-2.0-or-later
// Time to build the domains of v3.13 at boot: SMT, MC, CPU and NUMA levels on eight nodes.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "model/policies/domain_rules.h"

namespace {

using namespace schedproof::model;

/// Eight nodes of one or more caches of up to eight cores of two threads; `ring`: distances 10 to 50, else 10
/// and 20.
Machine eight_nodes(int nr_cpus, bool ring) {
  Machine m;
  const int per_node = nr_cpus / 8;
  for (Cpu c = 0; c < nr_cpus; ++c) {
    CpuInfo info;
    info.node = info.package = c / per_node;
    info.llc = c / std::min(16, per_node);
    info.core = info.cluster = c / 2;
    m.cpus.push_back(info);
  }
  m.distance.assign(8, std::vector<int>(8, 20));
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      const int hops = std::min(std::abs(i - j), 8 - std::abs(i - j));
      m.distance[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
          ring ? 10 + 10 * hops : 10 + 10 * (hops != 0);
    }
  return m;
}

void boot(benchmark::State& state, bool ring) {
  const Machine machine = eight_nodes(static_cast<int>(state.range(0)), ring);
  const auto rules = find_domain_rules("v3.13");
  for (auto _ : state) benchmark::DoNotOptimize(rules->boot(machine).domains.groups.size());
}
void BM_boot(benchmark::State& state) { boot(state, false); }
void BM_boot_ring(benchmark::State& state) { boot(state, true); }

/// A CPU goes and returns.
void BM_hotplug(benchmark::State& state) {
  const auto rules = find_domain_rules("v3.13");
  const DomainState booted = rules->boot(eight_nodes(static_cast<int>(state.range(0)), false));
  for (auto _ : state) {
    state.PauseTiming();
    DomainState s = booted;
    state.ResumeTiming();
    rules->apply(s, {.kind = DomainEvent::Kind::offline, .cpu = 1, .partitions = {}});
    rules->apply(s, {.kind = DomainEvent::Kind::online, .cpu = 1, .partitions = {}});
    benchmark::DoNotOptimize(s.domains.groups.size());
  }
}

/// All CPUs share one cache: the longest rings.
void BM_boot_flat(benchmark::State& state) {
  const Machine machine = Machine::flat(static_cast<int>(state.range(0)));
  const auto rules = find_domain_rules("v3.13");
  for (auto _ : state) benchmark::DoNotOptimize(rules->boot(machine).domains.groups.size());
}

BENCHMARK(BM_boot)->Arg(64)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_boot_ring)->Arg(64)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_boot_flat)->Arg(64)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_hotplug)->Arg(64)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
