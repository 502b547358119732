// SPDX-License-Identifier: GPL-2.0-or-later
// What hardware, firmware and the kernel command line say: CPUs, SMT siblings, clusters, caches, packages,
// NUMA nodes and distances, capacities, offline and isolated CPUs. An era builds its sched domains from this
// and nothing else.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "model/machine/cpu_mask.h"

namespace schedproof::model {

inline constexpr int kMaxNodes = 64;
inline constexpr int kLocalDistance = 10;   // node_distance(i, i) on every architecture
inline constexpr int kRemoteDistance = 20;  // REMOTE_DISTANCE: what is taken where nobody tells
inline constexpr int kMaxDistance = 255;    // ACPI SLIT: one byte
inline constexpr int kFullCapacity = 1024;  // SCHED_CAPACITY_SCALE

/// One CPU. The ids below partition the CPUs: two CPUs are SMT siblings exactly when their `core` is equal,
/// and so on. Ids are arbitrary non-negative numbers; `normalised()` makes them 0, 1, 2 ... in the order of
/// the lowest CPU.
struct CpuInfo {
  bool possible = true;   // false: a hole in the CPU numbering (cpu_possible_mask)
  bool online = true;     // at boot
  bool isolated = false;  // isolcpus=
  int core = 0;           // CPUs of one core are SMT siblings (cpu_smt_mask)
  int cluster =
      0;        // CPUs that share an L2 or a cluster (cpu_clustergroup_mask); eras without clusters ignore it
  int llc = 0;  // CPUs that share the last-level cache (cpu_coregroup_mask)
  int package = 0;               // physical package (core_siblings)
  int node = 0;                  // NUMA node (cpu_to_node)
  int capacity = kFullCapacity;  // in 1/1024 of the biggest CPU (arch_scale_cpu_capacity)
  friend bool operator==(const CpuInfo&, const CpuInfo&) = default;
};

struct Machine {
  std::string name;
  std::string source;                      // where the description comes from, one line
  std::vector<CpuInfo> cpus;               // indexed by CPU number; at least one
  std::vector<std::vector<int>> distance;  // node x node, local 10; empty stands for one node
  std::vector<std::string> notes;          // what an importer had to assume or leave out, one sentence each

  int nr_cpus() const { return static_cast<int>(cpus.size()); }
  int nr_nodes() const { return distance.empty() ? 1 : static_cast<int>(distance.size()); }
  int node_distance(int from, int to) const {
    return distance.empty() ? kLocalDistance
                            : distance[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
  }
  const CpuInfo& cpu(Cpu c) const { return cpus[static_cast<std::size_t>(c)]; }
  CpuInfo& cpu(Cpu c) { return cpus[static_cast<std::size_t>(c)]; }

  CpuMask possible() const;
  CpuMask online() const;  // possible and online
  CpuMask isolated() const;
  CpuMask smt_mask(Cpu c) const;
  CpuMask cluster_mask(Cpu c) const;
  CpuMask llc_mask(Cpu c) const;
  CpuMask package_mask(Cpu c) const;
  CpuMask node_mask(int node) const;  // possible CPUs of the node

  /// n CPUs, each its own core and cluster, one LLC, one package, one node.
  static Machine flat(int n, std::string name = {});
  /// Equal in what domains and rules read; name, source and notes do not count.
  bool same_hardware(const Machine& other) const;
};

/// A machine that cannot exist or that an era forbids: what() names place ("cpu 3", "distance[0][1]") and
/// reason.
class BadMachine : public std::runtime_error {
 public:
  BadMachine(const std::string& place, const std::string& reason)
      : std::runtime_error(place + ": " + reason), place_(place) {}
  const std::string& place() const { return place_; }

 private:
  std::string place_;
};

/// Throws BadMachine for the first fault found:
/// - no CPU, more than kMaxCpus, or none that is possible and online; a negative id; a capacity
/// outside 1..1024;
/// - a core that crosses a cluster, LLC, package or node, a cluster that crosses an LLC or package, an LLC
/// that
///   crosses a package. A node may span packages and a package may span nodes (both exist);
/// - a node without CPUs, a CPU in a node that the matrix does not have, more than kMaxNodes nodes;
/// - a distance matrix that is not square, a local distance other than 10, a remote one that is not above it
/// or above 255;
/// - an LLC that spans nodes, unless `llc_may_cross_node` (eras that build domains from such machines, as
/// with sub-NUMA
///   clustering, pass true; v3.13 passes false).
void validate(const Machine& machine, bool llc_may_cross_node);

/// Ids renumbered 0, 1, 2 ... in the order of the lowest CPU; nodes keep their numbers (distances refer to
/// them). Holes all become the same: offline, not isolated, ids 0, full capacity.
Machine normalised(Machine machine);

}  // namespace schedproof::model
