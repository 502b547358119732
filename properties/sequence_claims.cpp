// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include "properties/domain_claims.h"
#include "properties/domain_text.h"

namespace schedproof::properties {

using model::Cpu;
using model::DomainMoment;
using model::DomainState;

namespace {

struct Pointer {
  const char* name;
  int model::PerCpuDomains::*index;
};
constexpr Pointer kPointers[] = {{"rq->sd", &model::PerCpuDomains::sd},
                                 {"sd_llc", &model::PerCpuDomains::sd_llc},
                                 {"sd_busy", &model::PerCpuDomains::sd_busy},
                                 {"sd_numa", &model::PerCpuDomains::sd_numa},
                                 {"sd_asym", &model::PerCpuDomains::sd_asym}};

/// percpu_pointers_live: looked at after every detach and every complete event.
class PointersLive : public SequenceJudge {
 public:
  void see(const DomainState& state, DomainMoment moment) override {
    if (moment == DomainMoment::detached) finding_.situations[0] = true;
    for (Cpu c = 0; c < state.machine.nr_cpus() && finding_.holds; ++c)
      for (const auto& pointer : kPointers) {
        const auto* sd = state.domains.get(state.domains.per_cpu(c).*pointer.index);
        if (sd == nullptr || !sd->freed) continue;
        finding_.holds = false;
        finding_.because =
            std::string(pointer.name) + " of cpu " + std::to_string(c) + " names the freed domain " +
            sd->name + " {" + sd->span.to_list() + "} " +
            (moment == DomainMoment::detached ? "between detach and attach" : "after the event");
        break;
      }
  }
  Finding finding() const override { return finding_; }

 private:
  Finding finding_{.premise = true, .situations = {false}, .holds = true, .because = {}};
};

/// no_dead_pointer_followed: the idle accounting and the tick's check read sd_busy and sd_asym.
class NoDeadPointerFollowed : public SequenceJudge {
 public:
  void see(const DomainState& state, DomainMoment moment) override {
    if (moment == DomainMoment::detached) detached_ = true;
    if (moment == DomainMoment::dereferenced && detached_) finding_.situations[0] = true;
    if (state.bad_dereferences.empty() || !finding_.holds) return;
    const auto& bad = state.bad_dereferences.front();
    finding_.holds = false;
    finding_.because = "cpu " + std::to_string(bad.cpu) + " follows " + bad.pointer + ", which " +
                       (bad.null ? "is NULL" : "names a freed domain");
  }
  Finding finding() const override { return finding_; }

 private:
  bool detached_ = false;
  Finding finding_{.premise = true, .situations = {false}, .holds = true, .because = {}};
};

/// busy_count_follows_idle_cpus: after a CPU's tick its sd_busy domain counts it as busy, after it went idle
/// not, and the group's count is that of its CPUs which are not marked idle.
class BusyCount : public SequenceJudge {
 public:
  void expect(const model::DomainEvent& event) override { event_ = event; }
  void see(const DomainState& state, DomainMoment moment) override {
    if (moment != DomainMoment::dereferenced) return;
    const auto* sd = state.domains.get(state.domains.per_cpu(event_.cpu).sd_busy);
    if (sd == nullptr || sd->freed || !finding_.holds) return;
    const bool idle = event_.kind == model::DomainEvent::Kind::nohz_enter;
    if (idle) finding_.situations[0] = true;
    if (sd->nohz_idle != idle)
      fail(finding_, "cpu " + std::to_string(event_.cpu) + (idle ? " went idle" : " ticked") + ", but " +
                         show(sd) + " does not count it so");
    if (sd->has(model::SD_OVERLAP)) return;  // there a CPU may count in another one's group
    const auto& group = state.domains.group(sd->groups.front());
    int busy = 0;
    for (Cpu c : group.cpus) {
      const auto* own = state.domains.get(state.domains.per_cpu(c).sd_busy);
      busy += own != nullptr && own->nohz_idle ? 0 : 1;
    }
    const int counted = state.domains.power_of_group(group).nr_busy_cpus;
    if (counted != busy)
      fail(finding_, "group {" + group.span.to_list() + "} of " + show(sd) + " counts " +
                         std::to_string(counted) + " busy CPUs, it has " + std::to_string(busy));
  }
  Finding finding() const override { return finding_; }

