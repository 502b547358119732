// SPDX-License-Identifier: GPL-2.0-or-later
#include <rapidcheck.h>

#include <algorithm>

#include "properties/generators/draw.h"
#include "properties/generators/pick.h"

namespace schedproof::properties::draw {

using model::Cpu;
using model::CpuMask;
using model::Placement;
using model::Scenario;
using model::ScenarioCpu;
using model::ScenarioEvent;
using model::ScenarioTask;

namespace {

Cpu one_of(const CpuMask& mask) {
  int skip = in(0, mask.weight() - 1);
  for (Cpu c : mask)
    if (skip-- == 0) return c;
  return mask.first();
}

std::uint64_t draw_weight() {
  constexpr std::uint64_t kWeights[] = {1024, 15, 335, 820, 3121, 88761, 2};
  return kWeights[static_cast<std::size_t>(in(0, 6))];
}

/// Run queues: idle, one task, loaded, or with an odd state (a task not yet running, a wakeup pending).
void draw_queues(Scenario& s, Cpu keep_running) {
  const int n = s.machine.nr_cpus();
  // How full the machine is decides how often a scan finds something; every degree is drawn.
  const int fullness = in(0, 4);
  const auto states = *rc::gen::container<std::vector<int>>(static_cast<std::size_t>(n),
                                                            rc::gen::resize(100, rc::gen::inRange(0, 8)));
  for (Cpu c = 0; c < n; ++c) {
    if (!s.machine.cpu(c).possible || !s.machine.cpu(c).online || c == keep_running) continue;
    const int state = at_or(states, c, 0);
    if (state == 0 || state > fullness * 2) continue;
    if (state <= 4) {
      s.busy.set(c);
    } else {
      ScenarioCpu o;
      o.cpu = c;
      if (state == 5) o.nr_running = 1;           // woken, not yet running
      if (state == 6) o.wake_list_empty = false;  // a wakeup is on its way
      if (state == 7) {                           // loaded with several tasks
        o.curr_is_idle = false;
        o.nr_running = static_cast<std::uint32_t>(in(1, 4));
        o.runnable_load_avg = static_cast<std::uint64_t>(in(0, 6) * 512 + in(0, 40));
      }
      s.cpus.push_back(o);
    }
  }
}

/// Loads that are not what queues imply: blocked sums, old cpu_load, reduced power.
void draw_loads(Scenario& s) {
  for (int k = in(0, 3); k > 0; --k) {
    const Cpu c = one_of(s.machine.online());
    if (std::any_of(s.cpus.begin(), s.cpus.end(), [&](const ScenarioCpu& o) { return o.cpu == c; })) continue;
    ScenarioCpu o;
    o.cpu = c;
    o.runnable_load_avg = static_cast<std::uint64_t>(in(0, 4096));
    if (one_in(3))
      o.cpu_load = std::array<std::uint64_t, 5>{static_cast<std::uint64_t>(in(0, 4096)), 512, 256, 128, 64};
    if (one_in(3)) o.cpu_power = static_cast<std::uint64_t>(in(1, 1024));
    s.cpus.push_back(o);
  }
}

CpuMask draw_allowed(const Scenario& s, Cpu here, Cpu prev) {
  const CpuMask possible = s.machine.possible();
  CpuMask mask = possible;
  switch (in(0, 7)) {
    case 0:
    case 1:
    case 2:
      return {};  // all
    case 3:
      return CpuMask{one_of(possible)};
    case 4:
      mask.clear(here);
      break;
    case 5:
      mask.clear(prev);
      break;
    case 6:
      mask.clear(here);
      mask.clear(prev);
      break;
    default: {
      const auto drop = *rc::gen::container<std::vector<bool>>(static_cast<std::size_t>(s.machine.nr_cpus()),
                                                               rc::gen::arbitrary<bool>());
      for (Cpu c : possible)
        if (at_or(drop, c, false)) mask.clear(c);
    }
  }
  return mask.empty() ? CpuMask{one_of(possible)} : mask;
}

/// The wakee's last CPU: this one, a cache sibling, or any.
Cpu draw_prev(const Scenario& s, Cpu here) {
  switch (in(0, 3)) {
    case 0:
      return here;
    case 1:
      return one_of(s.machine.llc_mask(here));
    default:
      return one_of(s.machine.possible());
  }
}

void draw_group(Scenario& s) {
  model::ScenarioGroup g;
  g.id = "group";
  g.shares = draw_weight();
  g.load_avg = static_cast<std::uint64_t>(in(0, 4096));
  for (int k = in(0, 2); k > 0; --k)
    g.cpus.push_back({one_of(s.machine.possible()), draw_weight(), static_cast<std::uint64_t>(in(0, 2048)),
                      draw_weight()});
  s.groups.push_back(g);
  for (auto& t : s.tasks)
    if (one_in(2)) t.group = "group";
}

}  // namespace

void placement(Scenario& s, const std::vector<Placement>& kinds) {
  const Placement why = kinds[static_cast<std::size_t>(in(0, static_cast<int>(kinds.size()) - 1))];
  const Cpu here = one_of(s.machine.online());
  const bool interrupt = why == Placement::wake && one_in(5);

  ScenarioEvent event;
  event.kind = why == Placement::wake   ? ScenarioEvent::Kind::wake
               : why == Placement::fork ? ScenarioEvent::Kind::fork
                                        : ScenarioEvent::Kind::exec;
  ScenarioTask waker, wakee;
  waker.id = "waker";
  wakee.id = "wakee";
  waker.cpu = here;
  waker.status = ScenarioTask::Status::running;
  draw_queues(s, interrupt ? -1 : here);
  const bool swamped = one_in(3);
  if (!swamped) draw_loads(s);

  wakee.cpu = why == Placement::wake ? draw_prev(s, here) : here;
  if (why == Placement::wake && one_in(6)) wakee.wake_cpu = draw_prev(s, here);
  wakee.allowed = draw_allowed(s, here, wakee.cpu);
  wakee.weight = draw_weight();
  waker.weight = draw_weight();
  if (one_in(4)) {  // enough partners for wake_wide on both sides
    wakee.wakee_flips = static_cast<std::uint64_t>(in(1, 80));
    waker.wakee_flips = wakee.wakee_flips * static_cast<std::uint64_t>(in(1, 70));
  }
  event.sync = why == Placement::wake && one_in(2);
  if (why == Placement::exec) {
    wakee.status = ScenarioTask::Status::running;
    s.tasks = {wakee};
  } else if (interrupt) {
    event.on_cpu = here;
    s.tasks = {wakee};
  } else {
    event.by = "waker";
    s.tasks = {waker, wakee};
  }
  event.task = "wakee";
  if (one_in(6)) draw_group(s);
  s.events.push_back(event);
}

void case_for(const Claim& claim, Scenario& s) {
  s.options = options();
  switch (claim.shape) {
    case Shape::domains:
      if (one_in(2)) s.events = domain_events(s.machine, 4);
      break;
    case Shape::sequence:
      s.options.asym_packing = s.options.asym_packing || one_in(4);
      s.events = domain_events(s.machine, 10);
      break;
    case Shape::decision:
      placement(s, claim.placements);
      break;
  }
}

}  // namespace schedproof::properties::draw
