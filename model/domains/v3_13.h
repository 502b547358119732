// SPDX-License-Identifier: GPL-2.0-or-later
// Sched domains of Linux v3.13 (commit 5d4cf996cf13): the table of contents. One method for each kernel
// function, so that a patch overrides the one function that it changes. Bodies are in v3_13/, one file for
// each topic. Indices name objects of DomainState::domains; -1 is NULL. Decisions and constants bear names
// (state.when, state.param; v3_13/names.h lists them), so that a mutant or --set can change each one.
#pragma once

#include "model/domains/builder.h"
#include "model/domains/v3_13/build.h"

namespace schedproof::model {

class DomainRules_v3_13 : public DomainRules {
 public:
  bool llc_may_cross_node() const override { return false; }
  DomainState init(const Machine& machine, const DomainOptions& options) const override;
  void apply(DomainState& state, const DomainEvent& event,
             const DomainObserver& observer = {}) const override;

 protected:
  // v3_13/levels.cpp: the topology table and the templates of its levels (include/linux/topology.h)
  virtual std::vector<TopologyLevel> sched_domain_topology(const DomainState& state) const;
  virtual SchedDomain sd_init(const DomainState& state, const TopologyLevel& tl, Cpu cpu) const;
  virtual SchedDomain sd_init_SIBLING(const DomainState& state) const;
  virtual SchedDomain sd_init_MC(const DomainState& state) const;
  virtual SchedDomain sd_init_CPU(const DomainState& state) const;

  // v3_13/numa.cpp
  virtual std::vector<int> sched_init_numa(const DomainState& state) const;
  virtual std::vector<TopologyLevel> numa_topology(const DomainState& state) const;
  virtual SdFlags sd_local_flags(const DomainState& state, int distance) const;
  virtual SchedDomain sd_numa_init(const DomainState& state, const TopologyLevel& tl, Cpu cpu) const;

  // v3_13/build.cpp
  virtual void set_domain_attribute(const DomainBuild& build, SchedDomain& sd) const;
  virtual int build_sched_domain(DomainBuild& build, int level, int child, Cpu cpu) const;
  virtual void build_domains_of_cpu(DomainBuild& build, Cpu cpu) const;
  virtual void build_sched_domains(DomainState& state, const Partition& partition) const;

  // v3_13/groups.cpp
  virtual Cpu get_group(DomainBuild& build, const TopologyLevel& tl, Cpu cpu) const;
  virtual void build_sched_groups(DomainBuild& build, int sd, Cpu cpu) const;

  // v3_13/overlap_groups.cpp
  virtual void build_group_mask(DomainBuild& build, int sd, int power) const;
  virtual int overlap_sibling(DomainBuild& build, int sd, int sibling) const;
  virtual void init_overlap_group_power(const DomainState& state, SchedGroupPower& power, int weight) const;
  virtual int build_overlap_group(DomainBuild& build, int sd, Cpu i) const;
  virtual void build_overlap_sched_groups(DomainBuild& build, int sd, Cpu cpu) const;

  // v3_13/power.cpp
  virtual void init_sched_groups_power(DomainState& state, Cpu cpu, int sd) const;
  virtual void update_group_power(DomainState& state, int sd, Cpu cpu) const;
  virtual void add_overlap_power(DomainState& state, Cpu cpu, SchedGroupPower& sum) const;
  virtual void update_cpu_power(DomainState& state, int sd, Cpu cpu) const;
  virtual std::uint64_t scale_smt_power(const SchedDomain& sd) const;
  virtual std::uint64_t scale_freq_power(const DomainState& state, Cpu cpu) const;
  virtual std::uint64_t scale_rt_power(const DomainState& state, Cpu cpu) const;

  // v3_13/degenerate.cpp
  virtual bool sd_degenerate(const DomainState& state, const SchedDomain& sd) const;
  virtual bool sd_parent_degenerate(const DomainState& state, const SchedDomain& sd,
                                    const SchedDomain& parent) const;

  // v3_13/attach.cpp
  virtual void update_top_cache_domain(DomainState& state, Cpu cpu) const;
  virtual void cpu_attach_domain(DomainState& state, int sd, Cpu cpu) const;
  virtual void destroy_sched_domain(DomainState& state, int sd) const;
  virtual void detach_destroy_domains(DomainState& state, const CpuMask& cpu_map) const;

  // v3_13/partition.cpp
  virtual void init_sched_domains(DomainState& state) const;
  virtual void partition_sched_domains(DomainState& state,
                                       const std::optional<std::vector<Partition>>& doms_new,
                                       const DomainObserver& observer) const;
  virtual std::vector<Partition> generate_sched_domains(const DomainState& state) const;
  virtual void cpuset_hotplug_workfn(DomainState& state, const DomainObserver& observer) const;

  // v3_13/events.cpp
  virtual void check_event(const DomainState& state, const DomainEvent& event) const;
  virtual void check_partitions(const DomainState& state, const std::vector<Partition>& partitions) const;
  virtual void cpu_down(DomainState& state, Cpu cpu, const DomainObserver& observer) const;
  virtual void cpu_up(DomainState& state, Cpu cpu, const DomainObserver& observer) const;

  // v3_13/nohz.cpp
  virtual bool set_cpu_sd_state_busy(DomainState& state, Cpu cpu) const;
  virtual bool set_cpu_sd_state_idle(DomainState& state, Cpu cpu) const;
  virtual void nohz_kick_needed(DomainState& state, Cpu cpu) const;
  /// The domain behind a per-CPU pointer. Where it is NULL or freed: noted in bad_dereferences, and nullptr.
  static SchedDomain* dereference(DomainState& state, Cpu cpu, int sd, const char* pointer);
};

}  // namespace schedproof::model
