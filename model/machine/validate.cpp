// SPDX-License-Identifier: GPL-2.0-or-later
// What makes a machine impossible. The kernel trusts firmware here; a specification must not, because a claim
// about a machine that cannot exist says nothing.
#include <map>
#include <string>

#include "model/machine/machine.h"

namespace schedproof::model {

namespace {

using Id = int CpuInfo::*;
struct Level {
  const char* name;
  Id id;
};
constexpr Level kCore{"core", &CpuInfo::core}, kCluster{"cluster", &CpuInfo::cluster},
    kLlc{"LLC", &CpuInfo::llc}, kPackage{"package", &CpuInfo::package}, kNode{"node", &CpuInfo::node};

std::string with_article(const Level& level) {
  return (level.id == kLlc.id ? "an " : "a ") + std::string(level.name);
}
std::string cpu_name(Cpu c) { return "cpu " + std::to_string(c); }

void check_cpus(const Machine& m) {
  if (m.cpus.empty()) throw BadMachine("cpus", "the machine has no CPU");
  if (m.nr_cpus() > kMaxCpus)
    throw BadMachine("cpus", std::to_string(m.nr_cpus()) + " CPUs are more than the " +
                                 std::to_string(kMaxCpus) + " that are supported");
  for (Cpu c = 0; c < m.nr_cpus(); ++c) {
    const CpuInfo& i = m.cpu(c);
    if (!i.possible) continue;
    for (const Level& level : {kCore, kCluster, kLlc, kPackage, kNode})
      if (i.*level.id < 0)
        throw BadMachine(cpu_name(c), std::string("its ") + level.name + " is " +
                                          std::to_string(i.*level.id) + "; ids are 0 or above");
    if (i.capacity < 1 || i.capacity > kFullCapacity)
      throw BadMachine(cpu_name(c), "capacity " + std::to_string(i.capacity) + " is outside 1.." +
                                        std::to_string(kFullCapacity));
  }
  if (m.online().empty()) throw BadMachine("cpus", "no CPU is online");
}

/// Every `inner` lies inside one `outer`.
void check_inside(const Machine& m, const Level& inner, const Level& outer) {
  std::map<int, Cpu> first;  // inner id -> its first CPU
  for (Cpu c = 0; c < m.nr_cpus(); ++c) {
    const CpuInfo& i = m.cpu(c);
    if (!i.possible) continue;
    const Cpu f = first.emplace(i.*inner.id, c).first->second;
    if (m.cpu(f).*outer.id == i.*outer.id) continue;
    throw BadMachine(cpu_name(c), std::string("shares its ") + inner.name + " with " + cpu_name(f) +
                                      ", but not its " + outer.name + "; " + with_article(inner) +
                                      " cannot cross " + with_article(outer));
  }
}

void check_distances(const Machine& m) {
  const auto rows = m.distance.size();
  if (rows > static_cast<std::size_t>(kMaxNodes))
    throw BadMachine("distance", std::to_string(rows) + " nodes are more than the " +
                                     std::to_string(kMaxNodes) + " that are supported");
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string row = "distance[" + std::to_string(i) + "]";
    if (m.distance[i].size() != rows)
      throw BadMachine(row, "the matrix is not square: " + std::to_string(rows) + " rows, but " +
                                std::to_string(m.distance[i].size()) + " columns here");
    for (std::size_t j = 0; j < rows; ++j) {
      const int d = m.distance[i][j];
      const std::string place = row + "[" + std::to_string(j) + "]", is = "distance " + std::to_string(d);
      if (i == j && d != kLocalDistance)
        throw BadMachine(
            place, is + " of a node to itself; the local distance is " + std::to_string(kLocalDistance));
      if (i != j && (d <= kLocalDistance || d > kMaxDistance))
        throw BadMachine(place, is + " between two nodes is outside " + std::to_string(kLocalDistance + 1) +
                                    ".." + std::to_string(kMaxDistance));
    }
  }
}

void check_nodes(const Machine& m) {
  std::vector<bool> has_cpu(static_cast<std::size_t>(m.nr_nodes()), false);
  for (Cpu c = 0; c < m.nr_cpus(); ++c) {
    if (!m.cpu(c).possible) continue;
    const int node = m.cpu(c).node;
    if (node >= m.nr_nodes())
      throw BadMachine(cpu_name(c), "it is in node " + std::to_string(node) +
                                        ", but the distance matrix is for " + std::to_string(m.nr_nodes()) +
                                        (m.nr_nodes() == 1 ? " node" : " nodes"));
    has_cpu[static_cast<std::size_t>(node)] = true;
  }
  for (int node = 0; node < m.nr_nodes(); ++node)
    if (!has_cpu[static_cast<std::size_t>(node)])
      throw BadMachine("node " + std::to_string(node), "it has no CPU; leave memory-only nodes out");
}

}  // namespace

void validate(const Machine& m, bool llc_may_cross_node) {
  check_cpus(m);
  check_distances(m);
  check_nodes(m);
  for (const Level& outer : {kCluster, kLlc, kPackage, kNode}) check_inside(m, kCore, outer);
  for (const Level& outer : {kLlc, kPackage}) check_inside(m, kCluster, outer);
  check_inside(m, kLlc, kPackage);
  if (!llc_may_cross_node) check_inside(m, kLlc, kNode);
}

}  // namespace schedproof::model
