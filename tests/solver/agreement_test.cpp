// SPDX-License-Identifier: GPL-2.0-or-later
// One source, three number domains: on random states every rule answers the same over Concrete, Traced and
// Symbolic with constants.
#include <gtest/gtest.h>

#include <random>

#include "model/machine/builtin.h"
#include "model/policies/policy.h"
#include "model/rules/v3_13/v3_13.h"
#include "model/value/traced.h"
#include "solver/arena.h"
#include "solver/symbolic.h"

namespace schedproof::solver {
namespace {

using namespace model;

/// Everything that a state needs, as plain numbers.
struct Numbers {
  std::vector<RunQueue<Concrete>> rq;
  std::vector<Task<Concrete>> tasks;
  std::vector<TaskGroup<Concrete>> groups;
  std::vector<std::uint64_t> group_power;
  std::uint64_t jiffies = 0;
  bool lb_bias = true;
};

class Draw {
 public:
  Draw(const DomainState& d, unsigned seed) : d_(d), random_(seed) {}
  std::uint64_t upto(std::uint64_t n) { return random_() % (n + 1); }
  Cpu cpu() { return static_cast<Cpu>(upto(static_cast<std::uint64_t>(d_.machine.nr_cpus() - 1))); }
  std::uint64_t load() { return upto(3) == 0 ? 0 : upto(5000); }

  Task<Concrete> task() {
    Task<Concrete> t;
    t.load_weight = 2 + upto(3000);
    t.load_avg_contrib = load();
    for (Cpu c : d_.machine.possible())
      if (upto(2) != 0) t.cpus_allowed.set(c);
    if (t.cpus_allowed.empty()) t.cpus_allowed.set(cpu());
    t.nr_cpus_allowed = static_cast<std::uint32_t>(t.cpus_allowed.weight());
    t.cpu = cpu();
    t.wake_cpu = upto(1) != 0 ? t.cpu : cpu();
    t.wakee_flips = upto(40);
    t.wakee_flip_decay_ts = upto(500);
    t.group = static_cast<int>(upto(2));
    t.cpuset_cpus = d_.machine.possible();
    return t;
  }

  Numbers numbers() {
    Numbers n;
    for (std::size_t c = 0; c < d_.machine.cpus.size(); ++c) {
      RunQueue<Concrete> rq;
      rq.curr_is_idle = upto(1) != 0;
      rq.nr_running = rq.curr_is_idle && upto(3) != 0 ? 0 : static_cast<std::uint32_t>(upto(3));
      rq.wake_list_empty = upto(5) != 0;
      rq.runnable_load_avg = load();
      for (auto& l : rq.cpu_load) l = load();
      rq.cpu_power = 1 + upto(1023);
      n.rq.push_back(rq);
    }
    n.groups.resize(3);
    for (int g = 1; g < 3; ++g) {
      auto& group = n.groups[static_cast<std::size_t>(g)];
      group.parent = g - 1;
      group.shares = upto(2048);
      group.load_avg = load();
      for (std::size_t c = 0; c < n.rq.size(); ++c)
        group.cpu.push_back({load(), upto(group.load_avg), upto(2048)});
    }
    n.tasks = {task(), task()};
    for (const auto& p : d_.domains.powers) n.group_power.push_back(p.power);
    n.jiffies = upto(1000);
    n.lb_bias = upto(3) != 0;
    return n;
  }

