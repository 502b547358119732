// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/hwloc_xml.h"

#include <hwloc.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "machines/bad_input.h"
#include "machines/masks_to_ids.h"

namespace schedproof::machines {

using model::Cpu;
using model::CpuMask;
using model::Machine;

namespace {

struct DestroyTopology {
  void operator()(hwloc_topology* t) const { hwloc_topology_destroy(t); }
};
using TopologyPtr = std::unique_ptr<hwloc_topology, DestroyTopology>;

TopologyPtr load(const std::string& xml, const std::string& origin) {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) throw std::runtime_error("hwloc_topology_init() failed");
  TopologyPtr t(raw);
  // Disallowed PUs (cgroups of the exporting shell) are CPUs all the same. Caches must be kept even where
  // they add no structure, for a machine of one CPU has a last-level cache too.
  hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  hwloc_topology_set_cache_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_type_filter(raw, HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_ALL);
  if (hwloc_topology_set_xmlbuffer(raw, xml.c_str(), static_cast<int>(xml.size()) + 1) != 0 ||
      hwloc_topology_load(raw) != 0)
    throw BadInput(
        origin,
        "libhwloc cannot read it; accepted is an XML export of hwloc, as \"lstopo FILE.xml\" writes it");
  return t;
}

/// The CPUs of a set; throws if one is too large.
CpuMask mask_of(hwloc_const_bitmap_t set, const std::string& origin) {
  CpuMask mask;
  if (set == nullptr) return mask;
  if (hwloc_bitmap_last(set) >= model::kMaxCpus)
    throw BadInput(origin, "CPU " + std::to_string(hwloc_bitmap_last(set)) + " is too large; CPUs below " +
                               std::to_string(model::kMaxCpus) + " are supported");
  for (int c = hwloc_bitmap_first(set); c != -1; c = hwloc_bitmap_next(set, c)) mask.set(c);
  return mask;
}

bool is_data_cache(hwloc_obj_t obj) { return hwloc_obj_type_is_dcache(obj->type) != 0; }
bool is_cluster(hwloc_obj_t obj) {
  return obj->type == HWLOC_OBJ_GROUP && obj->subtype != nullptr && std::strcmp(obj->subtype, "Cluster") == 0;
}

class Import {
 public:
  Import(hwloc_topology_t t, std::string origin)
      : t_(t),
        origin_(std::move(origin)),
        root_(hwloc_get_root_obj(t)),
        online_(mask_of(root_->cpuset, origin_)),
        possible_(mask_of(root_->complete_cpuset, origin_) | online_) {}

  Machine run() {
    if (online_.empty()) throw BadInput(origin_, "there is no CPU in it");
    for (Cpu c = 0; possible_.next(c - 1) != -1; ++c)
      m_.cpus.push_back({.possible = possible_.test(c), .online = online_.test(c)});
    read_nodes();
    read_sharing();
    read_capacities();
    try {
      validate(m_, true);
    } catch (const model::BadMachine& e) {
      throw BadInput(origin_, e.what());
    }
    return normalised(std::move(m_));
  }

 private:
  /// hwloc's NUMA nodes in the order of their numbers, as far as some PU has them as its smallest.
  void read_nodes() {
    std::vector<hwloc_obj_t> used;
    for (Cpu c : online_) {
      hwloc_obj_t best = nullptr;
      for (hwloc_obj_t n = nullptr; (n = hwloc_get_next_obj_by_type(t_, HWLOC_OBJ_NUMANODE, n)) != nullptr;) {
        if (hwloc_bitmap_isset(n->cpuset, static_cast<unsigned>(c)) == 0) continue;
        if (best == nullptr || better(n, best)) best = n;
      }
      if (best == nullptr) throw BadInput(origin_, "PU " + std::to_string(c) + " is in no NUMA node");
      std::size_t i = 0;
      while (i < used.size() && used[i] != best) ++i;
      if (i == used.size()) used.push_back(best);
      m_.cpu(c).node = static_cast<int>(i);
    }
    const int left_out = hwloc_get_nbobjs_by_type(t_, HWLOC_OBJ_NUMANODE) - static_cast<int>(used.size());
    if (left_out > 0)
      m_.notes.push_back(std::to_string(left_out) + " NUMA nodes without CPUs of their own were left out.");
    renumber_by_os_index(used);
    read_distances(used);
  }

  static bool better(hwloc_obj_t a, hwloc_obj_t b) {
    const int wa = hwloc_bitmap_weight(a->cpuset), wb = hwloc_bitmap_weight(b->cpuset);
    return wa != wb ? wa < wb : a->os_index < b->os_index;
  }

