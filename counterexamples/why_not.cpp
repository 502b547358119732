// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/why_not.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "counterexamples/describe.h"
#include "counterexamples/placement_view.h"
#include "counterexamples/replay.h"

namespace schedproof::counterexamples {

using model::Cpu;
using model::Decision;
using model::Placement;

namespace {

std::string braces(const model::SchedGroup& group) { return "{" + group.span.to_list() + "}"; }

/// Goes through one placement's trace with one CPU in mind.
class Inquiry {
 public:
  Inquiry(const PlacementView& view, Cpu cpu, WhyNot& out) : view_(view), cpu_(cpu), out_(out) {}

  void run() {
    const auto& outcome = view_.record.outcome;
    if (cpu_ == outcome.cpu) {
      say("", fmt::format("cpu {} was chosen", cpu_));
      return;
    }
    if (!view_.before.online.test(cpu_)) say("", fmt::format("cpu {} is offline", cpu_));
    if (!view_.task().cpus_allowed.test(cpu_))
      say("", fmt::format("{} may not run on cpu {} (allowed: {})", view_.name(), cpu_,
                          view_.task().cpus_allowed.to_list()));
    if (const auto* one = find("strf.one_cpu_allowed", true))
      say(one->name,
          fmt::format("{} may run on one CPU only, so its previous one is taken unsearched", view_.name()));
    else if (outcome.target != -1)
      fast_path();
    else
      slow_path();
    after_the_class();
    if (out_.sentences.empty())
      say("", fmt::format("cpu {} was never considered: no decision is about it or its groups", cpu_));
  }

 private:
  void say(std::string decision, std::string sentence) {
    out_.decision = std::move(decision);
    out_.sentences.push_back(std::move(sentence));
  }
  const Decision* find(std::string_view name, bool outcome) const {
    for (const auto& decision : view_.record.trace)
      if (decision.name == name && decision.outcome == outcome) return &decision;
    return nullptr;
  }

  // ---- an affine wakeup: the target, then select_idle_sibling
  // --------------------------------------------------------

  void fast_path() {
    const Cpu target = view_.record.outcome.target;
    const Cpu wake_cpu = view_.task().wake_cpu;
    if (cpu_ != target && cpu_ == view_.this_cpu())
      say("strf.wake_affine",
          fmt::format("wake_affine declined, so the target is the previous cpu {}, not this cpu {}", target,
                      cpu_));
    else if (cpu_ != target && cpu_ == wake_cpu)
      say("strf.wake_affine",
          fmt::format("wake_affine agreed, so the target is this cpu {}, not the previous cpu {}", target,
                      cpu_));
    if (find("sis.target_idle", true) != nullptr) {
      say("sis.target_idle",
          fmt::format("the target, cpu {}, {} and is taken without looking further", target,
                      view_.idle(target) ? "is idle" : "counts as idle (the decision is forced)"));
      return;
    }
    if (cpu_ == target)
      say("sis.target_idle", fmt::format("cpu {}, the target, is busy: it {}", cpu_, view_.why_busy(cpu_)));
    const Cpu prev = view_.task().cpu;
    if (find("sis.prev_idle", true) != nullptr) {
      say("sis.prev_idle", fmt::format("cpu {}, where {} last ran, shares cache with the target, is idle and "
                                       "is taken before any group is looked at",
                                       prev, view_.name()));
      return;
    }
    if (cpu_ == prev && find("sis.prev_idle", false) != nullptr)
      say("sis.prev_idle",
          fmt::format("cpu {}, where {} last ran, is busy: it {}", cpu_, view_.name(), view_.why_busy(cpu_)));
    else if (cpu_ == prev && find("sis.prev_shares_cache", false) != nullptr)
      say("sis.prev_shares_cache",
          fmt::format("cpu {}, where {} last ran, does not share cache with the target, cpu {}", cpu_,
                      view_.name(), target));
    scan(target);
  }

  void scan(Cpu target) {
    const auto& domains = *view_.before.domains;
    const auto* llc = domains.get(domains.per_cpu(target).sd_llc);
    if (llc == nullptr) {
      say("", fmt::format(
                  "sd_llc of the target, cpu {}, is NULL, so no group is looked at and the target is taken",
                  target));
      return;
    }
    if (!llc->span.test(cpu_)) {
      say("", fmt::format("cpu {} is outside {}, which sd_llc of the target, cpu {}, names", cpu_,
                          domain_words(*llc), target));
      return;
    }
    bool seen = false;
    for (std::size_t i = 0; i < view_.record.trace.size(); ++i) seen = scan_decision(i) || seen;
    if (!seen) say("", fmt::format("the scan never came to a group with cpu {}", cpu_));
    if (!taken_.empty() && !taken_holds_cpu_)
      say("sis.group_idle", fmt::format("{}, which is looked at {}, is wholly idle and is taken", taken_,
                                        seen ? "then" : "first"));
    else if (taken_.empty() && cpu_ != target)
      say(out_.decision, fmt::format("no group is wholly idle, so the target, cpu {}, is taken", target));
  }

