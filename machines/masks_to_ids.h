// SPDX-License-Identifier: GPL-2.0-or-later
// Readers meet "who shares what with me" as one mask per CPU; a Machine wants ids. Shared by the sysfs and
// hwloc readers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/machine/machine.h"

namespace schedproof::machines {

/// "CPU 4" or "CPUs 0-2,4", for notes.
std::string cpus_text(const model::CpuMask& cpus);

/// One mask per CPU number; an empty mask stands for "not told".
using Masks = std::vector<model::CpuMask>;

/// What the masks of all CPUs say, before they become ids.
struct SharingMasks {
  Masks core, cluster, llc, package;
  explicit SharingMasks(int nr_cpus)
      : core(static_cast<std::size_t>(nr_cpus)), cluster(core), llc(core), package(core) {}
};

/// Two CPUs whose masks contradict each other: `cpu` names `other`, but their masks differ (or cpu's own
/// lacks it: then other == cpu).
struct Contradiction {
  model::Cpu cpu = -1, other = -1;
};
/// Checks that the masks of `cpus` partition them; masks are looked at within `cpus` only.
std::optional<Contradiction> contradiction(const Masks& masks, const model::CpuMask& cpus);

/// Cuts clusters to their LLC and LLCs to their package, widens clusters to whole cores, and writes the ids
/// of `cpus` (the number of the lowest CPU of the set). Tells of each cut in machine.notes.
void write_ids(model::Machine& machine, SharingMasks masks, const model::CpuMask& cpus);

/// CPUs of which nothing is known are a core, cluster, LLC and package of their own; tells so in
/// machine.notes.
void stand_alone(model::Machine& machine, const model::CpuMask& cpus, const std::string& why);

}  // namespace schedproof::machines
