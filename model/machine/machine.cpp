// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/machine.h"

#include <map>

namespace schedproof::model {

namespace {

template <class Same>
CpuMask mask_where(const Machine& m, Same same) {
  CpuMask mask;
  for (Cpu c = 0; c < m.nr_cpus(); ++c)
    if (m.cpu(c).possible && same(m.cpu(c))) mask.set(c);
  return mask;
}

}  // namespace

CpuMask Machine::possible() const {
  return mask_where(*this, [](const CpuInfo&) { return true; });
}
CpuMask Machine::online() const {
  return mask_where(*this, [](const CpuInfo& i) { return i.online; });
}
CpuMask Machine::isolated() const {
  return mask_where(*this, [](const CpuInfo& i) { return i.isolated; });
}
CpuMask Machine::smt_mask(Cpu c) const {
  return mask_where(*this, [&](const CpuInfo& i) { return i.core == cpu(c).core; });
}
CpuMask Machine::cluster_mask(Cpu c) const {
  return mask_where(*this, [&](const CpuInfo& i) { return i.cluster == cpu(c).cluster; });
}
CpuMask Machine::llc_mask(Cpu c) const {
  return mask_where(*this, [&](const CpuInfo& i) { return i.llc == cpu(c).llc; });
}
CpuMask Machine::package_mask(Cpu c) const {
  return mask_where(*this, [&](const CpuInfo& i) { return i.package == cpu(c).package; });
}
CpuMask Machine::node_mask(int node) const {
  return mask_where(*this, [&](const CpuInfo& i) { return i.node == node; });
}

Machine Machine::flat(int n, std::string name) {
  Machine m;
  m.name = std::move(name);
  m.cpus.resize(static_cast<std::size_t>(n));
  for (Cpu c = 0; c < n; ++c) m.cpu(c).core = m.cpu(c).cluster = c;
  return m;
}

bool Machine::same_hardware(const Machine& other) const {
  const Machine a = normalised(*this), b = normalised(other);
  const bool one_node = a.nr_nodes() == 1 && b.nr_nodes() == 1;
  return a.cpus == b.cpus && (one_node || a.distance == b.distance);
}

Machine normalised(Machine m) {
  using Id = int CpuInfo::*;
  for (Id id : {&CpuInfo::core, &CpuInfo::cluster, &CpuInfo::llc, &CpuInfo::package}) {
    std::map<int, int> number;
    for (CpuInfo& i : m.cpus)
      if (i.possible) i.*id = number.emplace(i.*id, static_cast<int>(number.size())).first->second;
  }
  for (CpuInfo& i : m.cpus)
    if (!i.possible) i = CpuInfo{.possible = false, .online = false};
  return m;
}

}  // namespace schedproof::model