  /// True if the decision is about a group that holds the CPU.
  bool scan_decision(std::size_t i) {
    const auto& decision = view_.record.trace[i];
    const Site& site = view_.sites[i];
    const std::string_view name = decision.name;
    if (!name.starts_with("sis.group") || site.group == nullptr) return false;
    const bool here = site.group->span.test(cpu_);
    const std::string group = fmt::format("group {} of {}", braces(*site.group), domain_words(*site.domain));
    if (name == "sis.group_idle" && decision.outcome) {
      taken_ = group;
      taken_holds_cpu_ = here;
      if (!here) return false;
      const bool allowed = view_.task().cpus_allowed.test(cpu_);
      say(decision.name,
          fmt::format(
              "{} is wholly idle, but {}", group,
              allowed ? fmt::format("cpu {} stands before cpu {} in it", view_.record.outcome.by_class, cpu_)
                      : fmt::format("{} may not run on cpu {} in it", view_.name(), cpu_)));
    } else if (here && name == "sis.group_idle") {
      say(decision.name, fmt::format("{} is not wholly idle: {}", group, busy_in(*site.group)));
    } else if (here && name == "sis.group_holds_target" && decision.outcome) {
      say(decision.name, fmt::format("{} holds the target, so it is passed over", group));
    } else if (here && name == "sis.group_allowed" && !decision.outcome) {
      say(decision.name, fmt::format("{} has no CPU that {} may use", group, view_.name()));
    }
    return here;
  }

  std::string busy_in(const model::SchedGroup& group) const {
    std::vector<std::string> all;
    for (Cpu c : group.cpus)
      if (!view_.idle(c)) all.push_back(fmt::format("cpu {} {}", c, view_.why_busy(c)));
    return all.empty() ? "so the decision was forced" : fmt::format("{}", fmt::join(all, ", "));
  }

  // ---- fork, exec and wakeups without an affine domain: find_idlest_group and find_idlest_cpu
  // --------------------------

  void slow_path() {
    bool seen = false, asked = false;
    const std::size_t said = out_.sentences.size();
    for (std::size_t i = 0; i < view_.record.trace.size(); ++i) {
      asked = asked || std::string_view(view_.record.trace[i].name) == "fig.allowed";
      const auto* domain = view_.sites[i].domain;
      // Overlapping groups: the CPU can be in the local group, yet outside the domain below.
      if (seen && domain != nullptr && !domain->span.test(cpu_) && out_.sentences.size() == said)
        say("",
            fmt::format("the search goes on in {}, which does not hold cpu {}", domain_words(*domain), cpu_));
      seen = slow_decision(i) || seen;
    }
    if (!asked && find("strf.this_allowed", false) != nullptr)
      say("strf.this_allowed", fmt::format("{} may not run on this cpu {}, so the wakeup is not affine, and "
                                           "no domain of that CPU balances wakeups: "
                                           "the previous cpu {} is taken unsearched",
                                           view_.name(), view_.this_cpu(), view_.task().wake_cpu));
    else if (!asked)
      say("",
          fmt::format("no domain of cpu {} has the balance flag of this placement, so no group is looked at",
                      view_.this_cpu()));
    else if (!seen)
      say("", fmt::format("no domain that find_idlest_group looked at holds cpu {}", cpu_));
  }

  bool slow_decision(std::size_t i) {
    const auto& decision = view_.record.trace[i];
    const Site& site = view_.sites[i];
    const std::string_view name = decision.name;
    if (site.domain == nullptr || site.group == nullptr) return false;
    const bool here = site.group->span.test(cpu_);
    const std::string group = fmt::format("group {} of {}", braces(*site.group), domain_words(*site.domain));
    const auto number = [&](const char* key) { return number_of(decision, key).value_or(-1); };
    if (here && name == "fig.allowed" && !decision.outcome)
      say(decision.name, fmt::format("{} has no CPU that {} may use", group, view_.name()));
    else if (name == "fig.local" && decision.outcome)
      local_ = site.group;
    else if (here && name == "fig.less" && !decision.outcome)
      say(decision.name, fmt::format("{} has load {}, not below the least so far, {}", group,
                                     number("avg_load"), number("min_load")));
    else if (name == "fig.local_good_enough")
      margin(decision, site, here, group);
    else if (name == "fic.less" && site.cpu == cpu_)
      idlest_cpu(decision, group);
    else
      return here && name.starts_with("fig.");
    return here;
  }

