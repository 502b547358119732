// SPDX-License-Identifier: GPL-2.0-or-later
// The wakeup placement of Linux v3.13 (kernel/sched/fair.c of the release 3.13.0, core.c as of 5d4cf996cf13):
// the table of contents. One member per kernel function; the bodies are in the files beside this one. The
// release candidates differ in effective_load (rc.h) and in their domains (model/domains).
#pragma once

#include "model/rules/era.h"

namespace schedproof::model {

template <class D>
class V3_13 : public Era<D> {
 public:
  using Bool = typename D::Bool;
  using U64 = typename D::U64;
  using S64 = typename D::S64;
  using U32 = typename D::U32;
  using Nr = typename D::Nr;
  using Request = PlacementRequest<D>;
  using Outcome = PlacementOutcome<D>;
  using Choice = FairChoice<D>;
  using Era<D>::Era;

  // core.c (core.h here)
  Outcome place(const State<D>& s, const Request& r) const override;
  virtual Outcome select_task_rq(const State<D>& s, const Request& r) const;
  virtual Outcome select_fallback_rq(const State<D>& s, const Task<D>& p, const Choice& by_class) const;
  virtual Outcome sched_exec(const State<D>& s, const Request& r) const;

  // fair.c: who goes where (select_task_rq_fair.h, select_idle_sibling.h, find_idlest.h)
  void task_waking(State<D>& s, const Request& r) const override;
  Choice select_task_rq_fair(const State<D>& s, const Request& r) const override;
  Nr select_idle_sibling(const State<D>& s, const Task<D>& p, Cpu target) const override;
  Nr find_idlest_group(const State<D>& s, const SchedDomain& sd, const Task<D>& p, Cpu this_cpu,
                       unsigned load_idx) const override;
  Nr find_idlest_cpu(const State<D>& s, const SchedGroup& group, const Task<D>& p,
                     Cpu this_cpu) const override;

  // fair.c: is the waker's CPU good for the wakee (wake_affine.h)
  virtual void record_wakee(State<D>& s, int current, int p) const;
  Bool wake_wide(const State<D>& s, const Task<D>& current, const Task<D>& p, Cpu this_cpu) const override;
  virtual Bool wake_affine(const State<D>& s, const SchedDomain& sd, const Request& r) const;
  virtual S64 effective_load(const State<D>& s, int group, Cpu cpu, S64 wl, S64 wg) const;

  // what they read (load.h); loads in the kernel's weight unit, nice 0 = 1024
  // final, and called by its full name: it is asked for every CPU of a scan, where a virtual call costs a
  // third. A patch with another idea of idle overrides the rule that asks.
  Bool idle_cpu(const State<D>& s, Cpu c) const final;
  static bool cpus_share_cache(const State<D>& s, Cpu a, Cpu b);
  U64 weighted_cpuload(const State<D>& s, Cpu c) const { return s.cpu_rq(c).runnable_load_avg; }
  virtual U64 source_load(const State<D>& s, Cpu c, unsigned type) const;
  virtual U64 target_load(const State<D>& s, Cpu c, unsigned type) const;
  U64 power_of(const State<D>& s, Cpu c) const { return s.cpu_rq(c).cpu_power; }
  virtual U64 cpu_avg_load_per_task(const State<D>& s, Cpu c) const;

 protected:
  using Era<D>::d;

 private:
  Nr search_idle_group(const State<D>& s, const SchedDomain& sd, const Task<D>& p, Cpu target) const;
  Choice place_from(const State<D>& s, const Request& r, Cpu prev_cpu) const;
  Nr find_idlest(const State<D>& s, const Request& r, const SchedDomain* sd, Cpu cpu, Cpu new_cpu) const;
  Bool balanced(const State<D>& s, const SchedDomain& sd, const Request& r, Cpu prev, const S64& this_load,
                const S64& load) const;
  Bool allowed_and_active(const State<D>& s, const Task<D>& p, Cpu c) const;
  static SdFlags flag_of(Placement why) {
    return why == Placement::wake   ? SD_BALANCE_WAKE
           : why == Placement::fork ? SD_BALANCE_FORK
                                    : SD_BALANCE_EXEC;
  }
};

}  // namespace schedproof::model

#include "model/rules/v3_13/core.h"
#include "model/rules/v3_13/find_idlest.h"
#include "model/rules/v3_13/load.h"
#include "model/rules/v3_13/select_idle_sibling.h"
#include "model/rules/v3_13/select_task_rq_fair.h"
#include "model/rules/v3_13/wake_affine.h"
