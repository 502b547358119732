// SPDX-License-Identifier: GPL-2.0-or-later
// How an era turns a machine into sched domains, and what it does when CPUs come and go or cpusets partition
// the system. Every rule bears its kernel function's name. Concrete only: a machine is never symbolic.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "model/domains/domains.h"
#include "model/value/overrides.h"

namespace schedproof::model {

/// What the kernel was built and booted with, as far as domains depend on it.
struct DomainOptions {
  bool sched_smt = true;          // CONFIG_SCHED_SMT
  bool sched_mc = true;           // CONFIG_SCHED_MC
  bool numa = true;               // CONFIG_NUMA
  bool sched_debug = false;       // boot option sched_debug: sched_init_numa reads every node's row
  bool force_sd_overlap = false;  // feature FORCE_SD_OVERLAP
  bool asym_packing = false;      // arch_sd_sibling_asym_packing()
  int reclaim_distance = 30;      // RECLAIM_DISTANCE
  int relax_domain_level = -1;    // boot option relax_domain_level=, -1 = no request
  friend bool operator==(const DomainOptions&, const DomainOptions&) = default;
};

/// One cpuset partition: its CPUs and the level its cpusets request (-1 = none).
struct Partition {
  CpuMask cpus;
  int relax_domain_level = -1;
  friend bool operator==(const Partition&, const Partition&) = default;
};

/// One thing that changes the domains of a running system.
struct DomainEvent {
  enum class Kind { boot, offline, online, partition, nohz_enter, tick };
  Kind kind = Kind::boot;
  Cpu cpu = -1;                       // offline, online; nohz_enter and tick: the CPU that runs it
  std::vector<Partition> partitions;  // partition; empty = one partition of all active CPUs
  friend bool operator==(const DomainEvent&, const DomainEvent&) = default;
};
const char* to_string(DomainEvent::Kind kind);

/// A moment at which the domains can be looked at.
enum class DomainMoment { detached, attached, dereferenced };

/// A pointer that was followed although it was NULL or named a freed object (freed memory, in the kernel).
struct BadDereference {
  Cpu cpu = -1;
  std::string pointer;  // "sd_busy", "sd_asym", "rq->sd"
  bool null = false;    // else freed
};

/// The domains with everything that a later event needs.
struct DomainState {
  Machine machine;
  DomainOptions options;
  Domains domains;
  CpuMask online, active;
  std::vector<Partition> doms_cur;
  std::optional<std::vector<Partition>> wanted;  // what cpusets ask for; none = the top cpuset balances all
  std::vector<BadDereference> bad_dereferences;  // in the order met
  Overrides overrides;  // forced decisions and constants of these rules (mutants, --set)

  /// A named decision of a domain rule, as D::when is of a placement rule.
  bool when(const char* name, bool cond) const { return overrides.decide(name, cond); }
  /// A named constant of a domain rule.
  template <class T>
  T param(const char* name, T value) const {
    const auto* set = overrides.param(name);
    return set == nullptr ? value : static_cast<T>(*set);
  }
};

/// Called after each step of an event: detached = a CPU's old tree is gone and freed, attached = an event is
/// complete.
using DomainObserver = std::function<void(const DomainState&, DomainMoment)>;

/// The domain rules of one era; a patch derives from it and overrides one rule. Stateless, so shared freely.
class DomainRules {
 public:
  virtual ~DomainRules() = default;

  /// May an LLC span several nodes? validate() asks.
  virtual bool llc_may_cross_node() const = 0;
  /// The state before sched_init_smp(): no CPU has domains.
  virtual DomainState init(const Machine& machine, const DomainOptions& options) const = 0;
  /// Applies one event. Throws std::invalid_argument for an impossible one (offline of the last CPU, of an
  /// offline CPU, overlapping partitions ...), naming it; the state is then unchanged.
  virtual void apply(DomainState& state, const DomainEvent& event,
                     const DomainObserver& observer = {}) const = 0;

  /// init() and the boot event.
  DomainState boot(const Machine& machine, const DomainOptions& options = {}) const;
};

}  // namespace schedproof::model