  void margin(const Decision& decision, const Site& site, bool here, const std::string& idlest) {
    if (!site.domain->span.test(cpu_)) return;
    const auto this_load = number_of(decision, "this_load").value_or(-1),
               min_load = number_of(decision, "min_load").value_or(-1);
    // What keeps the task in the CPU's own group does not rule the CPU out.
    if (decision.outcome && local_ != nullptr && local_->span.test(cpu_)) return;
    if (decision.outcome)
      say(decision.name, fmt::format("in {} the local load {} is within the margin of the idlest group's {}: "
                                     "the task stays in the local group",
                                     domain_words(*site.domain), this_load, min_load));
    else if (!here)
      say(decision.name,
          fmt::format("{} with load {} is taken, and cpu {} is not in it", idlest, min_load, cpu_));
  }

  void idlest_cpu(const Decision& decision, const std::string& group) {
    const auto load = number_of(decision, "load").value_or(-1);
    if (decision.outcome)
      say(decision.name, fmt::format("cpu {} with load {} was the best of {} until a later one was better",
                                     cpu_, load, group));
    else
      say(decision.name,
          fmt::format("the load {} of cpu {} is not below that of a CPU before it in {}", load, cpu_, group));
  }

  // ---- what the core does with the class's answer
  // ----------------------------------------------------------------------

  void after_the_class() {
    const auto& outcome = view_.record.outcome;
    if (view_.record.request.why == Placement::exec) {
      if (outcome.by_class != outcome.cpu)
        say(find("exec.active", false) != nullptr ? "exec.active" : "exec.allowed",
            fmt::format("the class chose cpu {}, but {} could not move there and stays", outcome.by_class,
                        view_.name()));
      return;
    }
    if (!outcome.fell_back) return;
    const char* refused = find("strq.online", false) != nullptr ? "strq.online" : "strq.allowed";
    if (cpu_ == outcome.by_class)
      say(refused, fmt::format("the class chose cpu {}, but it is {}", cpu_,
                               view_.before.online.test(cpu_) ? "not allowed" : "offline"));
    const bool usable = view_.before.online.test(cpu_) && view_.before.active.test(cpu_) &&
                        view_.task().cpus_allowed.test(cpu_);
    say(find("fallback.same_node", true) != nullptr ? "fallback.same_node"
        : find("fallback.any", true) != nullptr     ? "fallback.any"
                                                    : "fallback.cpuset",
        usable ? fmt::format("select_fallback_rq takes cpu {} before cpu {}", outcome.cpu, cpu_)
               : fmt::format("select_fallback_rq takes cpu {}; cpu {} is not online, active and allowed",
                             outcome.cpu, cpu_));
  }

  const PlacementView& view_;
  const Cpu cpu_;
  WhyNot& out_;
  std::string taken_;
  bool taken_holds_cpu_ = false;
  const model::SchedGroup* local_ = nullptr;
};

}  // namespace

WhyNot why_not(const model::Scenario& scenario, Cpu cpu, const model::Policy& policy) {
  if (!scenario.machine.possible().test(cpu))
    throw model::BadScenario("cpu", fmt::format("there is no CPU {}; the machine has CPUs {}", cpu,
                                                scenario.machine.possible().to_list()));
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < scenario.events.size(); ++i)
    if (scenario.events[i].kind != model::ScenarioEvent::Kind::domain) last = i;
  if (!last)
    throw model::BadScenario(
        "events", "no task is placed, so no CPU is chosen; accepted is a scenario with wake, fork or exec");
  WhyNot out;
  out.cpu = cpu;
  out.event = event_words(scenario, *last);
  for_each_event(scenario, policy, [&](std::size_t i, const model::Runner&, const PlacementView* placement) {
    if (i != *last) return;
    out.chosen = placement->record.outcome.cpu;
    Inquiry(*placement, cpu, out).run();
  });
  return out;
}

WhyNot why_not(const model::Scenario& scenario, Cpu cpu) {
  return why_not(scenario, cpu, model::find_policy(scenario.policy));
}

}  // namespace schedproof::counterexamples
