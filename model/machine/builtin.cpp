// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/builtin.h"

#include <cstdlib>

#include "model/machine/nearest_name.h"

namespace schedproof::model {

namespace {

using Id = int CpuInfo::*;

/// Consecutive blocks of `size` CPUs share the id: 0, 1, 2 ...
void blocks(Machine& m, Id id, int size) {
  for (Cpu c = 0; c < m.nr_cpus(); ++c) m.cpu(c).*id = c / size;
}

void same(Machine& m, Id id, std::initializer_list<CpuMask> sets) {
  for (const auto& set : sets)
    for (Cpu c : set) m.cpu(c).*id = set.first();
}

Machine machine(std::string name, int cpus, std::string source) {
  Machine m = Machine::flat(cpus, std::move(name));
  m.source = std::move(source);
  return m;
}

Machine x5472() {
  Machine m = machine("x5472", 8,
                      "2 Xeon X5472: quad-core Harpertown without L3, each pair of cores shares an L2; "
                      "front-side bus, so one "
                      "node; CPUs numbered as Linux numbers 2-socket boards of that family (Xeon E5345)");
  same(m, &CpuInfo::package, {{0, 2, 4, 6}, {1, 3, 5, 7}});
  same(m, &CpuInfo::llc, {{0, 4}, {1, 5}, {2, 6}, {3, 7}});
  same(m, &CpuInfo::cluster, {{0, 4}, {1, 5}, {2, 6}, {3, 7}});
  return m;
}

Machine hikey960() {
  Machine m = machine("hikey960", 8,
                      "HiKey 960 board, Kirin 960: 4 Cortex-A53 (capacity 462 as its kernel computes it) and "
                      "4 Cortex-A73; the "
                      "L2 of each cluster is its last cache");
  blocks(m, &CpuInfo::cluster, 4);
  blocks(m, &CpuInfo::llc, 4);
  for (Cpu c = 0; c < 4; ++c) m.cpu(c).capacity = 462;
  return m;
}

Machine itanium8() {
  Machine m = machine(
      "itanium8", 8,
      "2-node Itanium server with dual-core Montecito packages as its sysfs shows it: packages {0,2} {1,3} "
      "{4,6} {5,7}, caches private to a core, distance 15");
  blocks(m, &CpuInfo::llc, 1);
  same(m, &CpuInfo::package, {{0, 2}, {1, 3}, {4, 6}, {5, 7}});
  blocks(m, &CpuInfo::node, 4);
  m.distance = {{10, 15}, {15, 10}};
  return m;
}

Machine two_socket() {
  Machine m = machine("two-socket-smt", 32,
                      "constructed: 2 sockets of 8 cores with 2 threads, an L3 and a node each, distance 21 "
                      "as Intel firmware "
                      "reports it; threads numbered as on Intel servers, core by core first");
  for (Cpu c = 0; c < 32; ++c) {
    CpuInfo& i = m.cpu(c);
    i.core = i.cluster = c % 16;
    i.llc = i.package = i.node = c % 16 / 8;
  }
  m.distance = {{10, 21}, {21, 10}};
  return m;
}

Machine four_llc() {
  Machine m = machine("four-llc-smt", 32,
                      "constructed: one package of 4 core complexes, each 4 cores with 2 threads and an L3 "
                      "of its own, one node "
                      "(the shape of an AMD Zen server with one node per socket)");
  blocks(m, &CpuInfo::core, 2);
  blocks(m, &CpuInfo::cluster, 2);
  blocks(m, &CpuInfo::llc, 8);
  return m;
}

Machine unequal_llcs() {
  Machine m = machine("unequal-llcs", 9, "constructed: last-level caches of 1, 4 and 4 CPUs in one package");
  same(m, &CpuInfo::llc, {{0}, {1, 2, 3, 4}, {5, 6, 7, 8}});
  return m;
}

/// A straight ladder: node 2i and 2i+1 are the ends of rung i; a hop costs 6.
Machine eight_node() {
  Machine m = machine("eight-node-ladder", 16,
                      "constructed: 8 nodes of 2 CPUs linked as a HyperTransport ladder of 4 rungs; 6 more "
                      "per hop, as Opteron "
                      "firmware reports it (10, 16, 22 ...); 4 hops between opposite corners");
  for (Cpu c = 0; c < 16; ++c) m.cpu(c).llc = m.cpu(c).package = m.cpu(c).node = c / 2;
  m.distance.assign(8, std::vector<int>(8));
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      m.distance[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
          kLocalDistance + 6 * (std::abs(i / 2 - j / 2) + std::abs(i % 2 - j % 2));
  return m;
}

Machine dynamiq() {
  Machine m = machine("dynamiq", 8,
                      "constructed: Arm DynamIQ phone with 4 little, 3 big and 1 prime core, private L2 "
                      "caches and one shared "
                      "L3; capacities 290, 870, 1024 chosen, not measured");
  for (Cpu c = 0; c < 8; ++c) m.cpu(c).capacity = c < 4 ? 290 : c < 7 ? 870 : kFullCapacity;
  return m;
}

Machine intel_hybrid() {
  Machine m = machine("intel-hybrid", 20,
                      "Intel hybrid client with 6 performance cores of 2 threads and 2 clusters of 4 "
                      "efficient cores that share "
                      "an L2, one L3; equal capacities, as x86 kernels before v6.12 take them");
  for (Cpu c = 0; c < 12; ++c) m.cpu(c).core = m.cpu(c).cluster = c / 2 * 2;
  for (Cpu c = 12; c < 20; ++c) m.cpu(c).cluster = c / 4 * 4;
  return m;
}

Machine llc_per_cpu() {
  Machine m = machine("llc-per-cpu", 4, "constructed: 4 CPUs with private caches only, one package");
  blocks(m, &CpuInfo::llc, 1);
  return m;
}

std::vector<BuiltinMachine> all() {
  std::vector<BuiltinMachine> list = {
      {"2 sockets x 4 cores, an L2 for every 2 cores and no L3", x5472()},
      {"4 little and 4 big cores, a cache for each cluster", hikey960()},
      {"4 cores under one last-level cache",
       machine("desktop4", 4, "constructed: a 4-core desktop without SMT, one L3")},
      {"8 cores under one last-level cache",
       machine("desktop8", 8, "constructed: an 8-core desktop without SMT, one L3")},
      {"8-CPU Itanium: 2 nodes, private caches", itanium8()},
      {"2 sockets x 8 cores x 2 threads, 2 nodes", two_socket()},
      {"4 last-level caches x 4 cores x 2 threads in one package", four_llc()},
      {"last-level caches of 1, 4 and 4 CPUs", unequal_llcs()},
      {"8 nodes x 2 CPUs with unequal distances", eight_node()},
      {"4 little, 3 big and 1 prime core under one cache", dynamiq()},
      {"6 performance cores x 2 threads and 8 efficient cores", intel_hybrid()},
      {"a single CPU", machine("one-cpu", 1, "constructed: a uniprocessor")},
      {"4 CPUs, each with a last-level cache of its own", llc_per_cpu()},
  };
  for (auto& b : list) b.machine = normalised(std::move(b.machine));
  return list;
}

}  // namespace

const std::vector<BuiltinMachine>& builtin_machines() {
  static const std::vector<BuiltinMachine> list = all();
  return list;
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const auto& b : builtin_machines()) names.push_back(b.name());
  return names;
}

const Machine* find_builtin(std::string_view name) {
  for (const auto& b : builtin_machines())
    if (b.name() == name) return &b.machine;
  return nullptr;
}

const Machine& builtin(std::string_view name) {
  if (const Machine* m = find_builtin(name)) return *m;
  throw UnknownMachine(unknown_name_text("built-in machine", name, builtin_names()));
}

}  // namespace schedproof::model
