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

std::uint64_t draw_weight() {
  constexpr std::uint64_t kWeights[] = {1024, 15, 335, 820, 3121, 88761, 2};
  return kWeights[static_cast<std::size_t>(in(0, 6))];
}

ScenarioCpu& override_of(Scenario& s, Cpu c) {
  for (auto& o : s.cpus)
    if (o.cpu == c) return o;
  s.cpus.emplace_back();
  s.cpus.back().cpu = c;
  return s.cpus.back();
}

/// Run queues: idle, one task, loaded, or with an odd state in between.
void draw_queues(Scenario& s, Cpu keep_running) {
  // How full the machine is decides how often a scan finds something; every degree is drawn.
  const int fullness = in(0, 4);
  for (Cpu c : s.machine.online()) {
    const int state = in(0, 8);
    if (c == keep_running || state == 0 || state > fullness * 2) continue;
    if (state <= 4) {
      s.busy.set(c);
      continue;
    }
    auto& o = override_of(s, c);
    if (state == 5) o.nr_running = 1;           // woken, not yet running
    if (state == 6) o.wake_list_empty = false;  // a wakeup is on its way
    if (state == 7) {                           // loaded with several tasks
      o.curr_is_idle = false;
      o.nr_running = static_cast<std::uint32_t>(in(1, 4));
      o.runnable_load_avg = static_cast<std::uint64_t>(in(0, 6) * 512 + in(0, 40));
    }
    if (state == 8) o.curr_is_idle = false;  // the last task is leaving: dequeued, still current
  }
}

/// Loads that are not what queues imply: blocked sums, old cpu_load, reduced power.
void draw_loads(Scenario& s) {
  for (int k = in(0, 3); k > 0; --k) {
    auto& o = override_of(s, one_of(s.machine.online()));
    o.runnable_load_avg = static_cast<std::uint64_t>(in(0, 4096));
    if (one_in(3))
      o.cpu_load = std::array<std::uint64_t, 5>{static_cast<std::uint64_t>(in(0, 4096)), 512, 256, 128, 64};
    if (one_in(3)) o.cpu_power = static_cast<std::uint64_t>(in(1, 1024));
  }
}

/// Percentages near which the margins of imbalance_pct 110, 117 and 125 decide.
std::uint64_t near_margin(std::uint64_t load) {
  constexpr int kPercent[] = {100, 105, 108, 109, 111, 112, 112, 112, 113, 117, 125};
  const auto percent = static_cast<std::uint64_t>(kPercent[in(0, static_cast<int>(std::size(kPercent)) - 1)]);
  const auto exact = static_cast<std::int64_t>((load * percent + 99) / 100);
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, exact + (one_in(2) ? in(-8, 8) : 0)));
}

/// wake_affine at its edges: with the wakee, this CPU is about the margin above the previous one; or both
/// loads are below one task once a sync waker sleeps. A task in the group of crumbs adds 2 wherever it is.
void draw_affine_edge(Scenario& s, Cpu here, ScenarioTask& wakee, ScenarioTask& waker, bool sync,
                      bool crumbs) {
  if (one_in(2)) wakee.cpu = one_of(s.machine.llc_mask(here) & s.machine.online());
  if (!one_in(4)) wakee.allowed = {};
  wakee.wake_cpu = -1;
  wakee.wakee_flips = 0;
  const std::uint64_t leaves = sync ? waker.weight : 0;
  auto load = static_cast<std::uint64_t>(in(1, 200) * (one_in(2) ? 100 : 33));
  if (crumbs) {  // loads at which one unit more or less decides
    constexpr int kEdge[] = {0, 0, 8, 16, 24};
    load = static_cast<std::uint64_t>(in(1, 200) * 25 + kEdge[in(0, 4)]);
    override_of(s, here).runnable_load_avg = leaves + (load * 112 + 99) / 100 - 2;
    override_of(s, wakee.cpu).runnable_load_avg = load - 2;
  } else if (sync && one_in(3)) {
    wakee.weight = waker.weight = model::kNice0Load;
    auto& at_this = override_of(s, here);
    at_this.runnable_load_avg = waker.weight + static_cast<std::uint64_t>(in(1, 60));
    at_this.nr_running = static_cast<std::uint32_t>(in(0, 2));
    override_of(s, wakee.cpu).runnable_load_avg = static_cast<std::uint64_t>(in(0, 1100));
  } else {
    const auto with = near_margin(load);
    override_of(s, here).runnable_load_avg = leaves + (with > wakee.weight ? with - wakee.weight : 1);
    override_of(s, wakee.cpu).runnable_load_avg = load;
  }
}

/// find_idlest_group and find_idlest_cpu at their edges: this CPU, or its whole cache, is about the margin
/// above the others, which are equal.
void draw_idlest_edge(Scenario& s, Cpu here) {
  auto load = static_cast<std::uint64_t>(in(0, 200) * (one_in(2) ? 100 : 33));
  auto more = near_margin(load);
  const int how = in(0, 3);
  if (how == 0) more = load;
  if (how == 1) {  // one unit more or less decides
    constexpr int kEdge[] = {0, 1, 9, 17};
    load = static_cast<std::uint64_t>(in(1, 40) * 25 + kEdge[in(0, 3)]);
    more = load * 112 / 100;
  }
  const CpuMask loaded = one_in(2) ? s.machine.llc_mask(here) : CpuMask{here};
  const bool other_then = one_in(3);  // the decayed loads tell another story
  for (Cpu c : s.machine.online()) {
    auto& o = override_of(s, c);
    o.runnable_load_avg = loaded.test(c) ? more : load;
    if (other_then)
      o.cpu_load =
          std::array<std::uint64_t, 5>{static_cast<std::uint64_t>(in(0, 8)) * 512, 512, 256, 128, 64};
  }
}

