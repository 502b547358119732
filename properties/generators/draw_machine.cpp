// SPDX-License-Identifier: GPL-2.0-or-later
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "properties/generators/draw.h"
#include "properties/generators/pick.h"

namespace schedproof::properties::draw {

using model::Cpu;
using model::CpuMask;
using model::Machine;

namespace {

constexpr int kMostOfLlc = 16;  // CPUs

int weighted(std::initializer_list<std::pair<int, int>> choices) {
  std::vector<int> values;
  for (const auto& [weight, value] : choices)
    values.insert(values.end(), static_cast<std::size_t>(weight), value);
  return values[static_cast<std::size_t>(in(0, static_cast<int>(values.size()) - 1))];
}

/// The largest power of two up to n.
int power_of_two(int n) {
  int p = 1;
  while (p * 2 <= n) p *= 2;
  return p;
}

/// Cores of each LLC of each node.
using Cores = std::vector<std::vector<int>>;

/// Every CPU that is allowed: equal nodes of equal LLCs, sizes powers of two.
Cores full_machine(int nodes, int threads, int max_cpus) {
  const int per_node = power_of_two(max_cpus / threads / nodes);
  const int most = power_of_two(std::min(per_node, kMostOfLlc / threads));
  const int size = 1 << in(0, std::countr_zero(static_cast<unsigned>(most)));
  return Cores(static_cast<std::size_t>(nodes),
               std::vector<int>(static_cast<std::size_t>(per_node / size), size));
}

Cores draw_cores(int nodes, int threads, int max_cpus) {
  if (one_in(12)) return full_machine(nodes, threads, max_cpus);
  const bool equal = !one_in(3);
  const int llcs = weighted({{4, 1}, {4, 2}, {1, 3}, {1, 4}});
  const int room = std::max(1, max_cpus / (threads * nodes * llcs));
  const int most = std::min(std::max(1, kMostOfLlc / threads), room);
  const int common = in(1, most);
  Cores cores(static_cast<std::size_t>(nodes));
  int left = max_cpus / threads;
  for (int n = 0; n < nodes; ++n) {
    const int here = equal ? llcs : in(1, llcs);
    for (int l = 0; l < here; ++l) {
      const int others = nodes - 1 - n;  // each node keeps one core at least
      const int size = std::min(equal ? common : in(1, most), left - others);
      if (size < 1) break;
      left -= size;
      cores[static_cast<std::size_t>(n)].push_back(size);
    }
  }
  return cores;
}

/// Distances: two values as on small servers, a ring (diameter above 2 from four nodes on), anything from 11
/// to 60, or different ones there and back.
std::vector<std::vector<int>> draw_distances(int nodes, bool odd) {
  const auto n = static_cast<std::size_t>(nodes);
  std::vector<std::vector<int>> d(n, std::vector<int>(n, model::kLocalDistance));
  const int shape = in(0, odd ? 3 : 1);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto around = std::min(i - j, n - (i - j));
      d[i][j] = d[j][i] = shape == 0   ? 20
                          : shape == 1 ? 10 + 10 * static_cast<int>(around)
                                       : 10 + 5 * in(1, 10);
      if (shape == 3) d[j][i] = 10 + 5 * in(1, 10);
    }
  return d;
}

/// Real firmware numbers siblings side by side or half the machine apart.
void renumber(Machine& m) {
  const int scheme = in(0, 2);
  if (scheme == 0) return;
  const int n = m.nr_cpus();
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  const auto thread_of = [&](int c) {
    int before = 0;
    for (int k = 0; k < c; ++k) before += m.cpu(k).core == m.cpu(c).core ? 1 : 0;
    return before;
  };
  if (scheme == 1)  // all first threads, then all second ones
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return thread_of(a) < thread_of(b); });
  else  // even ones, then odd ones
    std::stable_partition(order.begin(), order.end(), [](int c) { return c % 2 == 0; });
  Machine renamed = m;
  for (int c = 0; c < n; ++c) renamed.cpu(c) = m.cpu(order[static_cast<std::size_t>(c)]);
  m = renamed;
}

/// CPUs that are offline at boot, isolated, both, or holes in the numbering. CPU 0 is up, and each node keeps
/// a possible CPU.
void draw_absent(Machine& m) {
  for (Cpu c = 1; c < m.nr_cpus(); ++c) {
    const int fate = in(0, 11);
    if (fate >= 9) m.cpu(c).online = false;
    if (fate == 7 || fate == 8 || fate == 11) m.cpu(c).isolated = true;
    if (fate == 6 && m.node_mask(m.cpu(c).node).weight() > 1)
      m.cpu(c) = model::CpuInfo{.possible = false, .online = false, .node = m.cpu(c).node};
  }
}

}  // namespace

Machine machine(const MachineLimits& limits) {
  const int nodes =
      std::min(weighted({{16, 1}, {6, 2}, {3, 3}, {4, 4}, {1, 5}, {1, 6}, {1, 7}, {2, 8}}), limits.max_cpus);
  const int threads = std::min(weighted({{6, 1}, {4, 2}, {1, 4}}), std::max(1, limits.max_cpus / nodes));
  const auto cores = draw_cores(nodes, threads, limits.max_cpus);
  const int cores_per_cluster = weighted({{6, 1}, {2, 2}, {1, 4}});
  const bool package_per_llc = one_in(3);

  Machine m;
  int core = 0, cluster = 0, llc = 0, package = 0;
  for (int node = 0; node < nodes; ++node) {
    for (const int size : cores[static_cast<std::size_t>(node)]) {
      for (int k = 0; k < size; ++k, ++core) {
        if (k % cores_per_cluster == 0) ++cluster;
        for (int t = 0; t < threads; ++t)
          m.cpus.push_back({.core = core, .cluster = cluster, .llc = llc, .package = package, .node = node});
      }
      ++llc;
      if (package_per_llc) ++package;
    }
    if (!package_per_llc) ++package;
  }
  if (nodes > 1) m.distance = draw_distances(nodes, limits.odd_distances);
  if (threads > 1 || one_in(4)) renumber(m);
  if (limits.absent_cpus && one_in(5)) draw_absent(m);
  return m;
}

model::DomainOptions options(int unusual_one_in) {
  model::DomainOptions o;
  if (!one_in(unusual_one_in)) return o;
  switch (in(0, 7)) {
    case 0:
    case 1:
      o.relax_domain_level = in(0, 4);
      break;
    case 2:
      o.sched_smt = false;
      break;
    case 3:
      o.sched_mc = false;
      break;
    case 4:
      o.asym_packing = true;
      break;
    case 5:
      o.numa = false;
      break;
    default:
      o.sched_debug = true;
      break;
  }
  return o;
}

}  // namespace schedproof::properties::draw