 private:
  model::DomainEvent event_;
  Finding finding_ = fine({false});
};

/// unchanged_partition_is_kept: at a partition event, what stays as it is keeps its domain objects.
class UnchangedKept : public SequenceJudge {
 public:
  void expect(const model::DomainEvent& event) override {
    partition_event_ = event.kind == model::DomainEvent::Kind::partition;
  }
  void see(const DomainState& state, DomainMoment moment) override {
    if (moment != DomainMoment::attached) return;
    if (partition_event_)
      for (const auto& p : state.doms_cur)
        if (std::find(before_.begin(), before_.end(), p) != before_.end()) compare(state, p);
    before_ = state.doms_cur;
    base_.clear();
    for (Cpu c = 0; c < state.machine.nr_cpus(); ++c) base_.push_back(state.domains.per_cpu(c).sd);
    partition_event_ = false;
  }
  Finding finding() const override { return finding_; }

 private:
  void compare(const DomainState& state, const model::Partition& p) {
    finding_.situations[0] = true;
    for (Cpu c : p.cpus)
      if (state.domains.per_cpu(c).sd != base_[static_cast<std::size_t>(c)])
        fail(finding_, "partition " + p.cpus.to_list() + " stayed as it was, but cpu " + std::to_string(c) +
                           " has new domains");
  }
  bool partition_event_ = false;
  std::vector<model::Partition> before_;
  std::vector<int> base_;
  Finding finding_ = fine({false});
};

template <class Judge>
std::unique_ptr<SequenceJudge> make_judge() {
  return std::make_unique<Judge>();
}

std::optional<std::string> one_cpu(const DomainState& s) {
  if (s.machine.possible().weight() > 1) return std::nullopt;
  return "there is only one CPU, so no event changes its domains";
}

std::optional<std::string> no_sd_busy(const DomainState& s) {
  for (Cpu c : s.machine.possible())
    if (s.domains.per_cpu(c).sd_busy != -1) return std::nullopt;
  return "no CPU has sd_busy";
}

}  // namespace

std::vector<Claim> sequence_claims() {
  std::vector<Claim> list;
  list.push_back(
      {.id = "percpu_pointers_live",
       .sentence =
           "no per-CPU domain pointer outlives the domain it names, between detach and attach neither",
       .source = "update_top_cache_domain, v3.13; commit 42eb088ed246",
       .cls = "P7",
       .intent = Intent::hard,
       .shape = Shape::sequence,
       .premises = {"any run of hotplug and partition events"},
       .situations = {"a CPU was detached"},
       .not_applicable = one_cpu,
       .judge_sequence = make_judge<PointersLive>});
  list.push_back({.id = "no_dead_pointer_followed",
                  .sentence = "no domain pointer that is NULL or freed is followed",
                  .source = "set_cpu_sd_state_idle, nohz_kick_needed, v3.13; commit 42eb088ed246",
                  .cls = "P7",
                  .intent = Intent::hard,
                  .shape = Shape::sequence,
                  .premises = {"any run of hotplug, partition, idle and tick events"},
                  .situations = {"a CPU read its pointers after a detach"},
                  .not_applicable = one_cpu,
                  .judge_sequence = make_judge<NoDeadPointerFollowed>});
  list.push_back({.id = "busy_count_follows_idle_cpus",
                  .sentence =
                      "a CPU that goes idle is taken from the busy count of its sd_busy domain's group, "
                      "one that ticks is counted again, each once",
                  .source = "set_cpu_sd_state_idle, set_cpu_sd_state_busy, v3.13",
                  .cls = "P7",
                  .shape = Shape::sequence,
                  .premises = {"sd_busy names a live domain; the count itself: one without overlap"},
                  .situations = {"a CPU with sd_busy went idle"},
                  .not_applicable = no_sd_busy,
                  .judge_sequence = make_judge<BusyCount>});
  list.push_back({.id = "unchanged_partition_is_kept",
                  .sentence = "a partition that a cpuset event leaves as it is keeps its domains",
                  .source = "partition_sched_domains, v3.13",
                  .cls = "P7",
                  .shape = Shape::sequence,
                  .premises = {"a partition of the same CPUs and level before and after the event"},
                  .situations = {"there is such a partition"},
                  .not_applicable = one_cpu,
                  .judge_sequence = make_judge<UnchangedKept>});
  return list;
}

}  // namespace schedproof::properties
