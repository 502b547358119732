// SPDX-License-Identifier: GPL-2.0-or-later
// The state of a proof: everything that the rules read is a variable, but for what the machine and its
// domains fix, and for the two CPUs of the decision, which are gone through one by one.
#pragma once

#include <string>

#include "model/domains/builder.h"
#include "model/policies/policy.h"
#include "solver/symbolic.h"

namespace schedproof::solver {

/// How far the variables reach. A proof says nothing beyond.
struct StateBounds {
  std::uint32_t nr_running = 8;                 // tasks on a CPU
  std::uint64_t load = std::uint64_t{1} << 32;  // runnable_load_avg, cpu_load[]
  std::uint64_t min_weight = 2;                 // se.load.weight of waker and wakee (MIN_SHARES)
  std::uint64_t max_weight = std::uint64_t{1} << 20;
  std::uint64_t flips = std::uint64_t{1} << 32;  // wakee_flips
  std::string in_words() const;
};

/// One kind of decision, with what stays concrete.
struct ProofCase {
  model::Placement why = model::Placement::wake;
  model::Cpu this_cpu = 0;
  model::Cpu wake_cpu = 0;  // p->wake_cpu; fork and exec: this_cpu
};

/// Indices into State::tasks. An exec places the task that runs, so it has no second one.
inline constexpr int kWaker = 0, kWakee = 1;

class FreeState {
 public:
  /// Makes the variables. `arena`, `domains` and `policy` must outlive this object.
  FreeState(Arena& arena, const model::DomainState& domains, const model::Policy& policy,
            const StateBounds& bounds);

  /// The state as a scenario sets it up, before task_waking.
  model::State<Symbolic> at(const ProofCase& c) const;
  /// The state that the rules read: after task_waking, which a wakeup runs first. Where this_cpu is idle the
  /// waker is an interrupt, so `current` is a task that has woken nobody.
  model::State<Symbolic> before(const ProofCase& c, const model::State<Symbolic>& at,
                                const model::Era<Symbolic>& rules) const;
  model::PlacementRequest<Symbolic> request(const ProofCase& c, bool sync) const;
  const SymBool& sync() const { return sync_; }

 private:
  void make_queues(Arena& arena, const StateBounds& bounds);
  void make_tasks(Arena& arena, const StateBounds& bounds);

  model::State<Symbolic> state_;
  SymNr wakee_cpu_;
  SymBool sync_;
};

}  // namespace schedproof::solver
