// SPDX-License-Identifier: GPL-2.0-or-later
#include <rapidcheck.h>

#include "properties/generators/draw.h"

namespace schedproof::properties::draw {

using model::Cpu;
using model::CpuMask;
using model::DomainEvent;
using model::ScenarioEvent;

namespace {

Cpu nth(const CpuMask& mask, int n) {
  int skip = n % mask.weight();
  for (Cpu c : mask)
    if (skip-- == 0) return c;
  return -1;
}

/// Cuts the CPUs into one to three partitions and, sometimes, leaves the last piece out.
std::vector<model::Partition> cut(const CpuMask& cpus, int code) {
  const int pieces = 1 + code % 3;
  const bool leave_out = code / 3 % 2 == 1;
  const bool by_parity = code / 6 % 2 == 1;
  std::vector<model::Partition> parts(static_cast<std::size_t>(pieces));
  const int n = cpus.weight();
  int i = 0;
  for (Cpu c : cpus) {
    const int piece = by_parity ? i % pieces : i * pieces / n;
    parts[static_cast<std::size_t>(piece)].cpus.set(c);
    ++i;
  }
  std::erase_if(parts, [](const model::Partition& p) { return p.cpus.empty(); });
  if (leave_out && !parts.empty() && (parts.size() > 1 || n > 1)) {
    if (parts.size() > 1)
      parts.pop_back();
    else
      parts[0].cpus.clear(parts[0].cpus.first());
  }
  return parts;
}

}  // namespace

std::vector<ScenarioEvent> domain_events(const model::Machine& machine, std::size_t most) {
  // An event is drawn as two numbers and read against the CPUs that are up when its turn comes, so that every
  // list of numbers is possible and dropping one leaves a possible list.
  using Code = std::pair<int, int>;
  const auto code = rc::gen::pair(rc::gen::resize(100, rc::gen::inRange(0, 8)),
                                  rc::gen::resize(100, rc::gen::inRange(0, 1000)));
  auto codes = *rc::gen::container<std::vector<Code>>(code);
  if (codes.size() > most) codes.resize(most);

  CpuMask online = machine.online();
  const CpuMask possible = machine.possible();
  std::vector<ScenarioEvent> events;
  for (const auto& [kind, value] : codes) {
    ScenarioEvent e;
    e.kind = ScenarioEvent::Kind::domain;
    auto& d = e.domain;
    const CpuMask down = possible.minus(online);
    if (kind <= 1) {
      if (online.weight() < 2) continue;
      d.kind = DomainEvent::Kind::offline;
      d.cpu = nth(online, value);
      online.clear(d.cpu);
    } else if (kind == 2) {
      if (down.empty()) continue;
      d.kind = DomainEvent::Kind::online;
      d.cpu = nth(down, value);
      online.set(d.cpu);
    } else if (kind <= 4) {
      d.kind = DomainEvent::Kind::partition;
      d.partitions = cut(online, value);
    } else {
      d.kind = kind <= 6 ? DomainEvent::Kind::tick : DomainEvent::Kind::nohz_enter;
      d.cpu = nth(online, value);
    }
    events.push_back(std::move(e));
  }
  return events;
}

}  // namespace schedproof::properties::draw
