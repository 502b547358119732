// SPDX-License-Identifier: GPL-2.0-or-later
// How select_idle_sibling, wake_affine and wake_wide come to their answers.
#include "properties/applicable.h"
#include "properties/claim_text.h"
#include "properties/decision_claims.h"

namespace schedproof::properties {

using model::Placement;

namespace {

std::string yes_no(bool b) { return b ? "yes" : "no"; }

std::string explain_idle_cpu(const View& v) {
  for (Cpu c : v.before.online)
    if (v.era.idle_cpu(v.before, c) != lies_idle(v, c)) {
      const auto& rq = v.before.cpu_rq(c);
      return "idle_cpu of " + cpu(c) + " says " + yes_no(v.era.idle_cpu(v.before, c)) +
             "; the idle task runs: " + yes_no(rq.curr_is_idle) +
             ", tasks: " + std::to_string(rq.nr_running) +
             ", a wakeup is pending: " + yes_no(!rq.wake_list_empty);
    }
  return "idle_cpu is wrong of a CPU";
}

std::string idle_or_busy(const View& v, Cpu c) {
  return c == -1 ? "no CPU" : cpu(c) + (lies_idle(v, c) ? " (idle)" : " (busy)");
}

std::string explain_choice(const View& v) {
  const auto& p = v.before.task(v.request.task);
  return "the choice is " + idle_or_busy(v, v.outcome.by_class) + "; target " +
         idle_or_busy(v, v.outcome.target) + " of cache " + cache(v, v.outcome.target) + ", the task's CPU " +
         idle_or_busy(v, p.cpu) + ", wake_cpu " + cpu(p.wake_cpu) + ", allowed are " + allowed(v);
}

std::string explain_target(const View& v) {
  return "the target is " + cpu(v.outcome.target) + ", woken on " + cpu(v.request.this_cpu) +
         " and last on " + cpu(v.before.task(v.request.task).wake_cpu) + ", allowed are " + allowed(v);
}

std::string explain_flips(const View& v) {
  return "flips of waker " + std::to_string(v.before.task(v.request.current).wakee_flips) + " and wakee " +
         std::to_string(v.before.task(v.request.task).wakee_flips) + ", " +
         std::to_string(cache_siblings(*v.before.domains, v.request.this_cpu).weight()) +
         " CPUs in the cache of " + cpu(v.request.this_cpu);
}

std::string load(const View& v, Cpu c) {
  const auto& rq = v.before.cpu_rq(c);
  return cpu(c) + " load " + std::to_string(rq.runnable_load_avg) + " power " + std::to_string(rq.cpu_power);
}

std::string explain_loads(const View& v) {
  const auto& p = v.before.task(v.request.task);
  return "the target is " + cpu(v.outcome.target) + "; this " + load(v, v.request.this_cpu) +
         ", the task's " + load(v, p.cpu) + ", weights of waker " +
         std::to_string(v.before.task(v.request.current).load_weight) + " and wakee " +
         std::to_string(p.load_weight) + (v.request.sync ? ", sync" : "");
}

}  // namespace

std::vector<Claim> wakeup_claims() {
  std::vector<Claim> list;
  const auto add = [&](Claim claim) {
    claim.shape = Shape::decision;
    list.push_back(std::move(claim));
  };
  add({.id = "idle_cpu_sees_pending_work",
       .sentence =
           "a CPU is idle exactly when the idle task runs, no task is queued and no wakeup is pending",
       .source = "idle_cpu, kernel/sched/core.c, v3.13",
       .cls = "P1",
       .premises = {},
       .situations = {"the idle task runs, but work is queued or on its way"},
       .pairs = Pairs::this_cpu,
       .placements = {Placement::wake},
       .not_applicable = one_cpu,
       .explain = explain_idle_cpu});
  add({.id = "idle_target_is_taken",
       .sentence = "an idle target is the choice",
       .source = "select_idle_sibling, v3.13",
       .cls = "P1",
       .premises = {"select_idle_sibling was asked", "the target is idle"},
       .situations = {"the target is idle"},
       .pairs = Pairs::target,
       .placements = {Placement::wake},
       .not_applicable = no_affine_pair,
       .explain = explain_choice});
  add({.id = "idle_previous_is_kept",
       .sentence = "where the target is busy, the task's CPU is the choice if it is idle and shares cache "
                   "with the target",
       .source = "select_idle_sibling, v3.13",
       .cls = "P11",
       .premises = {"select_idle_sibling was asked", "the target is busy",
                    "the task's CPU is another one, idle, in the same cache domain"},
       .situations = {"such a CPU exists"},
       .pairs = Pairs::target,
       .placements = {Placement::wake},
       .not_applicable = no_shared_cache,
       .explain = explain_choice});
  add({.id = "idle_search_is_widest_first",
       .sentence = "else the choice is the first allowed CPU of the first wholly idle group, in the order of "
                   "sd_llc and the domains below it, or the target if there is none",
       .source = "select_idle_sibling, v3.13",
       .cls = "P1",
       .premises = {"the target is busy", "the task's CPU is no idle cache sibling",
                    "both CPUs have domains"},
       .situations = {"a group is taken"},
       .pairs = Pairs::target,
       .placements = {Placement::wake},
       .not_applicable = no_scan,
       .explain = explain_choice});
  add({.id = "single_cpu_task_is_not_searched",
       .sentence = "a task that may use one CPU only is left where it was, unsearched",
       .source = "select_task_rq_fair, v3.13",
       .cls = "P4",
       .premises = {"the task may use one CPU only"},
       .situations = {"the task may use one CPU only"},
       .pairs = Pairs::all,
       .placements = {Placement::wake, Placement::fork, Placement::exec},
       .not_applicable = one_cpu,
       .explain = explain_choice});
  add({.id = "near_wakeup_is_searched",
       .sentence =
           "select_idle_sibling is asked, for this CPU or the previous one, exactly where the task has a "
           "choice, may use this CPU, and a domain of this CPU with SD_WAKE_AFFINE holds the previous one",
       .source = "select_task_rq_fair, v3.13",
       .cls = "P11",
       .premises = {},
       .situations = {"this happens with another previous CPU"},
       .pairs = Pairs::all,
       .placements = {Placement::wake},
       .not_applicable = no_affine_pair,
       .explain = explain_target});
  add({.id = "wake_wide_needs_many_partners",
       .sentence = "wake_wide holds exactly where the wakee changed partners more often than the waker's LLC "
                   "has CPUs, and the waker that many times as often as the wakee",
       .source = "wake_wide, v3.13",
       .cls = "P11",
       .premises = {"this CPU has domains"},
       .situations = {"it holds"},
       .pairs = Pairs::this_cpu,
       .placements = {Placement::wake},
       .not_applicable = one_cpu,
       .explain = explain_flips});
  add({.id = "waker_counts_changes_of_wakee",
       .sentence = "a wakeup adds one to the waker's flips exactly where the wakee is another one than last "
                   "time; flips older than a second are dropped first",
       .source = "record_wakee, v3.13",
       .cls = "P11",
       .premises = {},
       .situations = {"the waker has flips"},
       .pairs = Pairs::this_cpu,
       .placements = {Placement::wake},
       .not_applicable = one_cpu,
       .explain = explain_flips});
  add({.id = "wake_affine_weighs_both_cpus",
       .sentence = "this CPU is the target exactly where, with the wakee and without a sync waker, its load "
                   "per power exceeds that of the task's CPU by no more than half the margin, or nothing is "
                   "left here, or this load is not above the other and both are below one task of this CPU",
       .source = "wake_affine, v3.13",
       .cls = "P11",
       .premises = {"select_idle_sibling was asked", "the previous CPU is another one",
                    "wake_wide does not hold"},
       .situations = {"this CPU is the target", "the previous CPU is the target"},
       .pairs = Pairs::all,
       .placements = {Placement::wake},
       .not_applicable = no_affine_pair,
       .explain = explain_loads});
  return list;
}

}  // namespace schedproof::properties
