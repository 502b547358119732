// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/explain_texts.h"

#include <stdexcept>

namespace schedproof::counterexamples {

const std::vector<DecisionText>& decision_texts() {
  static const std::vector<DecisionText> texts = {
      {"record_wakee.wipe", "record_wakee",
       "{current}'s count of changed wakees is older than a second and is wiped",
       "{current}'s count of changed wakees is younger than a second and stays"},
      {"record_wakee.new_wakee", "record_wakee",
       "{task} is another wakee than {current}'s last one: its count goes up",
       "{task} is {current}'s last wakee: its count stays"},

      {"strf.one_cpu_allowed", "select_task_rq_fair",
       "{task} may run on one CPU only, so there is nothing to choose", "{task} may run on several CPUs"},
      {"strf.this_allowed", "select_task_rq_fair",
       "{task} may run on this cpu {this}, so an affine wakeup is wanted",
       "{task} may not run on this cpu {this} (allowed: {allowed}), so there is no affine wakeup"},
      {"strf.load_balance", "select_task_rq_fair", "the domain of cpu {this} balances load and is looked at",
       "the domain of cpu {this} does not balance load and is passed over"},
      {"strf.affine_domain", "select_task_rq_fair",
       "{domain} allows affine wakeups and holds the previous cpu {wake_cpu}: the wakeup is affine",
       "{domain} does not allow affine wakeups or does not hold the previous cpu {wake_cpu}"},
      {"strf.has_flag", "select_task_rq_fair",
       "{domain} has the balance flag of this placement: the slow path may start here",
       "{domain} lacks the balance flag of this placement"},
      {"strf.other_cpu", "select_task_rq_fair",
       "this cpu {this} is not the previous cpu {wake_cpu}: wake_affine is asked",
       "this cpu {this} is the previous one: it is the target"},
      {"strf.wake_affine", "select_task_rq_fair", "wake_affine agrees: the target is this cpu {this}",
       "wake_affine declines: the target is the previous cpu {wake_cpu}"},

      {"wake_wide.wakee_hot", "wake_wide",
       "{task} changes its wakee more often ({wakee_flips}) than the cache has CPUs ({factor})",
       "{task} seldom changes its wakee ({wakee_flips}, at most the {factor} CPUs of the cache)"},
      {"wake_wide.waker_hotter", "wake_wide",
       "{current} changes its wakee ({waker_flips}) more than that many times as often",
       "{current} does not change its wakee ({waker_flips}) that many times as often"},
      {"wa.wide", "wake_affine", "{current} and {task} have many partners: wake_affine declines",
       "{current} and {task} have few partners"},
      {"wa.sync", "wake_affine", "the wakeup is synchronous: {current}'s load is taken off this cpu {this}",
       "the wakeup is not synchronous: {current}'s load counts"},
      {"wa.this_loaded", "wake_affine", "this cpu {this} has load ({this_load})",
       "this cpu {this} has no load ({this_load}), so {task} fits there"},
      {"wa.fits", "wake_affine",
       "with {task}, this cpu's load per power ({this_eff_load}) is at most the previous one's "
       "({prev_eff_load})",
       "with {task}, this cpu's load per power ({this_eff_load}) is above the previous one's "
       "({prev_eff_load})"},
      {"wa.sync_balanced", "wake_affine",
       "a synchronous wakeup, and the loads are balanced: wake_affine agrees", "the loads are not balanced"},
      {"wa.balanced", "wake_affine", "the loads are balanced: wake_affine agrees",
       "the loads are not balanced"},
      {"wa.lighter", "wake_affine",
       "this cpu {this} ({this_load}) is not busier than the previous one ({load})",
       "this cpu {this} ({this_load}) is busier than the previous one ({load}): wake_affine declines"},
      {"wa.below_one_task", "wake_affine",
       "both loads ({both}) are at most that of one average task: wake_affine agrees",
       "both loads ({both}) are above that of one average task: wake_affine declines"},
      {"effective_load.no_weight", "effective_load",
       "no weight moves, so the group's load counts as unchanged", "weight moves"},
      {"effective_load.partial", "effective_load",
       "the group's weight on the CPU ({w}) is a part of the whole group's ({W})",
       "the group's weight on the CPU ({w}) counts as the whole group's ({W})"},
      {"source_load.now", "source_load", "the load of cpu {cpu} is taken as of now",
       "the lesser of cpu {cpu}'s load now and its average is taken"},
      {"target_load.now", "target_load", "the load of cpu {cpu} is taken as of now",
       "the greater of cpu {cpu}'s load now and its average is taken"},
      {"avg_load_per_task.runs", "cpu_avg_load_per_task",
       "this cpu {this} has tasks, whose average load is taken",
       "this cpu {this} has no task: its average load is 0"},

      {"sis.target_idle", "select_idle_sibling", "the target, cpu {target}, is idle and is taken",
       "the target, cpu {target}, is busy: it {busy}"},
      {"sis.prev_differs", "select_idle_sibling", "{task}'s last cpu {prev} is not the target",
       "{task}'s last cpu {prev} is the target"},
      {"sis.prev_shares_cache", "select_idle_sibling", "cpu {prev} shares cache with the target",
       "cpu {prev} does not share cache with the target"},
      {"sis.prev_idle", "select_idle_sibling", "cpu {prev} is idle and is taken",
       "cpu {prev} is busy: it {busy}"},
      {"sis.group_allowed", "select_idle_sibling", "{domain}: group {group} has a CPU that {task} may use",
       "{domain}: group {group} has no CPU that {task} may use (allowed: {allowed})"},
      {"sis.group_holds_target", "select_idle_sibling",
       "{domain}: group {group} holds the target and is passed over",
       "{domain}: group {group} does not hold the target"},
      {"sis.group_idle", "select_idle_sibling",
       "{domain}: group {group} is wholly idle: its first allowed CPU is taken",
       "{domain}: group {group} is not wholly idle: {busy}"},

      {"fig.allowed", "find_idlest_group", "{domain}: group {group} has a CPU that {task} may use",
       "{domain}: group {group} has no CPU that {task} may use (allowed: {allowed})"},
      {"fig.local", "find_idlest_group", "{domain}: group {group} is the local one, load {avg_load}",
       "{domain}: group {group} is a remote one, load {avg_load}"},
      {"fig.less", "find_idlest_group", "{domain}: the load {avg_load} of group {group} is the least so far",
       "{domain}: the load {avg_load} of group {group} is not below {min_load}"},
      {"fig.found", "find_idlest_group", "{domain}: group {group} is the idlest remote one",
       "{domain}: there is no remote group to go to"},
      {"fig.local_good_enough", "find_idlest_group",
       "{domain}: the local load {this_load} is within the margin of the idlest group's {min_load}: the task "
       "stays local",
       "{domain}: the local load {this_load} is beyond the margin of the idlest group's {min_load}: group "
       "{group} is taken"},
      {"fic.allowed", "find_idlest_cpu", "group {group}: {task} may run on cpu {cpu}",
       "group {group}: {task} may not run on cpu {cpu} (allowed: {allowed})"},
      {"fic.less", "find_idlest_cpu", "group {group}: cpu {cpu} with load {load} is the best so far",
       "group {group}: cpu {cpu} with load {load} is not better"},

      {"strq.allowed", "select_task_rq", "{task} may run on the chosen cpu {cpu}",
       "{task} may not run on the chosen cpu {cpu} (allowed: {allowed}): select_fallback_rq is asked"},
      {"strq.online", "select_task_rq", "the chosen cpu {cpu} is online",
       "the chosen cpu {cpu} is offline: select_fallback_rq is asked"},
      {"fallback.same_node", "select_fallback_rq", "an allowed, active CPU of {task}'s node is taken",
       "no CPU of {task}'s node is allowed and active"},
      {"fallback.any", "select_fallback_rq", "the first allowed, active CPU is taken",
       "no CPU at all is allowed and active"},
      {"fallback.cpuset", "select_fallback_rq", "the affinity is widened to the cpuset",
       "the affinity is widened to all CPUs"},
      {"exec.other_cpu", "sched_exec", "the class names another CPU, cpu {dest}",
       "the class names this cpu {dest}: {task} stays"},
      {"exec.active", "sched_exec", "that CPU is active", "that CPU is not active: {task} stays"},
      {"exec.allowed", "__migrate_task", "{task} may run there and moves",
       "{task} may not run there (allowed: {allowed}) and stays"},
  };
  return texts;
}

const DecisionText* find_decision_text(std::string_view name) {
  for (const auto& text : decision_texts())
    if (text.name == name) return &text;
  return nullptr;
}

std::string filled_in(std::string_view text, const std::map<std::string, std::string, std::less<>>& values) {
  std::string out;
  while (!text.empty()) {
    const auto open = text.find('{');
    out += text.substr(0, open);
    if (open == std::string_view::npos) break;
    const auto close = text.find('}', open);
    if (close == std::string_view::npos)
      throw std::logic_error("a placeholder without an end: " + std::string(text));
    const auto value = values.find(text.substr(open + 1, close - open - 1));
    if (value == values.end()) throw std::logic_error("nothing to fill in: " + std::string(text));
    out += value->second;
    text.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace schedproof::counterexamples
