// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/machine_domains.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "cli/machine_text.h"
#include "machines/masks_to_ids.h"

namespace schedproof::cli {

using model::Cpu;
using model::CpuMask;
using model::Domains;
using model::PerCpuDomains;
using model::SchedDomain;
using model::SchedGroup;
using model::SdParams;
using nlohmann::ordered_json;

const std::array<DomainParameter, 12>& domain_parameters() {
  static const std::array<DomainParameter, 12> list = {{
      {"min_interval", &SdParams::min_interval},
      {"max_interval", &SdParams::max_interval},
      {"busy_factor", &SdParams::busy_factor},
      {"imbalance_pct", &SdParams::imbalance_pct},
      {"cache_nice_tries", &SdParams::cache_nice_tries},
      {"busy_idx", &SdParams::busy_idx},
      {"idle_idx", &SdParams::idle_idx},
      {"newidle_idx", &SdParams::newidle_idx},
      {"wake_idx", &SdParams::wake_idx},
      {"forkexec_idx", &SdParams::forkexec_idx},
      {"smt_gain", &SdParams::smt_gain},
      {"balance_interval", &SdParams::balance_interval},
  }};
  return list;
}

const std::array<DomainPointer, 4>& domain_pointers() {
  static const std::array<DomainPointer, 4> list = {{{"sd_llc", &PerCpuDomains::sd_llc},
                                                     {"sd_busy", &PerCpuDomains::sd_busy},
                                                     {"sd_numa", &PerCpuDomains::sd_numa},
                                                     {"sd_asym", &PerCpuDomains::sd_asym}}};
  return list;
}

std::vector<int> chain_of(const Domains& domains, Cpu cpu) {
  std::vector<int> chain;
  for (int i = domains.per_cpu(cpu).sd; i != -1; i = domains.get(i)->parent) chain.push_back(i);
  return chain;
}

std::vector<const SchedGroup*> groups_from_lowest(const Domains& domains, const SchedDomain& sd) {
  std::vector<const SchedGroup*> groups;
  for (int g : sd.groups) groups.push_back(&domains.group(g));
  const auto lowest = std::min_element(
      groups.begin(), groups.end(),
      [](const SchedGroup* a, const SchedGroup* b) { return a->span.first() < b->span.first(); });
  std::rotate(groups.begin(), lowest, groups.end());
  return groups;
}

namespace {

std::string group_text(const SchedGroup& group) {
  std::string text = "{" + group.span.to_list();
  if (has_own_mask(group)) text += " balanced by " + (group.span & group.mask).to_list();
  return text + "}";
}

/// "{0-1} {2-3} power 2048 each", or "{0-1} {2-3} power 1178 each, {4} power 1024".
std::string groups_text(const Domains& domains, const SchedDomain& sd) {
  const auto groups = groups_from_lowest(domains, sd);
  const auto power = [&](std::size_t i) { return domains.power_of_group(*groups[i]).power; };
  std::string text;
  for (std::size_t i = 0, run = 0; i < groups.size(); ++i) {
    text += (i == 0 ? "" : run == i ? ", " : " ") + group_text(*groups[i]);
    if (i + 1 < groups.size() && power(i + 1) == power(i)) continue;
    text += fmt::format(" power {}{}", power(i), i > run ? " each" : "");
    run = i + 1;
  }
  return text;
}

/// Domains that differ in nothing but span and groups are of one kind; most levels have one.
class Kinds {
 public:
  /// "MC level 1", or "MC level 1 variant 2" for the second kind of that name and level.
  std::string name(const SchedDomain& sd) {
    int variant = 1;
    for (const SchedDomain* kind : kinds_) {
      if (kind->name != sd.name || kind->level != sd.level) continue;
      if (kind->flags == sd.flags && kind->params == sd.params) return title(sd, variant);
      ++variant;
    }
    kinds_.push_back(&sd);
    text_ += title(sd, variant) + "\n  flags " + model::flag_names(sd.flags) + "\n ";
    for (std::size_t i = 0; i < domain_parameters().size(); ++i) {
      const auto& [parameter, value] = domain_parameters()[i];
      if (i == 5) text_ += "\n ";  // intervals and factors above, load indices below
      text_ += fmt::format(" {} {}", parameter, sd.params.*value);
    }
    text_ += "\n";
    return title(sd, variant);
  }
  const std::string& text() const { return text_; }

