// SPDX-License-Identifier: GPL-2.0-or-later
// NUMA nodes and their distances from /sys/devices/system/node.
#pragma once

#include "machines/sysfs_files.h"
#include "model/machine/machine.h"

namespace schedproof::machines {

/// Sets CpuInfo::node and Machine::distance; nodes without CPUs are left out and the others renumbered 0, 1
/// ..., which is told in machine.notes. Throws BadInput (see machine_from_sysfs()).
void read_nodes(const SysfsFiles& files, model::Machine& machine);

}  // namespace schedproof::machines
