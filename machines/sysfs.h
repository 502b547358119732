// SPDX-License-Identifier: GPL-2.0-or-later
// A machine from a sysfs tree (/sys/devices/system/{cpu,node}), by our own reading of the kernel's masks:
// they say what the scheduler is given, where a library's view of the hardware says what is there.
//
// | id | taken from | where that is missing |
// |---|---|---|
// | core | topology/core_cpus, thread_siblings | the CPU alone |
// | cluster | topology/cluster_cpus, else the level-2 cache's shared_cpu_map | the core |
// | LLC | shared_cpu_map of the highest cache that is not for instructions and whose map is not empty |
// package and node | | package | topology/package_cpus, core_siblings | all CPUs | | node |
// node/nodeN/cpumap, the links nodeN/cpuM and cpuM/nodeN | one node | | capacity | cpu_capacity | 1024 |
//
// A cluster that leaves its LLC and an LLC that leaves its package are cut, as the kernel's own masks are.
// Memory-only nodes are left out. An offline CPU without topology is a core, cluster, LLC and package of its
// own. Each such step is told in Machine::notes.
#pragma once

#include <memory>

#include "machines/file_tree.h"
#include "model/machine/machine.h"

namespace schedproof::machines {

/// Reads the tree in a directory that holds sys/, in sys/ itself, or below one directory of the root (as in
/// tarballs). Throws BadInput with file and reason: no such tree, a value that cannot be parsed, CPUs that
/// disagree on what they share, a CPU in two nodes or in none, a distance row of the wrong length, or any
/// fault of model::validate().
model::Machine machine_from_sysfs(const FileTree& tree);

/// True for the files that machine_from_sysfs() may ask for.
bool is_sysfs_file_of_interest(const std::string& path);

}  // namespace schedproof::machines
