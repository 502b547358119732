// SPDX-License-Identifier: GPL-2.0-or-later
// Small machines for the tests of domains, and short ways to say what a tree looks like.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "model/policies/domain_rules.h"

namespace schedproof::model::testing {

/// Equal nodes of equal caches of equal cores. CPUs are numbered thread by thread, core by core, node by
/// node.
struct Shape {
  int nodes = 1;
  int llcs = 1;     // per node
  int cores = 1;    // per LLC
  int threads = 1;  // per core
};

/// Distance 10 within a node and `remote` between any two.
inline Machine machine_of(const Shape& shape, int remote = 20) {
  Machine m;
  for (int node = 0; node < shape.nodes; ++node)
    for (int llc = 0; llc < shape.llcs; ++llc)
      for (int core = 0; core < shape.cores; ++core)
        for (int thread = 0; thread < shape.threads; ++thread) {
          CpuInfo info;
          info.node = info.package = node;
          info.llc = node * shape.llcs + llc;
          info.core = info.cluster = info.llc * shape.cores + core;
          m.cpus.push_back(info);
        }
  const auto n = static_cast<std::size_t>(shape.nodes);
  if (n > 1) {
    m.distance.assign(n, std::vector<int>(n, remote));
    for (std::size_t i = 0; i < n; ++i) m.distance[i][i] = kLocalDistance;
  }
  return m;
}

/// Distance 10 + 10 for each hop on a line or ring of nodes.
inline Machine on_a_line(Machine m) {
  const auto n = static_cast<int>(m.distance.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      m.distance[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = 10 + 10 * std::abs(i - j);
  return m;
}
inline Machine on_a_ring(Machine m) {
  const auto n = static_cast<int>(m.distance.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      m.distance[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
          10 + 10 * std::min(std::abs(i - j), n - std::abs(i - j));
  return m;
}

/// CPUs with the given LLC each, one core and one node.
inline Machine with_llcs(const std::vector<int>& llc_of_cpu) {
  Machine m = Machine::flat(static_cast<int>(llc_of_cpu.size()));
  for (Cpu c = 0; c < m.nr_cpus(); ++c) m.cpu(c).llc = llc_of_cpu[static_cast<std::size_t>(c)];
  return m;
}

inline const DomainRules& rules(std::string_view policy = "v3.13") {
  static std::map<std::string, std::shared_ptr<const DomainRules>, std::less<>> known;
  auto at = known.find(policy);
  if (at == known.end()) at = known.emplace(policy, find_domain_rules(policy)).first;
  if (!at->second) throw std::invalid_argument("no rules " + std::string(policy));
  return *at->second;
}

inline std::string text(const SchedDomain* sd) {
  return sd == nullptr ? "NULL" : sd->name + "{" + sd->span.to_list() + "}";
}
/// "SIBLING{0-1} MC{0-3}": the tree of a CPU from its base upwards.
inline std::string chain(const DomainState& state, Cpu cpu) {
  std::string out;
  for (const SchedDomain* sd = state.domains.base(cpu); sd != nullptr; sd = state.domains.parent(*sd))
    out += (out.empty() ? "" : " ") + text(sd);
  return out;
}
/// The domain of the CPU at a place of its tree, 0 = base.
inline const SchedDomain& domain(const DomainState& state, Cpu cpu, int place) {
  const SchedDomain* sd = state.domains.base(cpu);
  for (; place > 0 && sd != nullptr; --place) sd = state.domains.parent(*sd);
  if (sd == nullptr) throw std::out_of_range("no such domain");
  return *sd;
}
/// "{0-1}{2-3}": the groups in the order of the ring.
inline std::string ring(const DomainState& state, const SchedDomain& sd) {
  std::string out;
  for (int g : sd.groups) out += "{" + state.domains.group(g).span.to_list() + "}";
  return out;
}
/// The powers of the groups in the order of the ring.
inline std::vector<std::uint64_t> powers(const DomainState& state, const SchedDomain& sd) {
  std::vector<std::uint64_t> out;
  for (int g : sd.groups) out.push_back(state.domains.power_of_group(state.domains.group(g)).power);
  return out;
}
inline std::string llc(const DomainState& state, Cpu cpu) {
  return text(state.domains.get(state.domains.per_cpu(cpu).sd_llc));
}
inline std::string busy(const DomainState& state, Cpu cpu) {
  return text(state.domains.get(state.domains.per_cpu(cpu).sd_busy));
}

inline DomainEvent offline(Cpu c) { return {.kind = DomainEvent::Kind::offline, .cpu = c, .partitions = {}}; }
inline DomainEvent online(Cpu c) { return {.kind = DomainEvent::Kind::online, .cpu = c, .partitions = {}}; }
inline DomainEvent nohz_enter(Cpu c) {
  return {.kind = DomainEvent::Kind::nohz_enter, .cpu = c, .partitions = {}};
}
inline DomainEvent tick(Cpu c) { return {.kind = DomainEvent::Kind::tick, .cpu = c, .partitions = {}}; }
inline DomainEvent partition(std::vector<Partition> p) {
  return {.kind = DomainEvent::Kind::partition, .cpu = -1, .partitions = std::move(p)};
}

/// What every tree must obey: links fit, live trees name live objects, and each object is freed exactly when
/// nothing refers to it any more (counted anew here).
inline void expect_sound(const DomainState& state) {
  const Domains& d = state.domains;
  std::vector<int> reached(d.domains.size()), group_users(d.groups.size()), power_users(d.powers.size());
  for (Cpu c = 0; c < state.machine.nr_cpus(); ++c) {
    int child = -1;
    for (int i = d.per_cpu(c).sd; i != -1; i = d.get(i)->parent) {
      const SchedDomain& sd = *d.get(i);
      ++reached[static_cast<std::size_t>(i)];
      EXPECT_EQ(sd.owner, c);
      EXPECT_EQ(sd.child, child);
      EXPECT_TRUE(sd.span.test(c));
      EXPECT_EQ(sd.span_weight, sd.span.weight());
      child = i;
      ASSERT_FALSE(sd.groups.empty());
      EXPECT_TRUE(d.group(sd.groups.front()).span.test(c)) << "sd->groups is the CPU's own group";
      if (sd.has(SD_OVERLAP)) {
        for (int g : sd.groups) ++group_users[static_cast<std::size_t>(g)];
      } else {
        ++group_users[static_cast<std::size_t>(sd.groups.front())];
      }
    }
  }
  for (std::size_t i = 0; i < d.domains.size(); ++i) {
    EXPECT_EQ(d.domains[i].freed, reached[i] == 0) << "domain " << i;
    if (d.domains[i].freed) continue;
    for (int g : d.domains[i].groups) EXPECT_FALSE(d.group(g).freed) << "group " << g << " of domain " << i;
  }
  for (std::size_t i = 0; i < d.groups.size(); ++i) {
    const SchedGroup& g = d.groups[i];
    EXPECT_EQ(g.freed, group_users[i] == 0) << "group " << i;
    EXPECT_EQ(static_cast<int>(g.cpus.size()), g.span.weight());
    if (g.freed) continue;
    EXPECT_EQ(g.weight, g.span.weight());
    ++power_users[static_cast<std::size_t>(g.power)];
  }
  for (std::size_t i = 0; i < d.powers.size(); ++i) {
    EXPECT_EQ(d.powers[i].freed, power_users[i] == 0) << "power " << i;
    if (!d.powers[i].freed) {
      EXPECT_EQ(d.powers[i].ref, power_users[i]);
      EXPECT_GT(d.powers[i].power, 0u) << "power " << i;
    }
  }
}

}  // namespace schedproof::model::testing
