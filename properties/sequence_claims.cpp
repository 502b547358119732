// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/domain_claims.h"

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

template <class Judge>
std::unique_ptr<SequenceJudge> make_judge() {
  return std::make_unique<Judge>();
}

std::optional<std::string> one_cpu(const DomainState& s) {
  if (s.machine.possible().weight() > 1) return std::nullopt;
  return "there is only one CPU, so no event changes its domains";
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
  return list;
}

}  // namespace schedproof::properties
