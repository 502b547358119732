// SPDX-License-Identifier: GPL-2.0-or-later
// A machine from an hwloc XML export (lstopo FILE.xml), through libhwloc. hwloc tells what the hardware has,
// so this is a little less exact than the kernel's own masks: see machine_from_sysfs().
#pragma once

#include <string>

#include "model/machine/machine.h"

namespace schedproof::machines {

/// core, package: hwloc's Core and Package; LLC: the highest data or unified cache above a PU; cluster: a
/// Group of subtype Cluster, else the L2; node: the smallest NUMANode with the PU in it (others, such as
/// high-bandwidth memory, are left out); distances: the NUMALatency matrix, else 20 between nodes; capacity:
/// the CPU kinds' LinuxCapacity, else 1024. CPUs that the export knows without an object are offline.
/// Whatever was assumed is told in Machine::notes. Throws BadInput if the file is no export or the machine is
/// invalid.
model::Machine machine_from_hwloc_xml(const std::string& file);
/// The same, from the text of an export; `origin` stands for the file name.
model::Machine machine_from_hwloc_xml_text(const std::string& xml, const std::string& origin);

}  // namespace schedproof::machines
