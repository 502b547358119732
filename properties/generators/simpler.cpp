// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/generators/simpler.h"

#include <algorithm>
#include <functional>

namespace schedproof::properties {

using model::Cpu;
using model::CpuInfo;
using model::CpuMask;
using model::Machine;
using model::Scenario;
using model::ScenarioCpu;
using model::ScenarioEvent;
using model::ScenarioTask;

namespace {

/// Old CPU number -> new one, -1 = gone.
class Renumbering {
 public:
  Renumbering(int nr_cpus, const CpuMask& gone) {
    int next = 0;
    for (Cpu c = 0; c < nr_cpus; ++c) to_.push_back(gone.test(c) ? -1 : next++);
  }
  Cpu operator()(Cpu c) const { return c < 0 ? c : to_[static_cast<std::size_t>(c)]; }
  CpuMask operator()(const CpuMask& mask) const {
    CpuMask out;
    for (Cpu c : mask)
      if ((*this)(c) != -1) out.set((*this)(c));
    return out;
  }
  /// For what must be somewhere.
  Cpu somewhere(Cpu c) const { return std::max((*this)(c), c < 0 ? c : 0); }

 private:
  std::vector<Cpu> to_;
};

/// Nodes that have lost their last CPU go; the others are numbered anew.
void drop_empty_nodes(Machine& m) {
  if (m.distance.empty()) return;
  std::vector<int> to(m.distance.size(), -1), kept;
  for (std::size_t n = 0; n < to.size(); ++n)
    if (!m.node_mask(static_cast<int>(n)).empty()) {
      to[n] = static_cast<int>(kept.size());
      kept.push_back(static_cast<int>(n));
    }
  Machine old = m;
  m.distance.assign(kept.size(), std::vector<int>(kept.size()));
  for (std::size_t i = 0; i < kept.size(); ++i)
    for (std::size_t j = 0; j < kept.size(); ++j) m.distance[i][j] = old.node_distance(kept[i], kept[j]);
  for (auto& cpu : m.cpus) cpu.node = std::max(0, to[static_cast<std::size_t>(cpu.node)]);
  if (kept.size() == 1) m.distance.clear();
}

/// False: the event named a CPU that is gone, and goes too.
bool renumber(ScenarioEvent& e, const Renumbering& to) {
  e.on_cpu = to.somewhere(e.on_cpu);
  if (e.kind != ScenarioEvent::Kind::domain) return true;
  auto& d = e.domain;
  if (d.cpu != -1) d.cpu = to(d.cpu);
  const bool parted = !d.partitions.empty();
  for (auto& p : d.partitions) p.cpus = to(p.cpus);
  std::erase_if(d.partitions, [](const model::Partition& p) { return p.cpus.empty(); });
  const bool of_a_cpu =
      d.kind != model::DomainEvent::Kind::partition && d.kind != model::DomainEvent::Kind::boot;
  return !(of_a_cpu && d.cpu == -1) && !(parted && d.partitions.empty());
}

class Candidates {
 public:
  explicit Candidates(const Scenario& s) : s_(s) {}
  /// Keeps the changed copy if `change` changed it (and says so).
  template <class Change>
  void offer(Change change) {
    Scenario copy = s_;
    if (change(copy)) list_.push_back(std::move(copy));
  }
  std::vector<Scenario> take() { return std::move(list_); }

