// SPDX-License-Identifier: GPL-2.0-or-later
// What the one-source rules cost: select_idle_sibling through V3_13<Concrete> against the same rule written
// by hand over the same data, over a fixed set of random idle patterns, targets, previous CPUs and masks.
// Method and figures: docs/performance.md.
#include <benchmark/benchmark.h>

#include <random>

#include "model/policies/policy.h"
#include "model/rules/v3_13/v3_13.h"
#include "model/run/make_state.h"
#include "model/value/traced.h"

namespace {

using namespace schedproof::model;

/// Two threads a core, a last-level cache for every 8 CPUs; siblings are n/2 apart, as x86 firmware numbers
/// them.
Machine machine_of(int n) {
  Machine m = Machine::flat(n);
  for (Cpu c = 0; c < n; ++c) {
    m.cpu(c).core = m.cpu(c).cluster = c % (n / 2);
    m.cpu(c).llc = m.cpu(c).core / 4;
  }
  return m;
}

struct Case {
  Cpu target = 0;
  Task<Concrete> task;
};

struct Setup {
  explicit Setup(int n) : domains(find_policy("v3.13").domains->boot(machine_of(n))) {
    std::mt19937 random(7);
    for (int k = 0; k < 64; ++k) {
      auto s = State<Concrete>::idle(domains.machine, domains.domains, domains.online, domains.active);
      // Three quarters busy: the scan neither ends at once nor always fails.
      for (auto& rq : s.rq)
        if (random() % 4 != 0) {
          rq.curr_is_idle = false;
          rq.nr_running = 1;
        }
      Case c;
      c.target = static_cast<Cpu>(random() % static_cast<unsigned>(n));
      c.task.cpu = static_cast<Cpu>(random() % static_cast<unsigned>(n));
      c.task.cpus_allowed = CpuMask::first_n(n);
      c.task.nr_cpus_allowed = static_cast<std::uint32_t>(n);
      states.push_back(std::move(s));
      cases.push_back(c);
    }
  }
  DomainState domains;
  std::vector<State<Concrete>> states;
  std::vector<Case> cases;
};

bool plain_idle(const State<Concrete>& s, Cpu c) {
  const auto& rq = s.rq[static_cast<std::size_t>(c)];
  return rq.curr_is_idle && rq.nr_running == 0 && rq.wake_list_empty;
}

/// The rule as one would write it without number domains, names or virtual functions.
Cpu plain_select_idle_sibling(const State<Concrete>& s, const Task<Concrete>& p, Cpu target) {
  if (plain_idle(s, target)) return target;
  const Domains& d = *s.domains;
  const Cpu i = p.cpu;
  if (i != target && d.per_cpu(i).sd_llc_id == d.per_cpu(target).sd_llc_id && plain_idle(s, i)) return i;
  for (auto* sd = d.get(d.per_cpu(target).sd_llc); sd != nullptr; sd = d.child(*sd)) {
    for (int g : sd->groups) {
      const SchedGroup& group = d.group(g);
      bool allowed = false;
      for (Cpu c : group.cpus)
        if (p.cpus_allowed.test(c)) {
          allowed = true;
          break;
        }
      if (!allowed || group.span.test(target)) continue;
      bool idle = true;
      for (Cpu c : group.cpus)
        if (!plain_idle(s, c)) {
          idle = false;
          break;
        }
      if (!idle) continue;
      for (Cpu c : group.cpus)
        if (p.cpus_allowed.test(c)) return c;
    }
  }
  return target;
}

template <class F>
void run(benchmark::State& bench, F decide) {
  const Setup setup(static_cast<int>(bench.range(0)));
  std::size_t k = 0;
  for (auto _ : bench) {
    benchmark::DoNotOptimize(decide(setup.states[k], setup.cases[k].task, setup.cases[k].target));
    k = (k + 1) % setup.cases.size();
  }
  bench.SetItemsProcessed(bench.iterations());
}

void plain(benchmark::State& bench) {
  run(bench,
      [](const auto& s, const auto& p, Cpu target) { return plain_select_idle_sibling(s, p, target); });
}

void concrete(benchmark::State& bench) {
  Concrete d;
  const V3_13<Concrete> rules(d);
  run(bench,
      [&](const auto& s, const auto& p, Cpu target) { return rules.select_idle_sibling(s, p, target); });
}

/// The same through the interface that a policy hands out: every step is a virtual call.
void concrete_policy(benchmark::State& bench) {
  Concrete d;
  const auto rules = make_rules<Concrete>(find_policy("v3.13"), d);
  run(bench,
      [&](const auto& s, const auto& p, Cpu target) { return rules->select_idle_sibling(s, p, target); });
}

BENCHMARK(plain)->Arg(8)->Arg(64);
BENCHMARK(concrete)->Arg(8)->Arg(64);
BENCHMARK(concrete_policy)->Arg(8)->Arg(64);

}  // namespace

BENCHMARK_MAIN();
