// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/machine_text.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <vector>

#include "machines/masks_to_ids.h"

namespace schedproof::cli {

using model::Cpu;
using model::CpuInfo;
using model::CpuMask;
using model::Machine;

namespace {

struct Level {
  const char* name;
  int CpuInfo::*id;
};
constexpr std::array<Level, 4> kLevels = {{{"package", &CpuInfo::package},
                                           {"LLC", &CpuInfo::llc},
                                           {"cluster", &CpuInfo::cluster},
                                           {"core", &CpuInfo::core}}};

/// The sets that `id` divides `cpus` into, in the order of their first CPU.
std::vector<CpuMask> parts(const Machine& m, const CpuMask& cpus, int CpuInfo::*id) {
  std::vector<CpuMask> sets;
  for (CpuMask rest = cpus; !rest.empty(); rest = rest.minus(sets.back())) {
    CpuMask set;
    for (Cpu c : rest)
      if (m.cpu(c).*id == m.cpu(rest.first()).*id) set.set(c);
    sets.push_back(set);
  }
  return sets;
}

int count(const Machine& m, int CpuInfo::*id) { return static_cast<int>(parts(m, m.possible(), id).size()); }

std::string counted(int n, const std::string& name) {
  return fmt::format("{} {}{}", n, name, n == 1 ? "" : "s");
}

/// What is special about a CPU: " capacity 462", " offline" ...; "" for a plain one.
std::string marks(const CpuInfo& i, bool mixed) {
  std::string text;
  if (mixed) text += fmt::format(" capacity {}", i.capacity);
  if (!i.online) text += " offline";
  if (i.isolated) text += " isolated";
  return text;
}

class Tree {
 public:
  explicit Tree(const Machine& m) : m_(m) {
    for (Cpu c : m.possible()) mixed_ = mixed_ || m.cpu(c).capacity != model::kFullCapacity;
  }

  std::string text() {
    for (int node = 0; node < m_.nr_nodes(); ++node) {
      const CpuMask cpus = m_.node_mask(node);
      line(0, fmt::format("node {}: ", node) + machines::cpus_text(cpus));
      below(1, 0, cpus);
    }
    return out_;
  }

 private:
  void line(int depth, const std::string& text) {
    out_ += std::string(static_cast<std::size_t>(depth) * 2, ' ') + text + "\n";
  }

  void below(int depth, std::size_t level, const CpuMask& cpus) {
    const char* name = kLevels[level].name;
    int CpuInfo::*const id = kLevels[level].id;
    if (id == &CpuInfo::core) return cores(depth, cpus);
    const auto sets = parts(m_, cpus, id);
    const auto plain = [&](const CpuMask& set) {  // a cluster that is one core, or the whole of its cache
      return id == &CpuInfo::cluster && (set == cpus || parts(m_, set, &CpuInfo::core).size() == 1);
    };
    CpuMask rest;
    for (const CpuMask& set : sets)
      if (plain(set)) rest |= set;
    if (!rest.empty()) cores(depth, rest);
    for (const CpuMask& set : sets) {
      if (plain(set)) continue;
      const bool leaf = id != &CpuInfo::package && alike(set);
      line(depth, fmt::format("{} {}: {}", name, m_.cpu(set.first()).*id, machines::cpus_text(set)) +
                      elsewhere(set, id) + (leaf ? marks(m_.cpu(set.first()), mixed_) : ""));
      if (!leaf) below(depth + 1, level + 1, set);
    }
  }

  /// A package (or cache) that spans nodes has a line under each of them.
  std::string elsewhere(const CpuMask& set, int CpuInfo::*id) const {
    CpuMask whole;
    for (Cpu c : m_.possible())
      if (m_.cpu(c).*id == m_.cpu(set.first()).*id) whole.set(c);
    return whole == set ? "" : " (of " + whole.to_list() + ")";
  }

  /// Nothing is left to say below such a set: its CPUs have no SMT siblings, are no clusters within it, and
  /// are marked alike.
  bool alike(const CpuMask& set) const {
    for (Cpu c : set) {
      const CpuMask cluster = m_.cluster_mask(c);
      if (m_.smt_mask(c).weight() != 1 || (cluster.weight() != 1 && cluster != set)) return false;
      if (marks(m_.cpu(c), mixed_) != marks(m_.cpu(set.first()), mixed_)) return false;
    }
    return true;
  }

  /// A line for each core of several CPUs; single CPUs with the same marks share one.
  void cores(int depth, const CpuMask& cpus) {
    CpuMask done;
    for (const CpuMask& core : parts(m_, cpus, &CpuInfo::core)) {
      if (core.subset_of(done)) continue;
      if (core.weight() == 1) {
        CpuMask same;
        for (Cpu c : cpus)
          if (m_.smt_mask(c).weight() == 1 && marks(m_.cpu(c), mixed_) == marks(m_.cpu(core.first()), mixed_))
            same.set(c);
        done |= same;
        line(depth, machines::cpus_text(same) + marks(m_.cpu(core.first()), mixed_));
        continue;
      }
      std::string threads;
      for (Cpu c : core)
        threads += fmt::format("{}CPU {}{}", threads.empty() ? "" : ", ", c, marks(m_.cpu(c), mixed_));
      line(depth, fmt::format("core {}: {}", m_.cpu(core.first()).core, threads));
    }
  }

  const Machine& m_;
  bool mixed_ = false;
  std::string out_;
};

std::string distances(const Machine& m) {
  std::string text = "distances:\n  node";
  for (int j = 0; j < m.nr_nodes(); ++j) text += fmt::format(" {:>3}", j);
  for (int i = 0; i < m.nr_nodes(); ++i) {
    text += fmt::format("\n  {:>4}", i);
    for (int j = 0; j < m.nr_nodes(); ++j) text += fmt::format(" {:>3}", m.node_distance(i, j));
  }
  return text + "\n";
}

}  // namespace

std::string machine_tree_text(const Machine& given) {
  const Machine m = normalised(given);
  std::string out = fmt::format(
      "{}: {}, {}, {}, {}, {}\n", m.name.empty() ? "machine" : m.name, counted(m.possible().weight(), "CPU"),
      counted(count(m, &CpuInfo::core), "core"), counted(count(m, &CpuInfo::llc), "LLC"),
      counted(count(m, &CpuInfo::package), "package"), counted(m.nr_nodes(), "node"));
  if (!m.source.empty()) out += "source: " + m.source + "\n";
  const auto add = [&](const char* what, const CpuMask& cpus) {
    if (!cpus.empty()) out += fmt::format("{}: {}\n", what, cpus.to_list());
  };
  add("offline", m.possible().minus(m.online()));
  add("isolated", m.isolated());
  add("holes in the numbering", CpuMask::first_n(m.nr_cpus()).minus(m.possible()));
  out += Tree(m).text();
  if (m.nr_nodes() > 1) out += distances(m);
  for (const auto& note : m.notes) out += "note: " + note + "\n";
  return out;
}

}  // namespace schedproof::cli