 private:
  static std::string title(const SchedDomain& sd, int variant) {
    return fmt::format("{} level {}", sd.name, sd.level) +
           (variant > 1 ? fmt::format(" variant {}", variant) : "");
  }
  std::vector<const SchedDomain*> kinds_;
  std::string text_;
};

std::string pointer_text(const Domains& domains, const std::vector<int>& chain, int pointer) {
  const SchedDomain* sd = domains.get(pointer);
  if (sd == nullptr) return "NULL";
  const auto it = std::find(chain.begin(), chain.end(), pointer);
  if (it != chain.end()) return fmt::format("domain {} {}", it - chain.begin(), sd->name);
  return fmt::format("{}{} {} of CPU {}", sd->freed ? "freed " : "", sd->name, sd->span.to_list(), sd->owner);
}

std::string cpu_text(const Domains& domains, Cpu c, Kinds& kinds) {
  const auto chain = chain_of(domains, c);
  std::string text;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const SchedDomain& sd = *domains.get(chain[i]);
    text += fmt::format("  domain {} {}: span {}\n    groups {}\n", i, kinds.name(sd), sd.span.to_list(),
                        groups_text(domains, sd));
  }
  if (chain.empty()) text += "  no domain\n";
  const PerCpuDomains& p = domains.per_cpu(c);
  text += "  ";
  for (const auto& [name, value] : domain_pointers())
    text += fmt::format("{} {}, ", name, pointer_text(domains, chain, p.*value));
  return text + fmt::format("sd_llc_size {}, sd_llc_id {}\n", p.sd_llc_size, p.sd_llc_id);
}

ordered_json domain_json(const Domains& domains, const SchedDomain& sd) {
  ordered_json out;
  out["name"] = sd.name;
  out["level"] = sd.level;
  out["span"] = sd.span.to_list();
  out["flags"] = ordered_json::array();
  for (model::SdFlags rest = sd.flags; rest != 0; rest &= rest - 1)
    out["flags"].push_back(model::flag_names(model::SdFlags{1} << std::countr_zero(rest)));
  for (const auto& [name, value] : domain_parameters()) out[name] = sd.params.*value;
  for (const SchedGroup* g : groups_from_lowest(domains, sd)) {
    const auto& power = domains.power_of_group(*g);
    ordered_json group = {
        {"span", g->span.to_list()}, {"power", power.power}, {"power_orig", power.power_orig}};
    if (has_own_mask(*g)) group["mask"] = (g->span & g->mask).to_list();
    out["groups"].push_back(std::move(group));
  }
  return out;
}

ordered_json pointer_json(const Domains& domains, const std::vector<int>& chain, int pointer) {
  const SchedDomain* sd = domains.get(pointer);
  if (sd == nullptr) return nullptr;
  const auto it = std::find(chain.begin(), chain.end(), pointer);
  if (it != chain.end()) return it - chain.begin();
  return {{"name", sd->name}, {"span", sd->span.to_list()}, {"cpu", sd->owner}, {"freed", sd->freed}};
}

ordered_json cpu_json(const Domains& domains, Cpu c) {
  const auto chain = chain_of(domains, c);
  ordered_json out;
  out["domains"] = ordered_json::array();
  for (int sd : chain) out["domains"].push_back(domain_json(domains, *domains.get(sd)));
  const PerCpuDomains& p = domains.per_cpu(c);
  for (const auto& [name, value] : domain_pointers()) out[name] = pointer_json(domains, chain, p.*value);
  out["sd_llc_size"] = p.sd_llc_size;
  out["sd_llc_id"] = p.sd_llc_id;
  return out;
}

/// CPUs with the same description together, in the order of their first CPU.
template <class Form>
auto folded(const model::Machine& m, Form form) {
  std::vector<std::pair<decltype(form(Cpu{})), CpuMask>> list;
  for (Cpu c : m.possible()) {
    auto described = form(c);
    const auto it =
        std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.first == described; });
    if (it != list.end())
      it->second.set(c);
    else
      list.emplace_back(std::move(described), CpuMask{c});
  }
  return list;
}

}  // namespace

std::string domains_text(const model::Machine& machine, const Domains& domains) {
  Kinds kinds;
  std::string out;
  for (const auto& [text, cpus] : folded(machine, [&](Cpu c) { return cpu_text(domains, c, kinds); }))
    out += machines::cpus_text(cpus) + "\n" + text;
  return kinds.text() + out;
}

ordered_json domains_json(const model::Machine& machine, const Domains& domains) {
  ordered_json out;
  out["cpus"] = ordered_json::array();
  for (const auto& [json, cpus] : folded(machine, [&](Cpu c) { return cpu_json(domains, c); })) {
    ordered_json entry = {{"cpus", cpus.to_list()}};
    entry.update(json);
    out["cpus"].push_back(std::move(entry));
  }
  return out;
}

}  // namespace schedproof::cli
