// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/masks_to_ids.h"

namespace schedproof::machines {

using model::Cpu;
using model::CpuMask;

namespace {

std::size_t at(Cpu c) { return static_cast<std::size_t>(c); }

/// inner[c] &= outer[c]; the CPUs whose mask became smaller.
CpuMask cut(Masks& inner, const Masks& outer, const CpuMask& cpus) {
  CpuMask changed;
  for (Cpu c : cpus) {
    if (inner[at(c)].subset_of(outer[at(c)])) continue;
    inner[at(c)] &= outer[at(c)];
    changed.set(c);
  }
  return changed;
}

}  // namespace

std::string cpus_text(const CpuMask& cpus) {
  return (cpus.weight() == 1 ? "CPU " : "CPUs ") + cpus.to_list();
}

std::optional<Contradiction> contradiction(const Masks& masks, const CpuMask& cpus) {
  for (Cpu c : cpus) {
    const CpuMask mine = masks[at(c)] & cpus;
    if (!mine.test(c)) return Contradiction{c, c};
    for (Cpu other : mine)
      if ((masks[at(other)] & cpus) != mine) return Contradiction{c, other};
  }
  return std::nullopt;
}

void write_ids(model::Machine& m, SharingMasks masks, const CpuMask& cpus) {
  for (Masks* each : {&masks.core, &masks.cluster, &masks.llc, &masks.package})
    for (Cpu c : cpus) (*each)[at(c)] &= cpus;
  for (Cpu c : cpus) masks.cluster[at(c)] |= masks.core[at(c)];
  if (const CpuMask changed = cut(masks.llc, masks.package, cpus); !changed.empty())
    m.notes.push_back(cpus_text(changed) + ": the last-level cache reaches beyond the package; it was cut.");
  if (const CpuMask changed = cut(masks.cluster, masks.llc, cpus); !changed.empty())
    m.notes.push_back(cpus_text(changed) + ": the cluster reaches beyond the last-level cache; it was cut.");
  for (Cpu c : cpus) {
    model::CpuInfo& i = m.cpu(c);
    i.core = masks.core[at(c)].first();
    i.cluster = masks.cluster[at(c)].first();
    i.llc = masks.llc[at(c)].first();
    i.package = masks.package[at(c)].first();
  }
}

void stand_alone(model::Machine& m, const CpuMask& cpus, const std::string& why) {
  if (cpus.empty()) return;
  for (Cpu c : cpus) m.cpu(c).core = m.cpu(c).cluster = m.cpu(c).llc = m.cpu(c).package = c;
  m.notes.push_back(cpus_text(cpus) + ": " + why +
                    "; each was taken as a core, cluster, LLC and package of its own.");
}

}  // namespace schedproof::machines
