// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/free_state.h"

namespace schedproof::solver {

using model::Cpu;
using model::Placement;
using model::State;

namespace {

std::string power_of_two(std::uint64_t v) {
  return std::has_single_bit(v) && v > 1024 ? "2^" + std::to_string(std::countr_zero(v)) : std::to_string(v);
}

/// How many of `bits` are true, as far as 1, 2 and more are told apart: no rule asks for more, and a sum of
/// all of them would cost the solver more than all the rest.
SymInt<std::uint32_t> weight_of(Arena& arena, const std::vector<SymBool>& bits) {
  SymBool one{false}, two{false}, three{false};  // at least that many
  for (const SymBool& b : bits) {
    three = three || (two && b);
    two = two || (one && b);
    one = one || b;
  }
  const auto n = static_cast<std::uint32_t>(bits.size());
  const auto weight = arena.free<std::uint32_t>("wakee.nr_cpus_allowed", 1, n);
  using U32 = SymInt<std::uint32_t>;
  arena.require(one);
  arena.require((weight == U32{1}) == !two);
  arena.require((weight == U32{2}) == (two && !three));
  return weight;
}

}  // namespace

std::string StateBounds::in_words() const {
  return "every idle pattern, affinity mask, last CPU of the task and sync flag; up to " +
         std::to_string(nr_running) + " tasks on a CPU, loads up to " + power_of_two(load) +
         ", task weights " + std::to_string(min_weight) + " to " + power_of_two(max_weight) +
         ", wakee_flips up to " + power_of_two(flips) +
         ", of an interrupt on an idle CPU 0; tasks in the root group only; CPU powers as built; offline "
         "CPUs empty; a fork's or exec's task "
         "starts on this CPU";
}

FreeState::FreeState(Arena& arena, const model::DomainState& domains, const model::Policy& policy,
                     const StateBounds& bounds)
    : state_(State<Symbolic>::idle(domains.machine, domains.domains, domains.online, domains.active)) {
  state_.lb_bias = policy.lb_bias;
  state_.numa = domains.options.numa;
  make_queues(arena, bounds);
  make_tasks(arena, bounds);
  sync_ = arena.free_bool("sync");
}

void FreeState::make_queues(Arena& arena, const StateBounds& bounds) {
  for (Cpu c : state_.online) {
    auto& rq = state_.cpu_rq(c);
    const std::string cpu = "cpu" + std::to_string(c) + ".";
    rq.curr_is_idle = arena.free_bool(cpu + "curr_is_idle");
    rq.nr_running = arena.free<std::uint32_t>(cpu + "nr_running", 0, bounds.nr_running);
    rq.wake_list_empty = arena.free_bool(cpu + "wake_list_empty");
    rq.runnable_load_avg = arena.free<std::uint64_t>(cpu + "runnable_load_avg", 0, bounds.load);
    for (std::size_t k = 0; k < rq.cpu_load.size(); ++k)
      rq.cpu_load[k] = arena.free<std::uint64_t>(cpu + "cpu_load" + std::to_string(k), 0, bounds.load);
  }
}

void FreeState::make_tasks(Arena& arena, const StateBounds& bounds) {
  const model::CpuMask possible = state_.machine->possible();
  state_.tasks.resize(2);
  for (int t : {kWaker, kWakee}) {
    auto& task = state_.task(t);
    const std::string name = t == kWaker ? "waker." : "wakee.";
    task.load_weight = arena.free<std::uint64_t>(name + "weight", bounds.min_weight, bounds.max_weight);
    task.wakee_flips = arena.free<std::uint64_t>(name + "wakee_flips", 0, bounds.flips);
    task.cpus_allowed = SymMask(possible);
    task.nr_cpus_allowed = SymInt<std::uint32_t>{static_cast<std::uint32_t>(possible.weight())};
    task.cpuset_cpus = possible;
  }
  std::vector<int> cpus;
  std::vector<SymBool> mask(static_cast<std::size_t>(state_.machine->nr_cpus())), bits;
  for (Cpu c : possible) {
    cpus.push_back(c);
    bits.push_back(arena.free_bool("wakee.allowed" + std::to_string(c)));
    mask[static_cast<std::size_t>(c)] = bits.back();
  }
  auto& wakee = state_.task(kWakee);
  wakee.cpus_allowed = SymMask(std::move(mask));
  wakee.nr_cpus_allowed = weight_of(arena, bits);
  wakee_cpu_ = arena.free_nr("wakee.cpu", cpus);
  // The waker's last wakee was this one, so task_waking leaves the free count of flips alone.
  state_.task(kWaker).last_wakee = kWakee;
}

State<Symbolic> FreeState::at(const ProofCase& c) const {
  State<Symbolic> s = state_;
  s.task(kWaker).cpu = s.task(kWaker).wake_cpu = SymNr(c.this_cpu);
  auto& wakee = s.task(kWakee);
  wakee.wake_cpu = SymNr(c.wake_cpu);
  wakee.cpu = c.why == Placement::wake ? wakee_cpu_ : SymNr(c.this_cpu);
  // Who forks or execs runs.
  if (c.why != Placement::wake) s.cpu_rq(c.this_cpu).curr_is_idle = SymBool{false};
  return s;
}

State<Symbolic> FreeState::before(const ProofCase& c, const State<Symbolic>& at,
                                  const model::Era<Symbolic>& rules) const {
  State<Symbolic> s = at;
  if (c.why != Placement::wake) return s;
  const auto r = request(c, false);
  rules.task_waking(s, r);
  State<Symbolic> interrupted = at;
  auto& nobody = interrupted.task(kWaker);
  const auto waker = nobody;
  nobody = model::Task<Symbolic>{};
  nobody.cpu = waker.cpu;
  rules.task_waking(interrupted, r);
  const SymBool& idle = at.cpu_rq(c.this_cpu).curr_is_idle;
  auto& current = s.task(kWaker);
  current.load_weight = merge(idle, nobody.load_weight, current.load_weight);
  current.wakee_flips = merge(idle, nobody.wakee_flips, current.wakee_flips);
  current.wakee_flip_decay_ts = merge(idle, nobody.wakee_flip_decay_ts, current.wakee_flip_decay_ts);
  return s;
}

model::PlacementRequest<Symbolic> FreeState::request(const ProofCase& c, bool sync) const {
  model::PlacementRequest<Symbolic> r;
  r.why = c.why;
  r.task = kWakee;
  r.current = c.why == Placement::exec ? kWakee : kWaker;
  r.this_cpu = c.this_cpu;
  r.sync = sync;
  return r;
}

}  // namespace schedproof::solver
