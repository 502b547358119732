// SPDX-License-Identifier: GPL-2.0-or-later
// What every era answers: where does a task go. An era is a class template over the number domain whose
// virtual members are the kernel's functions; a patch derives from an era and overrides one of them.
#pragma once

#include <tuple>

#include "model/state/state.h"
#include "model/value/concrete.h"

namespace schedproof::model {

/// Why a task is placed (sd_flag of select_task_rq).
enum class Placement { wake, fork, exec };

template <class D>
struct PlacementRequest {
  Placement why = Placement::wake;
  int task = -1;      // the task to place, index into State::tasks
  int current = -1;   // the task that runs on this_cpu meanwhile: waker, parent, or the task itself for exec
  Cpu this_cpu = -1;  // smp_processor_id()
  bool sync = false;  // WF_SYNC
};

/// What the class hook answers, and by which road.
template <class D>
struct FairChoice {
  typename D::Nr cpu{-1};
  typename D::Nr target{-1};  // what select_idle_sibling was asked for; -1: it was not asked
  auto fields() { return std::tie(cpu, target); }
};

template <class D>
struct PlacementOutcome {
  typename D::Nr by_class{-1};               // FairChoice::cpu
  typename D::Nr target{-1};                 // FairChoice::target
  typename D::Nr cpu{-1};                    // where the task ends, after the core's checks
  typename D::Bool fell_back{false};         // select_fallback_rq was asked
  typename D::Bool affinity_widened{false};  // select_fallback_rq had to leave cpus_allowed
  auto fields() { return std::tie(by_class, target, cpu, fell_back, affinity_widened); }
};

template <class D>
class Era {
 public:
  explicit Era(D& d) : d(d) {}
  virtual ~Era() = default;
  Era(const Era&) = delete;
  Era& operator=(const Era&) = delete;

  /// The class hook before a wakeup's placement (task_waking): counters of waker and wakee. Not for fork and
  /// exec.
  virtual void task_waking(State<D>& s, const PlacementRequest<D>& r) const = 0;
  /// The class hook: where the fair class wants the task. May answer a CPU that the task may not use.
  virtual FairChoice<D> select_task_rq_fair(const State<D>& s, const PlacementRequest<D>& r) const = 0;
  /// The core's placement around the class hook, for wake and fork, or sched_exec for exec.
  virtual PlacementOutcome<D> place(const State<D>& s, const PlacementRequest<D>& r) const = 0;
  /// The steps that claims ask about one by one. Groups are indices into Domains::groups.
  virtual typename D::Nr select_idle_sibling(const State<D>& s, const Task<D>& p, Cpu target) const = 0;
  virtual typename D::Nr find_idlest_group(const State<D>& s, const SchedDomain& sd, const Task<D>& p,
                                           Cpu this_cpu, unsigned load_idx) const = 0;
  virtual typename D::Nr find_idlest_cpu(const State<D>& s, const SchedGroup& group, const Task<D>& p,
                                         Cpu this_cpu) const = 0;
  virtual typename D::Bool wake_wide(const State<D>& s, const Task<D>& current, const Task<D>& p,
                                     Cpu this_cpu) const = 0;
  /// An idle CPU as the era's idle_cpu() sees it.
  virtual typename D::Bool idle_cpu(const State<D>& s, Cpu c) const = 0;

 protected:
  D& d;
};

}  // namespace schedproof::model
