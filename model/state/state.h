// SPDX-License-Identifier: GPL-2.0-or-later
// What the wakeup rules read and write besides the domains: run queues, tasks, task groups, the clock. Field
// names are the kernel's. Domains are concrete in every number domain, so they are shared, not copied.
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "model/domains/domains.h"

namespace schedproof::model {

inline constexpr std::uint64_t kNice0Load = 1024;  // weight of a nice-0 task (sched_prio_to_weight[20])

template <class D>
struct RunQueue {
  typename D::Bool curr_is_idle{true};     // rq->curr == rq->idle
  typename D::U32 nr_running{0};           // all classes
  typename D::Bool wake_list_empty{true};  // no remote wakeup is pending
  typename D::U64 runnable_load_avg{0};    // rq->cfs.runnable_load_avg
  std::array<typename D::U64, 5> cpu_load{typename D::U64{0}, typename D::U64{0}, typename D::U64{0},
                                          typename D::U64{0}, typename D::U64{0}};
  typename D::U64 cpu_power{1024};  // rq->cpu_power, 1/1024
};

template <class D>
struct Task {
  typename D::U64 load_weight{kNice0Load};  // se.load.weight
  typename D::U64 load_avg_contrib{
      kNice0Load};  // se.avg.load_avg_contrib: joins runnable_load_avg when queued
  typename D::Mask cpus_allowed{};
  typename D::U32 nr_cpus_allowed{0};  // weight of cpus_allowed
  typename D::Nr cpu{0};               // task_cpu(p): where it runs or last ran
  typename D::Nr wake_cpu{0};          // p->wake_cpu
  typename D::U64 wakee_flips{0};
  typename D::U64 wakee_flip_decay_ts{0};  // jiffies
  int last_wakee = -1;                     // index into State::tasks, -1 = NULL
  int group = 0;                           // index into State::groups, 0 = root_task_group
  CpuMask cpuset_cpus;                     // cpuset_cpus_allowed(), for select_fallback_rq
};

/// One task group's share of one CPU: its cfs_rq and the entity that stands for it in the parent.
template <class D>
struct GroupOnCpu {
  typename D::U64 load_weight{0};      // my_q->load.weight
  typename D::U64 tg_load_contrib{0};  // my_q->tg_load_contrib
  typename D::U64 se_load_weight{0};   // tg->se[cpu]->load.weight
};

template <class D>
struct TaskGroup {
  int parent = -1;  // -1: this is root_task_group
  typename D::U64 shares{1024};
  typename D::U64 load_avg{0};     // tg->load_avg, the sum of the contributions
  std::vector<GroupOnCpu<D>> cpu;  // empty for the root group
};

template <class D>
struct State {
  const Machine* machine = nullptr;  // not owned
  const Domains* domains = nullptr;  // not owned
  CpuMask online, active;
  std::vector<RunQueue<D>> rq;  // indexed by CPU number
  std::vector<Task<D>> tasks;
  std::vector<TaskGroup<D>> groups;          // [0] is root_task_group
  std::vector<typename D::U64> group_power;  // sgp->power, indexed as Domains::powers
  typename D::U64 jiffies{0};
  std::uint64_t hz = 250;
  bool numa = true;     // CONFIG_NUMA: without it one node holds all online CPUs
  bool lb_bias = true;  // sched feature LB_BIAS

  /// cpumask_of_node(cpu_to_node(c)), as far as placement reads it.
  CpuMask node_of(Cpu c) const { return numa ? machine->node_mask(machine->cpu(c).node) : online; }
  const RunQueue<D>& cpu_rq(Cpu c) const { return rq[static_cast<std::size_t>(c)]; }
  RunQueue<D>& cpu_rq(Cpu c) { return rq[static_cast<std::size_t>(c)]; }
  const Task<D>& task(int t) const { return tasks[static_cast<std::size_t>(t)]; }
  Task<D>& task(int t) { return tasks[static_cast<std::size_t>(t)]; }
  const TaskGroup<D>& group(int g) const { return groups[static_cast<std::size_t>(g)]; }

  /// Everything idle, no task, root group only, group powers as the domains were built.
  static State idle(const Machine& machine, const Domains& domains, const CpuMask& online,
                    const CpuMask& active) {
    State s;
    s.machine = &machine;
    s.domains = &domains;
    s.online = online;
    s.active = active;
    s.rq.resize(machine.cpus.size());
    for (std::size_t c = 0; c < s.rq.size(); ++c) s.rq[c].cpu_power = typename D::U64{domains.cpu_power[c]};
    s.groups.resize(1);
    for (const auto& power : domains.powers) s.group_power.push_back(typename D::U64{power.power});
    return s;
  }
};

}  // namespace schedproof::model
