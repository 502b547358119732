// SPDX-License-Identifier: GPL-2.0-or-later
// How the slow path, the fallback and exec come to their answers.
#include "properties/applicable.h"
#include "properties/claim_text.h"
#include "properties/decision_claims.h"

namespace schedproof::properties {

using model::Placement;

namespace {

std::string explain_choice(const View& v) {
  return "the choice is " + cpu(v.outcome.by_class) + ", placed on " + cpu(v.request.this_cpu) +
         ", last on " + cpu(previous(v)) + ", allowed are " + allowed(v);
}

std::string explain_groups(const View& v) {
  const auto& domains = *v.before.domains;
  std::string text = "in the domains of " + cpu(v.request.this_cpu) + " are named";
  for (auto* sd = domains.base(v.request.this_cpu); sd != nullptr; sd = domains.parent(*sd)) {
    const int g =
        v.era.find_idlest_group(v.before, *sd, v.before.task(v.request.task), v.request.this_cpu, 0);
    text += " " + sd->name + ": " + (g == -1 ? "none" : "{" + domains.group(g).span.to_list() + "}");
  }
  return text + "; allowed are " + allowed(v);
}

std::string explain_core(const View& v) {
  return "the class named " + cpu(v.outcome.by_class) + ", the task ends on " + cpu(v.outcome.cpu) +
         (v.outcome.fell_back ? " after the fallback" : "") +
         (v.outcome.affinity_widened ? ", which widened its mask" : "") + "; it ran on " +
         cpu(v.before.task(v.request.task).cpu) + ", allowed are " + allowed(v) + ", online " +
         v.before.online.to_list();
}

}  // namespace

std::vector<Claim> slow_path_and_core_claims() {
  std::vector<Claim> list;
  const auto add = [&](Claim claim) {
    claim.shape = Shape::decision;
    list.push_back(std::move(claim));
  };
  add({.id = "lighter_group_is_named",
       .sentence =
           "in a domain without overlap whose local group can be used, a group is named exactly where "
           "the local group exceeds, by half the margin, the load per power of another one that can be used",
       .source = "find_idlest_group, v3.13",
       .cls = "P6",
       .premises = {"the local group has an allowed CPU"},
       .situations = {"a group is named"},
       .pairs = Pairs::this_cpu,
       .placements = {Placement::fork},
       .not_applicable = no_plain_group,
       .explain = explain_groups});
  add({.id = "equal_loads_prefer_this_cpu",
       .sentence = "of equally loaded allowed CPUs find_idlest_cpu takes this CPU, else the lowest",
       .source = "find_idlest_cpu, v3.13",
       .cls = "P6",
       .premises = {},
       .situations = {"this CPU is as light as a lower one of its group, and taken"},
       .pairs = Pairs::this_cpu,
       .placements = {Placement::fork},
       .not_applicable = no_wide_group,
       .explain = explain_choice});
  add({.id = "slow_path_goes_to_named_group",
       .sentence = "the slow path goes to the group that the widest domain with the flag names (and the "
                   "choice stays in it where groups do not overlap), and nowhere if none is named",
       .source = "select_task_rq_fair, v3.13",
       .cls = "P6",
       .premises = {"select_idle_sibling was not asked", "the task has a choice"},
       .situations = {"a domain without overlap names a group"},
       .pairs = Pairs::all,
       .placements = {Placement::fork, Placement::exec, Placement::wake},
       .not_applicable = no_plain_group,
       .explain = explain_choice});
  add({.id = "allowed_choice_is_taken",
       .sentence =
           "the class's choice is taken exactly where it is allowed and online; else the fallback is asked",
       .source = "select_task_rq, kernel/sched/core.c, v3.13",
       .cls = "P4",
       .intent = Intent::hard,
       .premises = {},
       .situations = {"the class named a CPU that the task may not use",
                      "the class named one that it may use"},
       .pairs = Pairs::all,
       .placements = {Placement::wake, Placement::fork},
       .not_applicable = one_cpu,
       .explain = explain_core});
  add({.id = "fallback_stays_near",
       .sentence =
           "the fallback takes the first allowed CPU of the task's node that is online and active, else the "
           "first of all nodes; where there is none it widens the mask to the cpuset, then to all",
       .source = "select_fallback_rq, kernel/sched/core.c, v3.13",
       .cls = "P4",
       .premises = {"the fallback was asked"},
       .situations = {"the fallback was asked"},
       .pairs = Pairs::all,
       .placements = {Placement::wake, Placement::fork},
       .not_applicable = one_cpu,
       .explain = explain_core});
  add({.id = "exec_moves_where_allowed",
       .sentence = "exec moves the task to the class's choice exactly where that is active and allowed",
       .source = "sched_exec and __migrate_task, kernel/sched/core.c, v3.13",
       .cls = "P4",
       .intent = Intent::hard,
       .premises = {},
       .situations = {"the task moves"},
       .pairs = Pairs::all,
       .placements = {Placement::exec},
       .not_applicable = no_exec_domain,
       .explain = explain_core});
  add({.id = "changing_cpu_is_not_chosen",
       .sentence = "the fallback chooses no CPU that goes down (online, no longer active) or comes up "
                   "(active, not yet online), and exec none that goes down",
       .source = "select_fallback_rq and sched_exec, kernel/sched/core.c, v3.13",
       .cls = "P4",
       .intent = Intent::hard,
       .premises = {"the first CPU of this CPU's node is going down or coming up"},
       .situations = {"else that CPU would be chosen"},
       .pairs = Pairs::all,
       .placements = {Placement::wake, Placement::fork, Placement::exec},
       .not_applicable = one_cpu,
       .explain = explain_core});
  return list;
}

}  // namespace schedproof::properties