CpuMask draw_allowed(const Scenario& s, Cpu here, Cpu prev) {
  const CpuMask possible = s.machine.possible();
  const CpuMask down = possible.minus(s.machine.online());
  CpuMask mask = possible;
  switch (in(0, 11)) {
    case 0:
    case 1:
    case 2:
      return {};  // all
    case 3:
      return CpuMask{one_of(possible)};
    case 7:
      return down;  // none that is up: the fallback has to widen it
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
      for (Cpu c : possible)
        if (one_in(2)) mask.clear(c);
      if (!one_in(4)) mask.set(here);  // else no affine wakeup
    }
  }
  return mask.empty() ? CpuMask{one_of(possible)} : mask;
}

/// The wakee's last CPU: this one, a cache sibling, or any that has been up.
Cpu draw_prev(const Scenario& s, Cpu here) {
  switch (in(0, 3)) {
    case 0:
      return here;
    case 1:
      return one_of(s.machine.llc_mask(here) & s.machine.online());
    default:
      return one_of(s.machine.online());
  }
}

/// The wakee's last CPU goes down while it sleeps.
void take_down_previous(Scenario& s, Cpu here) {
  const Cpu prev = s.tasks.back().cpu;
  if (prev == here) return;
  s.busy.clear(prev);
  std::erase_if(s.cpus, [&](const ScenarioCpu& o) { return o.cpu == prev; });
  ScenarioEvent e;
  e.kind = ScenarioEvent::Kind::domain;
  e.domain.kind = model::DomainEvent::Kind::offline;
  e.domain.cpu = prev;
  s.events.insert(s.events.begin(), e);
}

/// A group, as it stands on some CPUs; where one of its tasks runs, its weight is in the group's queue.
model::ScenarioGroup& add_group(Scenario& s, const char* id, std::uint64_t shares, std::uint64_t load_avg) {
  model::ScenarioGroup g;
  g.id = id;
  g.shares = shares;
  g.load_avg = load_avg;
  s.groups.push_back(g);
  return s.groups.back();
}

void join_group(ScenarioTask& t, model::ScenarioGroup& g) {
  t.group = g.id;
  if (t.status != ScenarioTask::Status::running) return;
  std::erase_if(g.cpus, [&](const auto& on) { return on.cpu == t.cpu; });
  g.cpus.push_back({t.cpu, t.weight + static_cast<std::uint64_t>(in(0, 1024)),
                    static_cast<std::uint64_t>(in(0, 1024)), draw_weight()});
}

void draw_group(Scenario& s) {
  add_group(s, "group", draw_weight(), static_cast<std::uint64_t>(in(0, 4096)));
  if (one_in(3))
    add_group(s, "inner", draw_weight(), static_cast<std::uint64_t>(in(0, 4096))).parent = "group";
  for (auto& g : s.groups)
    for (int k = in(0, 2); k > 0; --k)
      g.cpus.push_back({one_of(s.machine.possible()), draw_weight(), static_cast<std::uint64_t>(in(0, 2048)),
                        draw_weight()});
  for (auto& t : s.tasks)
    if (!one_in(4)) join_group(t, s.groups.back());
}

/// A sleeper in a group of so few shares that its part is the least one on every CPU: 2.
void draw_crumbs(Scenario& s) {
  add_group(s, "crumbs", 2, 100000);
  s.tasks.back().group = "crumbs";
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
  if (!one_in(3)) draw_loads(s);

  wakee.cpu = why == Placement::wake ? draw_prev(s, here) : here;
  if (why == Placement::wake && one_in(6)) wakee.wake_cpu = draw_prev(s, here);
  wakee.allowed = draw_allowed(s, here, wakee.cpu);
  if (!wakee.allowed.empty() && !wakee.allowed.intersects(s.machine.online()) && one_in(2))
    wakee.cpuset = wakee.allowed;  // and the cpuset does not help the fallback
  else if (one_in(3))
    wakee.cpuset = CpuMask{one_of(s.machine.possible()), one_of(s.machine.possible())};
  wakee.weight = draw_weight();
  waker.weight = draw_weight();
  if (one_in(4)) {  // enough partners for wake_wide on both sides
    wakee.wakee_flips = static_cast<std::uint64_t>(in(1, 80));
    waker.wakee_flips = wakee.wakee_flips * static_cast<std::uint64_t>(in(1, 70));
  }
  event.sync = why == Placement::wake && one_in(2);
  const bool crumbs = why == Placement::wake && one_in(12);
  if (interrupt) waker.weight = model::kNice0Load;  // of whoever is interrupted
  if (crumbs || (why == Placement::wake && one_in(3)))
    draw_affine_edge(s, here, wakee, waker, event.sync, crumbs);
  if (why != Placement::wake && one_in(3)) draw_idlest_edge(s, here);
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
  if (crumbs)
    draw_crumbs(s);
  else if (one_in(4))
    draw_group(s);
  s.events.push_back(event);
  if (why == Placement::wake && one_in(12)) take_down_previous(s, here);
}

void case_for(const Claim& claim, Scenario& s) {
  s.options = options(claim.shape == Shape::decision ? 6 : 3);
  switch (claim.shape) {
    case Shape::domains:
      if (one_in(2)) s.events = domain_events(s.machine, s.options, 4);
      break;
    case Shape::sequence:
      s.options.asym_packing = s.options.asym_packing || one_in(4);
      s.events = domain_events(s.machine, s.options, 10);
      break;
    case Shape::decision:
      placement(s, claim.placements);
      break;
  }
}

}  // namespace schedproof::properties::draw
