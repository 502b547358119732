// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/decode.h"

#include "model/run/make_state.h"
#include "model/value/concrete.h"

namespace schedproof::solver {

using model::Cpu;
using model::CpuMask;
using model::Placement;
using model::Scenario;
using model::ScenarioCpu;
using model::ScenarioEvent;
using model::ScenarioTask;

namespace {

using U64 = SymInt<std::uint64_t>;
using U32 = SymInt<std::uint32_t>;

/// Tries one wish after another; keeps those that can be met together.
class Wishes {
 public:
  explicit Wishes(SmtSolver& solver) : solver_(solver) {}
  bool wish(const SymBool& what) {
    if (what.is_constant()) return what.constant();
    if (!(has_model_ && solver_.value(what))) {
      const SymBool also[] = {what};
      has_model_ = solver_.check(also) == Sat::yes;
      if (!has_model_) return false;
    }
    solver_.add(what);
    return true;
  }
  void finish() {
    if (solver_.check() != Sat::yes) throw SolverFault("the solver lost a model that it had");
  }

 private:
  SmtSolver& solver_;
  bool has_model_ = true;
};

SymBool load_is(const model::RunQueue<Symbolic>& rq, std::uint64_t load) {
  SymBool all = rq.runnable_load_avg == U64{load};
  for (const auto& l : rq.cpu_load) all = all && l == U64{load};
  return all;
}

void plain_queue(Wishes& w, const model::RunQueue<Symbolic>& rq, bool prefer_running) {
  const SymBool idle = rq.curr_is_idle && rq.nr_running == U32{0} && rq.wake_list_empty;
  const SymBool running = !rq.curr_is_idle && rq.nr_running == U32{1} && rq.wake_list_empty;
  if (prefer_running && w.wish(running && load_is(rq, model::kNice0Load))) return;
  if (w.wish(idle && load_is(rq, 0))) return;
  if (w.wish(running && load_is(rq, model::kNice0Load))) return;
  if (!w.wish(idle)) w.wish(running);
  w.wish(rq.wake_list_empty);
  for (std::uint32_t n : {0u, 1u, 2u})
    if (w.wish(rq.nr_running == U32{n})) break;
  for (std::uint64_t load : {std::uint64_t{0}, model::kNice0Load, 2 * model::kNice0Load}) {
    if (w.wish(load_is(rq, load)) || w.wish(rq.runnable_load_avg == U64{load})) break;
  }
  for (const auto& l : rq.cpu_load) w.wish(l == rq.runnable_load_avg);
}

ScenarioCpu difference(Cpu c, const model::RunQueue<model::Concrete>& implied,
                       const model::RunQueue<model::Concrete>& is) {
  ScenarioCpu o;
  o.cpu = c;
  if (is.curr_is_idle != implied.curr_is_idle) o.curr_is_idle = is.curr_is_idle;
  if (is.nr_running != implied.nr_running) o.nr_running = is.nr_running;
  if (is.wake_list_empty != implied.wake_list_empty) o.wake_list_empty = is.wake_list_empty;
  auto cpu_load = implied.cpu_load;
  if (is.runnable_load_avg != implied.runnable_load_avg) {
    o.runnable_load_avg = is.runnable_load_avg;
    cpu_load.fill(is.runnable_load_avg);  // as a scenario's runnable_load_avg implies
  }
  if (is.cpu_load != cpu_load) o.cpu_load = is.cpu_load;
  return o;
}

model::RunQueue<model::Concrete> read(const SmtSolver& solver, const model::RunQueue<Symbolic>& rq) {
  model::RunQueue<model::Concrete> r;
  r.curr_is_idle = solver.value(rq.curr_is_idle);
  r.nr_running = solver.value(rq.nr_running);
  r.wake_list_empty = solver.value(rq.wake_list_empty);
  r.runnable_load_avg = solver.value(rq.runnable_load_avg);
  for (std::size_t k = 0; k < rq.cpu_load.size(); ++k) r.cpu_load[k] = solver.value(rq.cpu_load[k]);
  return r;
}

ScenarioTask read_task(const SmtSolver& solver, const model::Task<Symbolic>& task, const CpuMask& possible) {
  ScenarioTask t;
  t.cpu = solver.value(task.cpu);
  t.wake_cpu = solver.value(task.wake_cpu);
  if (t.wake_cpu == t.cpu) t.wake_cpu = -1;
  t.weight = solver.value(task.load_weight);
  t.wakee_flips = solver.value(task.wakee_flips);
  for (Cpu c : possible)
    if (solver.value(task.cpus_allowed.test(c))) t.allowed.set(c);
  if (t.allowed == possible) t.allowed = {};
  return t;
}

void read_tasks(const SmtSolver& solver, const CaseTerms& terms, const CpuMask& possible, Scenario& s) {
  const ProofCase& what = terms.what;
  ScenarioEvent event;
  event.kind = what.why == Placement::wake   ? ScenarioEvent::Kind::wake
               : what.why == Placement::fork ? ScenarioEvent::Kind::fork
                                             : ScenarioEvent::Kind::exec;
  event.sync = solver.value(terms.sync);
  ScenarioTask wakee = read_task(solver, terms.at.task(kWakee), possible);
  wakee.id = event.task = what.why == Placement::wake   ? "wakee"
                          : what.why == Placement::fork ? "child"
                                                        : "task";
  if (what.why == Placement::exec) {
    wakee.status = ScenarioTask::Status::running;
  } else if (solver.value(terms.at.cpu_rq(what.this_cpu).curr_is_idle)) {
    event.on_cpu = what.this_cpu;
  } else {
    ScenarioTask waker = read_task(solver, terms.at.task(kWaker), possible);
    waker.id = event.by = what.why == Placement::wake ? "waker" : "parent";
    waker.status = ScenarioTask::Status::running;
    if (what.why == Placement::wake) waker.last_wakee = wakee.id;  // so task_waking leaves the flips alone
    s.tasks.push_back(waker);
  }
  s.tasks.push_back(wakee);
  s.events.push_back(event);
}

}  // namespace

void make_plain(SmtSolver& solver, const CaseTerms& terms) {
  Wishes w(solver);
  const auto& s = terms.at;
  w.wish(!terms.sync);
  const CpuMask possible = s.machine->possible();
  const auto& wakee = s.task(kWakee);
  std::vector<SymBool> allowed;
  for (Cpu c : possible) allowed.push_back(wakee.cpus_allowed.test(c));
  if (!w.wish(conjunction(allowed)))
    for (const SymBool& a : allowed) w.wish(a);
  w.wish(wakee.cpu == terms.what.wake_cpu);
  for (Cpu c = s.machine->nr_cpus() - 1; c >= 0; --c) plain_queue(w, s.cpu_rq(c), c == terms.what.this_cpu);
  for (int t : {kWaker, kWakee}) {
    w.wish(s.task(t).load_weight == U64{model::kNice0Load});
    for (std::uint64_t flips : {0u, 1u, 10u, 100u})
      if (w.wish(s.task(t).wakee_flips == U64{flips})) break;
  }
  w.finish();
}

Scenario decode(const SmtSolver& solver, const CaseTerms& terms, const model::Policy& policy,
                const model::DomainState& domains, const model::DomainOptions& options) {
  Scenario s;
  s.policy = policy.name;
  s.overrides = policy.overrides;
  s.machine = domains.machine;
  s.options = options;
  read_tasks(solver, terms, domains.machine.possible(), s);
  const auto& at = terms.at;
  for (Cpu c : domains.online) {
    const auto rq = read(solver, at.cpu_rq(c));
    const bool runs_a_task = !rq.curr_is_idle && rq.nr_running > 0;
    if (runs_a_task && c != terms.what.this_cpu) s.busy.set(c);
  }
  const auto implied = model::make_state<model::Concrete>(s, domains);
  for (Cpu c : domains.online) {
    const ScenarioCpu o = difference(c, implied.cpu_rq(c), read(solver, at.cpu_rq(c)));
    if (o != ScenarioCpu{.cpu = c,
                         .curr_is_idle = {},
                         .nr_running = {},
                         .wake_list_empty = {},
                         .runnable_load_avg = {},
                         .cpu_load = {},
                         .cpu_power = {}})
      s.cpus.push_back(o);
  }
  return s;
}

}  // namespace schedproof::solver