 private:
  const DomainState& d_;
  std::mt19937 random_;
};

template <class D>
Task<D> convert(const Task<Concrete>& t) {
  using U64 = typename D::U64;
  Task<D> r;
  r.load_weight = U64{t.load_weight};
  r.load_avg_contrib = U64{t.load_avg_contrib};
  r.cpus_allowed = typename D::Mask(t.cpus_allowed);
  r.nr_cpus_allowed = typename D::U32{t.nr_cpus_allowed};
  r.cpu = typename D::Nr(t.cpu);
  r.wake_cpu = typename D::Nr(t.wake_cpu);
  r.wakee_flips = U64{t.wakee_flips};
  r.wakee_flip_decay_ts = U64{t.wakee_flip_decay_ts};
  r.last_wakee = t.last_wakee;
  r.group = t.group;
  r.cpuset_cpus = t.cpuset_cpus;
  return r;
}

template <class D>
State<D> convert(const Numbers& n, const DomainState& d) {
  using U64 = typename D::U64;
  auto s = State<D>::idle(d.machine, d.domains, d.online, d.active);
  for (std::size_t c = 0; c < n.rq.size(); ++c) {
    s.rq[c].curr_is_idle = typename D::Bool{n.rq[c].curr_is_idle};
    s.rq[c].nr_running = typename D::U32{n.rq[c].nr_running};
    s.rq[c].wake_list_empty = typename D::Bool{n.rq[c].wake_list_empty};
    s.rq[c].runnable_load_avg = U64{n.rq[c].runnable_load_avg};
    for (std::size_t k = 0; k < 5; ++k) s.rq[c].cpu_load[k] = U64{n.rq[c].cpu_load[k]};
    s.rq[c].cpu_power = U64{n.rq[c].cpu_power};
  }
  s.groups.clear();
  for (const auto& g : n.groups) {
    TaskGroup<D> group;
    group.parent = g.parent;
    group.shares = U64{g.shares};
    group.load_avg = U64{g.load_avg};
    for (const auto& on : g.cpu)
      group.cpu.push_back({U64{on.load_weight}, U64{on.tg_load_contrib}, U64{on.se_load_weight}});
    s.groups.push_back(std::move(group));
  }
  for (const auto& t : n.tasks) s.tasks.push_back(convert<D>(t));
  s.jiffies = U64{n.jiffies};
  s.lb_bias = n.lb_bias;
  return s;
}

std::int64_t plain(bool v) { return v ? 1 : 0; }
std::int64_t plain(int v) { return v; }
std::int64_t plain(std::int64_t v) { return v; }
std::int64_t plain(std::uint64_t v) { return static_cast<std::int64_t>(v); }
std::int64_t plain(const SymBool& v) {
  EXPECT_TRUE(v.is_constant());
  return v.constant() ? 1 : 0;
}
std::int64_t plain(const SymNr& v) {
  EXPECT_TRUE(v.is_constant());
  return v.constant();
}
template <class T>
std::int64_t plain(const SymInt<T>& v) {
  EXPECT_TRUE(v.is_constant());
  return static_cast<std::int64_t>(v.constant());
}

/// Every public rule of the era on one state, as numbers.
template <class D>
std::vector<std::int64_t> answers(D& d, const Numbers& n, const DomainState& domains, Cpu here, bool sync) {
  V3_13<D> rules(d);
  auto s = convert<D>(n, domains);
  std::vector<std::int64_t> out;
  PlacementRequest<D> r;
  r.task = 1;
  r.current = 0;
  r.this_cpu = here;
  r.sync = sync;
  for (const auto why : {Placement::wake, Placement::fork, Placement::exec}) {
    r.why = why;
    const auto choice = rules.select_task_rq_fair(s, r);
    out.push_back(plain(choice.cpu));
    out.push_back(plain(choice.target));
    const auto end = rules.place(s, r);
    for (const auto v :
         {plain(end.by_class), plain(end.cpu), plain(end.fell_back), plain(end.affinity_widened)})
      out.push_back(v);
  }
  r.why = Placement::wake;
  const auto& p = s.task(1);
  for (Cpu c = 0; c < domains.machine.nr_cpus(); ++c) {
    out.push_back(plain(rules.select_idle_sibling(s, p, c)));
    out.push_back(plain(rules.idle_cpu(s, c)));
    for (unsigned type = 0; type < 3; ++type) {
      out.push_back(plain(rules.source_load(s, c, type)));
      out.push_back(plain(rules.target_load(s, c, type)));
    }
    out.push_back(plain(rules.cpu_avg_load_per_task(s, c)));
    for (int g = 0; g < 3; ++g)
      out.push_back(plain(rules.effective_load(s, g, c, typename D::S64{-700}, typename D::S64{900})));
  }
  for (auto* sd = domains.domains.base(here); sd != nullptr; sd = domains.domains.parent(*sd)) {
    for (unsigned idx = 0; idx < 3; ++idx)
      out.push_back(plain(rules.find_idlest_group(s, *sd, p, here, idx)));
    for (int g : sd->groups)
      out.push_back(plain(rules.find_idlest_cpu(s, domains.domains.group(g), p, here)));
    out.push_back(plain(rules.wake_affine(s, *sd, r)));
  }
  out.push_back(plain(rules.wake_wide(s, s.task(0), p, here)));
  const auto fallback = rules.select_fallback_rq(s, p, rules.select_task_rq_fair(s, r));
  out.push_back(plain(fallback.cpu));
  rules.record_wakee(s, 0, 1);
  out.push_back(plain(s.task(0).wakee_flips));
  out.push_back(plain(s.task(0).wakee_flip_decay_ts));
  out.push_back(s.task(0).last_wakee);
  return out;
}

class Agreement : public testing::TestWithParam<const char*> {};

TEST_P(Agreement, all_number_domains_answer_the_same) {
  const DomainState domains = find_policy("v3.13").domains->boot(builtin(GetParam()));
  Draw draw(domains, 20131217);
  for (int round = 0; round < 12; ++round) {
    const Numbers numbers = draw.numbers();
    const Cpu here = draw.cpu();
    const bool sync = round % 2 == 0;
    Concrete concrete;
    Trace trace;
    Traced traced(&trace, nullptr);
    Arena arena;
    Symbolic symbolic(arena);
    const auto expected = answers(concrete, numbers, domains, here, sync);
    EXPECT_EQ(answers(traced, numbers, domains, here, sync), expected) << "round " << round;
    EXPECT_EQ(answers(symbolic, numbers, domains, here, sync), expected) << "round " << round;
    EXPECT_FALSE(trace.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, Agreement,
                         testing::Values("x5472", "desktop4", "itanium8", "unequal-llcs", "dynamiq",
                                         "eight-node-ladder"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

}  // namespace
}  // namespace schedproof::solver
