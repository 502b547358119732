// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/trace_walk.h"

namespace schedproof::counterexamples {

using model::Cpu;
using model::Decision;
using model::Placement;
using model::SchedDomain;
using model::SchedGroup;
using model::Traced;

namespace {

class Walk {
 public:
  Walk(const model::State<Traced>& state, const model::PlacementRequest<Traced>& request)
      : state_(state), request_(request), from_(request.this_cpu) {}

  Site next(const Decision& decision) {
    const std::string_view name = decision.name;
    if (name.starts_with("sis.")) return idle_sibling(decision);
    if (name.starts_with("fig.")) return idlest_group(decision);
    if (name.starts_with("fic.")) return idlest_cpu(decision);
    if (name == "source_load.now" || name == "target_load.now") return load(name == "source_load.now");
    if (name.starts_with("strf.")) return walk_of_domains(decision);
    return {};
  }

 private:
  const SchedGroup* group_at(std::size_t index) const {
    return sd_ != nullptr && index < sd_->groups.size() ? &state_.domains->group(sd_->groups[index])
                                                        : nullptr;
  }
  /// A group that is not the one the decision names means that these loops are not the policy's.
  const SchedGroup* checked(const SchedGroup* group, const Decision& decision) const {
    const auto first = number_of(decision, "group");
    return group != nullptr && first && group->cpus.front() != *first ? nullptr : group;
  }

  Site idle_sibling(const Decision& decision) {
    const std::string_view name = decision.name;
    if (name == "sis.target_idle") {
      const auto target = static_cast<Cpu>(number_of(decision, "target").value_or(request_.this_cpu));
      sd_ = state_.domains->get(state_.domains->per_cpu(target).sd_llc);
      next_group_ = 0;
      return {nullptr, nullptr, target};
    }
    if (name.starts_with("sis.prev")) return {nullptr, nullptr, state_.task(request_.task).cpu};
    if (name == "sis.group_allowed") {
      while (sd_ != nullptr && next_group_ >= sd_->groups.size()) {
        sd_ = state_.domains->child(*sd_);
        next_group_ = 0;
      }
      group_ = checked(group_at(next_group_++), decision);
    }
    return {sd_, group_, -1};
  }

  Site walk_of_domains(const Decision& decision) {
    const auto level = number_of(decision, "level");
    if (!level) return {};
    for (auto* sd = state_.domains->base(request_.this_cpu); sd != nullptr;
         sd = state_.domains->parent(*sd)) {
      if (sd->level != *level) continue;
      if (decision.name == std::string_view("strf.has_flag") && decision.outcome) sd_ = sd;
      return {sd, nullptr, -1};
    }
    return {};
  }

  bool has_flag(const SchedDomain& sd) const {
    return sd.has(request_.why == Placement::wake   ? model::SD_BALANCE_WAKE
                  : request_.why == Placement::fork ? model::SD_BALANCE_FORK
                                                    : model::SD_BALANCE_EXEC);
  }

  Site idlest_group(const Decision& decision) {
    const std::string_view name = decision.name;
    if (name == "fig.allowed") {
      if (in_group_ || !in_domain_) begin_domain();
      group_ = checked(group_at(next_group_++), decision);
      next_cpu_ = 0;
    }
    if (name == "fig.less" && decision.outcome) best_ = group_;
    if (name == "fig.found" || name == "fig.local_good_enough") {
      const bool stays = (name == "fig.found") != decision.outcome;
      const Site site{sd_, best_, -1};
      if (stays)
        descend(-1);
      else if (name == "fig.local_good_enough")
        in_group_ = true;
      return site;
    }
    return {sd_, group_, -1};
  }

  Site idlest_cpu(const Decision& decision) {
    const auto cpu = static_cast<Cpu>(number_of(decision, "cpu").value_or(-1));
    if (decision.name == std::string_view("fic.less") && decision.outcome) found_ = cpu;
    return {sd_, best_, cpu};
  }

  void begin_domain() {
    if (in_group_) descend(found_);
    while (sd_ != nullptr && !has_flag(*sd_)) sd_ = state_.domains->child(*sd_);
    in_domain_ = true;
    in_group_ = false;
    next_group_ = 0;
    best_ = nullptr;
    found_ = -1;
  }
  /// Where the loop goes on: below this domain, or in the domains of the CPU found.
  void descend(Cpu found) {
    in_domain_ = in_group_ = false;
    if (sd_ == nullptr) return;
    if (found == -1 || found == from_) {
      sd_ = state_.domains->child(*sd_);
      return;
    }
    from_ = found;
    const SchedDomain* below = nullptr;
    for (auto* sd = state_.domains->base(found); sd != nullptr && sd->span_weight < sd_->span_weight;
         sd = state_.domains->parent(*sd))
      if (has_flag(*sd)) below = sd;
    sd_ = below;
  }

  /// wake_affine reads source_load(prev), target_load(this), target_load(prev); find_idlest_group every CPU
  /// of a group.
  Site load(bool source) {
    if (in_domain_ && group_ != nullptr && next_cpu_ < group_->cpus.size())
      return {sd_, group_, group_->cpus[next_cpu_++]};
    const Cpu prev = state_.task(request_.task).cpu;
    if (source || seen_target_load_) return {nullptr, nullptr, prev};
    seen_target_load_ = true;
    return {nullptr, nullptr, request_.this_cpu};
  }

  const model::State<Traced>& state_;
  const model::PlacementRequest<Traced>& request_;
  Cpu from_;
  const SchedDomain* sd_ = nullptr;
  const SchedGroup *group_ = nullptr, *best_ = nullptr;
  std::size_t next_group_ = 0, next_cpu_ = 0;
  Cpu found_ = -1;
  bool in_domain_ = false, in_group_ = false, seen_target_load_ = false;
};

}  // namespace

std::optional<std::int64_t> number_of(const Decision& decision, std::string_view name) {
  for (const auto& value : decision.values)
    if (value.name == name) return value.value;
  return std::nullopt;
}

std::vector<Site> walk_trace(const model::State<Traced>& before,
                             const model::PlacementRequest<Traced>& request, const model::Trace& trace) {
  Walk walk(before, request);
  std::vector<Site> sites;
  for (const auto& decision : trace) sites.push_back(walk.next(decision));
  return sites;
}

}  // namespace schedproof::counterexamples
