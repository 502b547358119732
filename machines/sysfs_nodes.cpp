// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/sysfs_nodes.h"

#include <map>

namespace schedproof::machines {

using model::Cpu;
using model::CpuMask;

namespace {

std::string node_dir(int node) { return "node/node" + std::to_string(node); }
std::string cpu_dir(Cpu c) { return "cpu/cpu" + std::to_string(c); }

/// The possible CPUs of a node, from its map and from the links in both directions: the map of newer kernels
/// leaves offline CPUs out, and old dumps have one of the three only.
CpuMask cpus_of(const SysfsFiles& files, int node, const model::Machine& m) {
  CpuMask cpus = files.mask({node_dir(node) + "/cpulist", node_dir(node) + "/cpumap"}).value_or(CpuMask{});
  for (int c : files.numbered(node_dir(node), "cpu"))
    if (c < m.nr_cpus()) cpus.set(c);
  return cpus & m.possible();
}

std::vector<std::vector<int>> distances(const SysfsFiles& files, const std::vector<int>& nodes,
                                        std::vector<std::string>& notes) {
  std::vector<std::vector<int>> matrix;
  bool assumed = false;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::string path = node_dir(nodes[i]) + "/distance";
    matrix.push_back(files.numbers(path));
    auto& row = matrix.back();
    if (row.empty()) {
      row.assign(nodes.size(), model::kRemoteDistance);
      row[i] = model::kLocalDistance;
      assumed = nodes.size() > 1;
    }
    if (row.size() != nodes.size())
      files.bad(path, "it has " + std::to_string(row.size()) + " distances, but there are " +
                          std::to_string(nodes.size()) + " nodes; the matrix is not square");
  }
  if (assumed) notes.push_back("Node distances are missing; remote nodes were taken as 20 away.");
  return matrix;
}

/// Drops the rows and columns of nodes that are not in `kept`.
std::vector<std::vector<int>> reduced(const std::vector<std::vector<int>>& matrix,
                                      const std::vector<std::size_t>& kept) {
  std::vector<std::vector<int>> out;
  for (std::size_t i : kept) {
    auto& row = out.emplace_back();
    for (std::size_t j : kept) row.push_back(matrix[i][j]);
  }
  return out;
}

}  // namespace

void read_nodes(const SysfsFiles& files, model::Machine& m) {
  const std::vector<int> nodes = files.numbered("node", "node");
  if (nodes.empty()) return;
  std::map<int, CpuMask> linked;  // node -> the CPUs with a link to it
  for (Cpu c : m.possible())
    for (int node : files.numbered(cpu_dir(c), "node")) linked[node].set(c);
  std::map<Cpu, int> node_of;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const CpuMask cpus = cpus_of(files, nodes[i], m) | linked[nodes[i]];
    for (Cpu c : cpus)
      if (const auto [it, first] = node_of.emplace(c, nodes[i]); !first)
        files.bad(node_dir(nodes[i]), "cpu" + std::to_string(c) + " is in this node and in node" +
                                          std::to_string(it->second) + " too; a CPU is in one node");
    for (Cpu c : cpus) m.cpu(c).node = static_cast<int>(kept.size());
    if (!cpus.empty()) kept.push_back(i);
    if (!cpus.empty() && nodes[i] != static_cast<int>(kept.size()) - 1)
      m.notes.push_back("Node " + std::to_string(nodes[i]) + " is node " + std::to_string(kept.size() - 1) +
                        " here.");
    if (cpus.empty()) m.notes.push_back("Node " + std::to_string(nodes[i]) + " has no CPU and was left out.");
  }
  for (Cpu c : m.possible()) {
    if (node_of.contains(c)) continue;
    if (m.cpu(c).online) files.bad("node", "cpu" + std::to_string(c) + " is in no node");
    m.cpu(c).node = 0;
  }
  m.distance = reduced(distances(files, nodes, m.notes), kept);
  if (m.distance.size() == 1 && m.distance[0][0] == model::kLocalDistance) m.distance.clear();
}

}  // namespace schedproof::machines
