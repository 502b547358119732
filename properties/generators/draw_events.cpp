// SPDX-License-Identifier: GPL-2.0-or-later
#include <rapidcheck.h>

#include <algorithm>

#include "properties/expected_levels.h"
#include "properties/generators/draw.h"
#include "properties/generators/pick.h"

namespace schedproof::properties::draw {

using model::Cpu;
using model::CpuMask;
using model::DomainEvent;
using model::Partition;
using model::ScenarioEvent;

namespace {

/// sched_domain_level_max after the boot: cpusets may ask for levels below it.
int level_max(const model::Machine& machine, const model::DomainOptions& options) {
  model::DomainState s;
  s.machine = machine;
  s.options = options;
  s.online = s.active = machine.online();
  s.doms_cur = {Partition{.cpus = s.active.minus(machine.isolated()), .relax_domain_level = -1}};
  const ExpectedTrees trees(s);
  std::size_t most = 1;
  for (Cpu c : s.active) most = std::max(most, trees.chain(c).size());
  return static_cast<int>(most) - 1;
}

/// Cuts the CPUs into one to three partitions, by halves or by turns, and sometimes leaves some CPUs out.
std::vector<Partition> cut(const CpuMask& cpus, int level_max) {
  const int pieces = in(1, 3), n = cpus.weight();
  const bool leave_out = one_in(2), by_turns = one_in(3), relaxed = one_in(3) && level_max > 0;
  std::vector<Partition> parts(static_cast<std::size_t>(pieces));
  int i = 0;
  for (Cpu c : cpus) {
    const int piece = by_turns ? i % pieces : i * pieces / n;
    parts[static_cast<std::size_t>(piece)].cpus.set(c);
    ++i;
  }
  std::erase_if(parts, [](const Partition& p) { return p.cpus.empty(); });
  if (leave_out && parts.size() > 1)
    parts.pop_back();
  else if (leave_out && n > 1)
    parts[0].cpus.clear(parts[0].cpus.first());
  if (relaxed)
    for (auto& p : parts) p.relax_domain_level = in(-1, level_max - 1);
  return parts;
}

class Draw {
 public:
  Draw(const model::Machine& machine, const model::DomainOptions& options)
      : possible_(machine.possible()), online_(machine.online()), level_max_(level_max(machine, options)) {}

  void one() {
    switch (in(0, 9)) {
      case 0:
      case 1:
        return go_down(one_of(online_));
      case 2:
        return come_up(one_in(3) ? possible_ : CpuMask{one_of(possible_)});
      case 3:
      case 4:
        return part();
      case 5:
        return part_again();
      case 6:
      case 7:
        return add(DomainEvent::Kind::tick, one_of(online_));
      default:
        return add(DomainEvent::Kind::nohz_enter, one_of(online_));
    }
  }
  std::vector<ScenarioEvent> take() { return std::move(events_); }
  std::size_t count() const { return events_.size(); }

 private:
  ScenarioEvent& add(ScenarioEvent e) {
    e.kind = ScenarioEvent::Kind::domain;
    return events_.emplace_back(std::move(e));
  }
  void add(DomainEvent::Kind kind, Cpu c) {
    ScenarioEvent e;
    e.domain.kind = kind;
    e.domain.cpu = c;
    add(e);
  }
  void go_down(Cpu c) {
    if (online_.weight() < 2) return;
    add(DomainEvent::Kind::offline, c);
    online_.clear(c);
  }
  void come_up(const CpuMask& some) {
    for (Cpu c : some.minus(online_)) add(DomainEvent::Kind::online, c);
    online_ |= some;
  }
  void part() {
    ScenarioEvent e;
    e.domain.kind = DomainEvent::Kind::partition;
    if (!one_in(6)) e.domain.partitions = cut(online_, level_max_);  // else one partition of all again
    add(e);
  }
  /// The last partition event again, as far as it is possible still, perhaps with one piece more or less.
  void part_again() {
    for (auto e = events_.rbegin(); e != events_.rend(); ++e) {
      if (e->domain.kind != DomainEvent::Kind::partition) continue;
      ScenarioEvent again = *e;
      auto& parts = again.domain.partitions;
      for (auto& p : parts) p.cpus &= online_;
      std::erase_if(parts, [](const Partition& p) { return p.cpus.empty(); });
      if (parts.size() > 1 && one_in(2)) parts.pop_back();
      add(again);
      return;
    }
    part();
  }

  CpuMask possible_, online_;
  int level_max_;
  std::vector<ScenarioEvent> events_;
};

}  // namespace

std::vector<ScenarioEvent> domain_events(const model::Machine& machine, const model::DomainOptions& options,
                                         std::size_t most) {
  Draw draw(machine, options);
  for (int left = in(1, static_cast<int>(most)); left > 0; --left) draw.one();
  return draw.take();
}

}  // namespace schedproof::properties::draw
