// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/decision_claims.h"

#include "properties/applicable.h"
#include "properties/claim_text.h"
#include "properties/decision_checks.h"

namespace schedproof::properties {

using model::DomainState;
using model::Placement;
using model::Traced;

template DecisionCheck<Traced> decision_check<Traced>(std::string_view);

namespace {

// ---- violated sentences with their numbers
// --------------------------------------------------------------------------

std::string explain_shares_cache(const View& v) {
  const Cpu t = v.outcome.target, c = v.outcome.by_class;
  return cpu(c) + " (cache " + cache(v, c) + ") does not share cache with target " + cpu(t) + " (cache " +
         cache(v, t) + ")";
}

std::string explain_finds_idle(const View& v) {
  const Cpu t = v.outcome.target;
  const auto& domains = *v.before.domains;
  for (auto* sd = domains.get(domains.highest_flag_domain(t, model::SD_SHARE_PKG_RESOURCES)); sd != nullptr;
       sd = domains.child(*sd))
    for (int g : sd->groups) {
      const auto& group = domains.group(g);
      bool idle = true, usable = false;
      for (Cpu c : group.cpus) {
        idle = idle && v.era.idle_cpu(v.before, c);
        usable = usable || v.before.task(v.request.task).cpus_allowed.test(c);
      }
      if (idle && usable)
        return cpu(v.outcome.by_class) + " is busy, though group {" + group.span.to_list() + "} of " +
               sd->name + " {" + sd->span.to_list() + "}, within the cache of target " + cpu(t) +
               ", is wholly idle and allowed";
    }
  return cpu(v.outcome.by_class) + " is busy";
}

std::string explain_affine(const View& v) {
  const Cpu w = v.before.task(v.request.task).wake_cpu;
  return cpu(v.outcome.by_class) + " shares cache neither with this " + cpu(v.request.this_cpu) + " (cache " +
         cache(v, v.request.this_cpu) + ") nor with the previous " + cpu(w) + " (cache " + cache(v, w) + ")";
}

std::string explain_wide(const View& v) {
  return "wake_wide says no, but the target is " + cpu(v.outcome.target) + ", not the previous " +
         cpu(v.before.task(v.request.task).wake_cpu);
}

std::string explain_barred(const View& v) {
  return "this " + cpu(v.request.this_cpu) + " is not allowed (" + allowed(v) + "), but the choice is " +
         cpu(v.outcome.by_class) + ", not the previous " + cpu(v.before.task(v.request.task).wake_cpu);
}

std::string explain_fallback(const View& v) {
  return cpu(v.outcome.cpu) + " is not both online (" + v.before.online.to_list() + ") and allowed (" +
         allowed(v) + ")";
}

std::string explain_class_choice(const View& v) {
  const auto& p = v.before.task(v.request.task);
  return cpu(v.outcome.by_class) + " is neither allowed (" + allowed(v) + ") nor the task's " + cpu(p.cpu) +
         " or " + cpu(p.wake_cpu);
}

std::string explain_idlest_cpu(const View& v) {
  const auto& s = v.before;
  const auto& p = s.task(v.request.task);
  for (auto* sd = s.domains->base(v.request.this_cpu); sd != nullptr; sd = s.domains->parent(*sd))
    for (int g : sd->groups) {
      const auto& group = s.domains->group(g);
      const Cpu found = v.era.find_idlest_cpu(s, group, p, v.request.this_cpu);
      for (Cpu c : group.cpus) {
        if (!p.cpus_allowed.test(c)) continue;
        const auto load = s.cpu_rq(c).runnable_load_avg;
        if (found == -1 || !p.cpus_allowed.test(found) || load < s.cpu_rq(found).runnable_load_avg)
          return cpu(found) + " was found in group {" + group.span.to_list() + "}, though allowed " + cpu(c) +
                 " has load " + std::to_string(load) +
                 (found == -1 ? "" : " against " + std::to_string(s.cpu_rq(found).runnable_load_avg));
      }
    }
  return "the CPU found is not the least loaded one";
}

std::string explain_idlest_group(const View& v) {
  const auto& s = v.before;
  for (auto* sd = s.domains->base(v.request.this_cpu); sd != nullptr; sd = s.domains->parent(*sd)) {
    const unsigned idx = v.request.why == Placement::wake ? sd->params.wake_idx : sd->params.forkexec_idx;
    const int found = v.era.find_idlest_group(s, *sd, s.task(v.request.task), v.request.this_cpu, idx);
    if (found == -1) continue;
    Traced d;
    std::string loads;
    for (int g : sd->groups) {
      const auto& group = s.domains->group(g);
      const bool local = group.span.test(v.request.this_cpu);
      loads += (loads.empty() ? "{" : ", {") + group.span.to_list() + "} " +
               std::to_string(group_load(d, v, group, local, idx)) + (local ? " (local)" : "");
    }
    return "in " + sd->name + " {" + sd->span.to_list() + "} of " + cpu(v.request.this_cpu) + " group {" +
           s.domains->group(found).span.to_list() + "} was named; loads per power are " + loads;
  }
  return "the group named is not lighter by the margin";
}

}  // namespace

std::vector<Claim> placement_claims() {
  const std::vector<Placement> wake{Placement::wake}, fork{Placement::fork};
  std::vector<Claim> list;
  const auto add = [&](Claim claim) {
    claim.shape = Shape::decision;
    list.push_back(std::move(claim));
  };
  add({.id = "idle_sibling_shares_cache",
       .sentence = "select_idle_sibling answers the target or a CPU that shares cache with it",
       .source = "select_idle_sibling, v3.13; commit 5d4cf996cf13",
       .cls = "P7",
       .premises = {"select_idle_sibling was asked"},
       .situations = {"the target is busy and another CPU is taken"},
       .pairs = Pairs::target,
       .placements = wake,
       .not_applicable = no_shared_cache,
       .explain = explain_shares_cache});
  add({.id = "idle_sibling_finds_idle_group",
       .sentence = "where a group of a domain at or below the target's LLC is wholly idle and has an allowed "
                   "CPU, the choice is idle",
       .source = "select_idle_sibling, v3.13; commit 5d4cf996cf13",
       .cls = "P1",
       .premises = {"select_idle_sibling was asked",
                    "such a group exists; the LLC is derived from the flags, not read from sd_llc"},
       .situations = {"the target is busy"},
       .pairs = Pairs::target,
       .placements = wake,
       .not_applicable = no_shared_cache,
       .explain = explain_finds_idle});
  add({.id = "affine_wakeup_ends_in_llc",
       .sentence = "an affine wakeup ends in the LLC of this CPU or of the previous one",
       .source = "select_task_rq_fair, v3.13",
       .cls = "P11",
       .premises = {"select_idle_sibling was asked"},
       .situations = {"this CPU is the target and not the previous one",
                      "the previous CPU is the target and not this one"},
       .pairs = Pairs::all,
       .placements = wake,
       .not_applicable = no_affine_pair,
       .explain = explain_affine});
  add({.id = "wide_wakeup_targets_prev",
       .sentence = "where wake_wide says so, the target is the previous CPU",
       .source = "wake_affine and wake_wide, v3.13",
       .cls = "P11",
       .premises = {"select_idle_sibling was asked", "wake_wide holds of waker and wakee"},
       .situations = {"the waker is on another CPU than the previous one"},
       .pairs = Pairs::all,
       .placements = wake,
       .not_applicable = no_affine_pair,
       .explain = explain_wide});
  add({.id = "barred_waker_leaves_prev",
       .sentence = "where the waker's CPU is not allowed, the choice is the previous CPU",
       .source = "select_task_rq_fair, v3.13",
       .cls = "P11",
       .premises = {"this CPU is not in the task's mask", "no domain of this CPU has SD_BALANCE_WAKE"},
       .situations = {"the task may use several CPUs and the waker is elsewhere"},
       .pairs = Pairs::all,
       .placements = wake,
       .not_applicable = slow_path_everywhere,
       .explain = explain_barred});
  add({.id = "choice_allowed_after_fallback",
       .sentence = "after the fallback the choice is online, and allowed unless the fallback widened the "
                   "mask (fallback_stays_near says when it may)",
       .source = "select_task_rq and select_fallback_rq, kernel/sched/core.c, v3.13",
       .cls = "P4",
       .intent = Intent::hard,
       .premises = {"some CPU is online and active"},
       .situations = {"the class named a CPU that the task may not use",
                      "the class named one that it may use"},
       .pairs = Pairs::all,
       .placements = {Placement::wake, Placement::fork},
       .not_applicable = one_cpu,
       .explain = explain_fallback});
  add({.id = "class_choice_allowed_or_previous",
       .sentence = "before the fallback the choice is allowed, or the task's previous CPU, or where a fork "
                   "or exec began",
       .source = "select_task_rq_fair, v3.13",
       .cls = "P4",
       .intent = Intent::hard,
       .premises = {},
       .situations = {"the choice is not allowed"},
       .pairs = Pairs::all,
       .placements = {Placement::wake, Placement::fork, Placement::exec},
       .not_applicable = one_cpu,
       .explain = explain_class_choice});
  add({.id = "find_idlest_cpu_is_least_loaded",
       .sentence =
           "find_idlest_cpu answers an allowed CPU of its group that no allowed one of the group underbids",
       .source = "find_idlest_cpu, v3.13",
       .cls = "P6",
       .premises = {"the group has an allowed CPU"},
       .situations = {"the last CPU of a group is less loaded than its first, both allowed"},
       .pairs = Pairs::this_cpu,
       .placements = fork,
       .not_applicable = no_wide_group,
       .explain = explain_idlest_cpu});
  add({.id = "idlest_group_beats_local",
       .sentence = "the group that find_idlest_group names is not the local one, is allowed, is the "
                   "lightest, and beats the local one by half the margin of imbalance_pct",
       .source = "find_idlest_group, v3.13",
       .cls = "P6",
       .premises = {"a group is named"},
       .situations = {"a group is named"},
       .pairs = Pairs::this_cpu,
       .placements = fork,
       .not_applicable = no_domains,
       .explain = explain_idlest_group});
  return list;
}

std::vector<Claim> decision_claims() {
  auto list = placement_claims();
  for (auto& more : {wakeup_claims(), slow_path_and_core_claims()})
    list.insert(list.end(), more.begin(), more.end());
  return list;
}

}  // namespace schedproof::properties
