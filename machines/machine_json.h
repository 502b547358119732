// SPDX-License-Identifier: GPL-2.0-or-later
// The machine object of scenario files. Either a string, the name of a built-in machine, or an object:
//
// | key | meaning | default |
// |---|---|---|
// | cpus | number of CPUs, holes included | (required) |
// | name, source, notes | text, text, list of texts | empty |
// | holes, offline, isolated | CPU sets: not possible; not online at boot; isolcpus= | none |
// | smt | list of CPU sets, one per core | each CPU alone |
// | cluster | list of CPU sets that share an L2 or a cluster | each core alone |
// | package | list of CPU sets | one package |
// | node | list of CPU sets, node 0 first | one node |
// | llc | list of CPU sets that share the last-level cache | each package, within a node |
// | distance | matrix of node distances | 20 between nodes |
// | capacity | one number, or a list with one per CPU | 1024 |
//
// A CPU set is a list of numbers, [0, 1], or the kernel's list form, "0-3,8". CPUs that `smt`, `cluster`,
// `llc` or `package` do not name stand alone (with their core, cluster or LLC); `node` names every CPU.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "model/machine/machine.h"

namespace schedproof::machines {

/// Reads a machine; `path` is where it stands in the document ("machine"). Throws model::BadMachine whose
/// place is the path of the fault ("machine.package[1]"): a wrong type, an unknown key, a CPU named twice or
/// not there, or any fault of model::validate() (with LLCs that span nodes allowed, for that is the era's to
/// say).
model::Machine machine_from_json(const nlohmann::json& json, const std::string& path = "machine");

/// The inverse, for valid machines: reading it back gives the same name, source, notes and hardware. Keys
/// stand in the order of the table above, defaults are left out; a built-in machine becomes its name.
nlohmann::ordered_json machine_to_json(const model::Machine& machine);
/// The same, but an object for built-in machines too.
nlohmann::ordered_json machine_to_json_object(const model::Machine& machine);

}  // namespace schedproof::machines