 private:
  const Scenario& s_;
  std::vector<Scenario> list_;
};

template <class T>
bool set_to(T& field, const T& value) {
  if (field == value) return false;
  field = value;
  return true;
}

/// Half of the CPUs, the other half, quarters ... single CPUs.
void fewer_cpus(const Scenario& s, Candidates& out) {
  const int n = s.machine.nr_cpus();
  for (int size = n / 2; size >= 1; size /= 2)
    for (int first = n - size; first >= 0; first -= size) {
      const CpuMask gone = CpuMask::range(first, first + size - 1);
      if (s.machine.online().subset_of(gone)) continue;
      out.offer([&](Scenario& c) {
        c = without_cpus(s, gone);
        return true;
      });
    }
}

void fewer_events(const Scenario& s, Candidates& out) {
  const std::size_t n = s.events.size();
  for (std::size_t size = n; size >= 1; size /= 2)
    for (std::size_t first = 0; first + size <= n; first += size)
      out.offer([&](Scenario& c) {
        const auto from = c.events.begin() + static_cast<std::ptrdiff_t>(first);
        const auto domain = [](const ScenarioEvent& e) { return e.kind == ScenarioEvent::Kind::domain; };
        if (!std::all_of(from, from + static_cast<std::ptrdiff_t>(size), domain)) return false;
        c.events.erase(from, from + static_cast<std::ptrdiff_t>(size));
        return true;
      });
  for (std::size_t i = 0; i < n; ++i) {
    out.offer([&](Scenario& c) {
      auto& parts = c.events[i].domain.partitions;
      return parts.size() > 1 && (parts.pop_back(), true);
    });
    out.offer([&](Scenario& c) {
      bool any = false;
      for (auto& p : c.events[i].domain.partitions) any = set_to(p.relax_domain_level, -1) || any;
      return any;
    });
    out.offer([&](Scenario& c) { return set_to(c.events[i].sync, false); });
  }
}

void emptier_queues(const Scenario& s, Candidates& out) {
  out.offer([](Scenario& c) { return set_to(c.busy, CpuMask{}); });
  out.offer([](Scenario& c) { return set_to(c.cpus, std::vector<ScenarioCpu>{}); });
  for (Cpu b : s.busy)
    out.offer([&](Scenario& c) {
      c.busy.clear(b);
      return true;
    });
  for (std::size_t i = 0; i < s.cpus.size(); ++i) {
    const auto drop = [i](Scenario& c) { c.cpus.erase(c.cpus.begin() + static_cast<std::ptrdiff_t>(i)); };
    out.offer([&](Scenario& c) {
      drop(c);
      return true;
    });
    out.offer([&](Scenario& c) {  // whatever keeps the CPU busy, one ordinary task does it too
      for (const auto& t : s.tasks)
        if (t.status == ScenarioTask::Status::running && t.cpu == s.cpus[i].cpu) return false;
      if (s.busy.test(s.cpus[i].cpu)) return false;
      c.busy.set(s.cpus[i].cpu);
      drop(c);
      return true;
    });
  }
}

/// All CPUs get this value of the field, if they have several.
bool unite(Machine& m, int CpuInfo::*id) {
  bool any = false;
  for (auto& cpu : m.cpus) any = set_to(cpu.*id, 0) || any;
  return any;
}

void plainer_machine(Candidates& out) {
  out.offer([](Scenario& c) {
    if (c.machine.distance.empty()) return false;
    c.machine.distance.clear();
    return unite(c.machine, &CpuInfo::node);
  });
  out.offer([](Scenario& c) {
    bool any = false;
    for (auto& row : c.machine.distance)
      for (auto& d : row) any = (d != model::kLocalDistance && set_to(d, model::kRemoteDistance)) || any;
    return any;
  });
  out.offer([](Scenario& c) {
    bool any = false;
    for (auto& cpu : c.machine.cpus) {
      any = set_to(cpu.online, true) || any;
      any = set_to(cpu.possible, true) || any;
      any = set_to(cpu.isolated, false) || any;
    }
    return any;
  });
  out.offer([](Scenario& c) { return unite(c.machine, &CpuInfo::package); });
  out.offer([](Scenario& c) { return c.machine.distance.empty() && unite(c.machine, &CpuInfo::llc); });
  out.offer([](Scenario& c) {  // one thread a core
    bool any = false;
    for (Cpu i = 0; i < c.machine.nr_cpus(); ++i) {
      any = set_to(c.machine.cpu(i).core, i) || any;
      c.machine.cpu(i).cluster = i;
    }
    return any;
  });
}

void plainer_tasks(const Scenario& s, Candidates& out) {
  out.offer([](Scenario& c) { return set_to(c.options, model::DomainOptions{}); });
  out.offer([](Scenario& c) {
    if (c.groups.empty()) return false;
    c.groups.clear();
    for (auto& t : c.tasks) t.group.clear();
    return true;
  });
  const ScenarioTask plain;
  for (std::size_t i = 0; i < s.tasks.size(); ++i) {
    const auto offer = [&](auto field) {
      out.offer([&](Scenario& c) { return set_to(c.tasks[i].*field, plain.*field); });
    };
    offer(&ScenarioTask::allowed);
    offer(&ScenarioTask::cpuset);
    offer(&ScenarioTask::wake_cpu);
    offer(&ScenarioTask::weight);
    offer(&ScenarioTask::wakee_flips);
  }
}

}  // namespace

Scenario without_cpus(const Scenario& s, const CpuMask& gone) {
  const Renumbering to(s.machine.nr_cpus(), gone);
  Scenario r = s;
  r.machine.cpus.clear();
  for (Cpu c = 0; c < s.machine.nr_cpus(); ++c)
    if (!gone.test(c)) r.machine.cpus.push_back(s.machine.cpu(c));
  drop_empty_nodes(r.machine);
  r.busy = to(s.busy);
  for (auto& t : r.tasks) {
    t.cpu = to.somewhere(t.cpu);
    t.wake_cpu = to.somewhere(t.wake_cpu);
    t.allowed = to(t.allowed);
    t.cpuset = to(t.cpuset);
    if (t.status == ScenarioTask::Status::running) r.busy.clear(t.cpu);
  }
  for (auto& g : r.groups) {
    for (auto& on : g.cpus) on.cpu = to(on.cpu);
    std::erase_if(g.cpus, [](const auto& on) { return on.cpu == -1; });
  }
  for (auto& o : r.cpus) o.cpu = to(o.cpu);
  std::erase_if(r.cpus, [](const ScenarioCpu& o) { return o.cpu == -1; });
  std::erase_if(r.events, [&](ScenarioEvent& e) { return !renumber(e, to); });
  return r;
}

std::vector<Scenario> simpler(const Scenario& s, bool machine_too) {
  Candidates out(s);
  if (machine_too) fewer_cpus(s, out);
  fewer_events(s, out);
  emptier_queues(s, out);
  if (machine_too) plainer_machine(out);
  plainer_tasks(s, out);
  return out.take();
}

}  // namespace schedproof::properties
