// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/domains/builder.h"

namespace schedproof::model {

const char* to_string(DomainEvent::Kind kind) {
  switch (kind) {
    case DomainEvent::Kind::boot:
      return "boot";
    case DomainEvent::Kind::offline:
      return "offline";
    case DomainEvent::Kind::online:
      return "online";
    case DomainEvent::Kind::partition:
      return "partition";
    case DomainEvent::Kind::nohz_enter:
      return "nohz_enter";
    case DomainEvent::Kind::tick:
      return "tick";
  }
  return "?";
}

DomainState DomainRules::boot(const Machine& machine, const DomainOptions& options) const {
  DomainState state = init(machine, options);
  apply(state, DomainEvent{});
  return state;
}

}  // namespace schedproof::model
