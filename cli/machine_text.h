// SPDX-License-Identifier: GPL-2.0-or-later
// What `schedproof machine show` prints: a machine as a tree, and the domains that an era builds on it, as
// text that a kernel developer recognises and as JSON. Plain functions; arguments are parsed elsewhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "model/domains/domains.h"
#include "model/machine/machine.h"

namespace schedproof::cli {

/// Nodes, packages, last-level caches, clusters, cores, CPUs, indented; a level that adds nothing to the one
/// above (a cluster that is a core) has no line of its own. Capacities, offline and isolated CPUs, holes,
/// distances, notes.
std::string machine_tree_text(const model::Machine& machine);

/// First each kind of domain with its level, flags and parameters, then the tree of each CPU: its domains
/// from the base upwards with span and groups, and the per-CPU pointers. CPUs whose trees read the same are
/// printed once; groups are listed from the lowest CPU on, while each CPU's own ring starts at its own group.
std::string domains_text(const model::Machine& machine, const model::Domains& domains);

/// The same as JSON: {"cpus": [{"cpus": "0-3", "domains": [{"name", "level", "span", "flags", "groups",
/// parameters ...}], "sd_llc", "sd_llc_size", "sd_llc_id", "sd_busy", "sd_numa", "sd_asym"}]}. A pointer is
/// the index of the domain in the CPU's own list, null, or {"name", "span", "freed"} if it names none of
/// them.
nlohmann::ordered_json domains_json(const model::Machine& machine, const model::Domains& domains);

}  // namespace schedproof::cli
