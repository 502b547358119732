// SPDX-License-Identifier: GPL-2.0-or-later
// A machine from whatever the user names.
#pragma once

#include <string>

#include "machines/bad_input.h"
#include "model/machine/machine.h"

namespace schedproof::machines {

struct LoadedMachine {
  enum class Kind { live, builtin, sysfs, hwloc_xml, json };
  model::Machine machine;  // valid (LLCs may span nodes), normalised; name and source are set
  Kind kind = Kind::builtin;
};
const char* to_string(LoadedMachine::Kind kind);

/// "live" (the machine this runs on), the name of a built-in machine, or a file: FILE.xml (hwloc export),
/// FILE.json (a machine object, comments allowed), a directory or tarball that holds a sysfs tree. Throws
/// BadInput, or model::UnknownMachine for a word that is neither a file nor a built-in machine; both say what
/// is accepted.
LoadedMachine load_machine(const std::string& what);

}  // namespace schedproof::machines
