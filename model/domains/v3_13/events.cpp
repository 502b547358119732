// SPDX-License-Identifier: GPL-2.0-or-later
// Events: what each does, and which ones cannot happen. Source: sched_init_smp(), kernel/sched/core.c;
// cpu_up() and _cpu_down(), kernel/cpu.c; cpuset_update_active_cpus(), kernel/cpuset.c; v3.13, commit
// 5d4cf996cf13.
#include <stdexcept>

#include "model/domains/v3_13.h"

namespace schedproof::model {

namespace {

[[noreturn]] void impossible(const DomainEvent& event, const std::string& why) {
  std::string what = to_string(event.kind);
  if (event.kind != DomainEvent::Kind::boot && event.kind != DomainEvent::Kind::partition)
    what += " of CPU " + std::to_string(event.cpu);
  throw std::invalid_argument(what + ": " + why);
}

}  // namespace

// Source: setup_per_cpu_areas and sched_init(): every pointer NULL, every id 0, cpu_power 1024; CPUs that are
// up at boot are active.
DomainState DomainRules_v3_13::init(const Machine& machine, const DomainOptions& options) const {
  validate(machine, llc_may_cross_node());
  DomainState state;
  state.machine = machine;
  state.options = options;
  state.domains.cpu.resize(machine.cpus.size());
  state.domains.cpu_power.assign(machine.cpus.size(), kFullCapacity);
  state.online = state.active = machine.online();
  return state;
}

void DomainRules_v3_13::apply(DomainState& state, const DomainEvent& event,
                              const DomainObserver& observer) const {
  check_event(state, event);
  DomainMoment moment = DomainMoment::attached;
  switch (event.kind) {
    case DomainEvent::Kind::boot:
      init_sched_domains(state);
      break;
    case DomainEvent::Kind::offline:
      cpu_down(state, event.cpu, observer);
      break;
    case DomainEvent::Kind::online:
      cpu_up(state, event.cpu, observer);
      break;
    case DomainEvent::Kind::partition:  // rebuild_sched_domains_locked()
      state.wanted.reset();
      if (!event.partitions.empty()) state.wanted = event.partitions;
      partition_sched_domains(state, generate_sched_domains(state), observer);
      break;
    case DomainEvent::Kind::nohz_enter:
      moment = DomainMoment::dereferenced;
      set_cpu_sd_state_idle(state, event.cpu);
      break;
    case DomainEvent::Kind::tick:
      moment = DomainMoment::dereferenced;
      nohz_kick_needed(state, event.cpu);
      break;
  }
  if (observer) observer(state, moment);
}

void DomainRules_v3_13::check_event(const DomainState& state, const DomainEvent& event) const {
  const bool booted = !state.doms_cur.empty();
  if (event.kind == DomainEvent::Kind::boot) {
    if (booted) impossible(event, "the system is running already");
    return;
  }
  if (!booted) impossible(event, "the system has not booted; accepted is a boot event");
  if (event.kind == DomainEvent::Kind::partition) return check_partitions(state, event.partitions);

  const int nr_cpus = state.machine.nr_cpus();
  if (event.cpu < 0 || event.cpu >= nr_cpus)
    impossible(event, "there is no such CPU; accepted are 0 to " + std::to_string(nr_cpus - 1));
  if (event.kind == DomainEvent::Kind::online) {
    if (!state.machine.cpu(event.cpu).possible)
      impossible(event, "the CPU is not possible (cpu_possible_mask)");
    if (state.online.test(event.cpu)) impossible(event, "the CPU is online already");
    return;
  }
  if (!state.online.test(event.cpu))
    impossible(event, "the CPU is offline; accepted are the online ones, " + state.online.to_list());
  if (event.kind == DomainEvent::Kind::offline && state.online.weight() == 1)
    impossible(event, "it is the last CPU online");
}

// Source: update_cpumask() and update_relax_domain_level(), kernel/cpuset.c, v3.13: a level is accepted from
// -1 to below the highest ever built (so the top level itself cannot be asked for).
void DomainRules_v3_13::check_partitions(const DomainState& state,
                                         const std::vector<Partition>& partitions) const {
  CpuMask seen;
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    const Partition& p = partitions[i];
    const auto bad = [&](const std::string& why) {
      throw std::invalid_argument("partition " + std::to_string(i) + " (" + p.cpus.to_list() + "): " + why);
    };
    if (p.cpus.empty()) bad("it has no CPU");
    if (!p.cpus.subset_of(state.active))
      bad("CPU " + std::to_string(p.cpus.minus(state.active).first()) + " is not active; accepted are " +
          state.active.to_list());
    if (p.cpus.intersects(seen))
      bad("CPU " + std::to_string((p.cpus & seen).first()) + " is in two partitions");
    if (p.relax_domain_level < -1 ||
        (p.relax_domain_level != -1 && p.relax_domain_level >= state.domains.level_max))
      bad("relax_domain_level " + std::to_string(p.relax_domain_level) + "; accepted is -1 to " +
          std::to_string(state.domains.level_max - 1));
    seen |= p.cpus;
  }
}

// Source: _cpu_down(), sched_cpu_inactive(), cpuset_update_active_cpus(), v3.13. At CPU_DOWN_PREPARE the CPU
// stops being active and one partition of the rest is built, while the CPU still counts as online; when it is
// dead the cpuset work restores the partitions that are wanted.
void DomainRules_v3_13::cpu_down(DomainState& state, Cpu cpu, const DomainObserver& observer) const {
  state.active.clear(cpu);
  partition_sched_domains(state, std::nullopt, observer);
  state.online.clear(cpu);
  cpuset_hotplug_workfn(state, observer);
}

// Source: _cpu_up(), sched_cpu_active(), cpuset_update_active_cpus(), v3.13. Active since CPU_STARTING; at
// CPU_ONLINE the NUMA masks are updated before the domains.
void DomainRules_v3_13::cpu_up(DomainState& state, Cpu cpu, const DomainObserver& observer) const {
  state.online.set(cpu);
  state.active.set(cpu);
  partition_sched_domains(state, std::nullopt, observer);
  cpuset_hotplug_workfn(state, observer);
}

}  // namespace schedproof::model
