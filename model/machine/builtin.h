// SPDX-License-Identifier: GPL-2.0-or-later
// The machines that schedproof knows by name. Each says in `source` where its description comes from; all of
// them are valid for eras that forbid an LLC to span nodes, so that every era can be tried on every one.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/machine/machine.h"

namespace schedproof::model {

struct BuiltinMachine {
  std::string summary;  // one line: what the machine is good for
  Machine machine;      // machine.name is the name to ask for
  const std::string& name() const { return machine.name; }
};

/// All of them, in the order in which they are listed to the user.
const std::vector<BuiltinMachine>& builtin_machines();
std::vector<std::string> builtin_names();

/// No built-in machine has this name; what() lists the names and suggests the nearest.
class UnknownMachine : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The built-in machine of this name; nullptr if there is none.
const Machine* find_builtin(std::string_view name);
/// The same, but throws UnknownMachine.
const Machine& builtin(std::string_view name);

}  // namespace schedproof::model