  void renumber_by_os_index(std::vector<hwloc_obj_t>& nodes) {
    const auto old = nodes;
    std::sort(nodes.begin(), nodes.end(),
              [](hwloc_obj_t a, hwloc_obj_t b) { return a->os_index < b->os_index; });
    for (Cpu c : online_) {
      const hwloc_obj_t mine = old[static_cast<std::size_t>(m_.cpu(c).node)];
      m_.cpu(c).node = static_cast<int>(std::find(nodes.begin(), nodes.end(), mine) - nodes.begin());
    }
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i]->os_index != i)
        m_.notes.push_back("Node " + std::to_string(nodes[i]->os_index) + " is node " + std::to_string(i) +
                           " here.");
  }

  void read_distances(const std::vector<hwloc_obj_t>& nodes) {
    if (nodes.size() == 1) return;
    m_.distance.assign(nodes.size(), std::vector<int>(nodes.size(), model::kRemoteDistance));
    for (std::size_t i = 0; i < nodes.size(); ++i) m_.distance[i][i] = model::kLocalDistance;
    unsigned count = 1;
    hwloc_distances_s* found = nullptr;
    if (hwloc_distances_get_by_name(t_, "NUMALatency", &count, &found, 0) != 0 || count == 0) {
      m_.notes.push_back("Node distances are missing; remote nodes were taken as 20 away.");
      return;
    }
    const auto release = [this](hwloc_distances_s* d) { hwloc_distances_release(t_, d); };
    const std::unique_ptr<hwloc_distances_s, decltype(release)> owner(found, release);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t j = 0; j < nodes.size(); ++j) {
        const int from = hwloc_distances_obj_index(found, nodes[i]),
                  to = hwloc_distances_obj_index(found, nodes[j]);
        if (from < 0 || to < 0) throw BadInput(origin_, "its NUMALatency matrix lacks a NUMA node");
        const auto cell = static_cast<std::size_t>(from) * found->nbobjs + static_cast<std::size_t>(to);
        m_.distance[i][j] = static_cast<int>(std::min<hwloc_uint64_t>(found->values[cell], 1'000'000));
      }
  }

  void read_sharing() {
    SharingMasks masks(m_.nr_cpus());
    CpuMask no_package, no_llc;
    for (Cpu c : online_) {
      const auto at = static_cast<std::size_t>(c);
      hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(t_, static_cast<unsigned>(c));
      if (pu == nullptr) throw BadInput(origin_, "CPU " + std::to_string(c) + " has no PU object");
      CpuMask l2;
      for (hwloc_obj_t o = pu; o != nullptr; o = o->parent) {
        if (o->type == HWLOC_OBJ_CORE) masks.core[at] = mask_of(o->cpuset, origin_);
        if (o->type == HWLOC_OBJ_PACKAGE) masks.package[at] = mask_of(o->cpuset, origin_);
        if (o->type == HWLOC_OBJ_L2CACHE) l2 = mask_of(o->cpuset, origin_);
        if (is_data_cache(o))
          masks.llc[at] = mask_of(o->cpuset, origin_);  // parents come later: the highest stays
        if (is_cluster(o)) masks.cluster[at] = mask_of(o->cpuset, origin_);
      }
      if (masks.core[at].empty()) masks.core[at].set(c);
      if (masks.package[at].empty()) masks.package[at] = online_, no_package.set(c);
      if (masks.cluster[at].empty()) masks.cluster[at] = l2 | masks.core[at];
      if (masks.llc[at].empty())
        masks.llc[at] = masks.package[at] & m_.node_mask(m_.cpu(c).node), no_llc.set(c);
    }
    if (!no_llc.empty())
      m_.notes.push_back(
          cpus_text(no_llc) +
          ": no cache is told; the package (within the node) was taken as the last-level cache.");
    if (!no_package.empty())
      m_.notes.push_back(cpus_text(no_package) + ": the package is not told; all CPUs were taken as one.");
    write_ids(m_, masks, online_);
    stand_alone(m_, possible_.minus(online_), "offline and without topology");
  }

  void read_capacities() {
    CpuMask told;
    const int kinds = hwloc_cpukinds_get_nr(t_, 0);
    const std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)> set(hwloc_bitmap_alloc(),
                                                                        hwloc_bitmap_free);
    for (int k = 0; k < kinds; ++k) {
      unsigned nr_infos = 0;
      hwloc_info_s* infos = nullptr;
      if (hwloc_cpukinds_get_info(t_, static_cast<unsigned>(k), set.get(), nullptr, &nr_infos, &infos, 0) !=
          0)
        continue;
      for (unsigned i = 0; i < nr_infos; ++i) {
        if (std::strcmp(infos[i].name, "LinuxCapacity") != 0) continue;
        const std::string_view text = infos[i].value;
        int capacity = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), capacity);
        if (error != std::errc{} || end != text.data() + text.size())
          throw BadInput(origin_, "LinuxCapacity \"" + std::string(text) + "\" is not a number");
        for (Cpu c : mask_of(set.get(), origin_) & possible_) m_.cpu(c).capacity = capacity, told.set(c);
      }
    }
    if (told.empty())
      m_.notes.push_back("The export tells no CPU capacities; all CPUs were taken as equal (1024).");
  }

  hwloc_topology_t t_;
  std::string origin_;
  hwloc_obj_t root_;
  CpuMask online_, possible_;
  Machine m_;
};

}  // namespace

Machine machine_from_hwloc_xml_text(const std::string& xml, const std::string& origin) {
  const TopologyPtr t = load(xml, origin);
  return Import(t.get(), origin).run();
}

Machine machine_from_hwloc_xml(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw BadInput(file, "it cannot be opened");
  return machine_from_hwloc_xml_text(std::string(std::istreambuf_iterator<char>(in), {}), file);
}

}  // namespace schedproof::machines
