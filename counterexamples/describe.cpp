// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "counterexamples/nice.h"

namespace schedproof::counterexamples {

using model::Cpu;
using model::CpuMask;
using model::DomainEvent;
using model::Machine;
using model::Scenario;
using model::ScenarioTask;

namespace {

std::string braces(const CpuMask& mask) { return "{" + mask.to_list() + "}"; }

/// "caches {0-1} {2}"; "" if there is but one such unit.
std::string units(const Machine& machine, const char* what, CpuMask (Machine::*mask_of)(Cpu) const,
                  int smallest) {
  std::string out;
  CpuMask rest = machine.possible();
  bool worth = false;
  const int all = rest.weight();
  while (!rest.empty()) {
    const CpuMask unit = (machine.*mask_of)(rest.first());
    worth = worth || (unit.weight() >= smallest && unit.weight() < all);
    out += " " + braces(unit);
    rest = rest.minus(unit);
  }
  return worth ? what + out : "";
}

/// "MC {0-1}", "NULL", "freed".
std::string pointer(const model::Domains& domains, int index) {
  const auto* domain = domains.get(index);
  return domain == nullptr ? "NULL" : domain->freed ? "a freed domain" : domain_words(*domain);
}

std::string cpu_domains(const model::Domains& domains, Cpu c) {
  std::vector<std::string> tree;
  for (auto* sd = domains.base(c); sd != nullptr; sd = domains.parent(*sd)) tree.push_back(domain_words(*sd));
  const auto& own = domains.per_cpu(c);
  // sd_llc_id of a CPU without a cache domain is its own number, which would keep equal CPUs apart.
  const std::string id = own.sd_llc_id == c ? "its own" : std::to_string(own.sd_llc_id);
  return fmt::format("{}; sd_llc = {} (size {}, id {}), sd_busy = {}",
                     tree.empty() ? "no domains" : fmt::format("{}", fmt::join(tree, ", ")),
                     pointer(domains, own.sd_llc), own.sd_llc_size,
                     own.sd_llc == -1 ? id : std::to_string(own.sd_llc_id), pointer(domains, own.sd_busy));
}

std::string task_words(const ScenarioTask& task) {
  using Status = ScenarioTask::Status;
  std::string out = task.id + (task.status == Status::running  ? " runs on"
                               : task.status == Status::queued ? " is queued on"
                                                               : " sleeps, last on");
  out += fmt::format(" cpu {}", task.cpu);
  std::vector<std::string> more;
  if (const auto nice = nice_of_weight(task.weight); !nice)
    more.push_back(fmt::format("weight {}", task.weight));
  else if (*nice != 0)
    more.push_back(fmt::format("nice {}", *nice));
  if (task.load_avg_contrib) more.push_back(fmt::format("load {}", *task.load_avg_contrib));
  if (!task.allowed.empty()) more.push_back("allowed " + task.allowed.to_list());
  if (task.wakee_flips != 0) more.push_back(fmt::format("{} wakee flips", task.wakee_flips));
  if (!task.group.empty()) more.push_back("group " + task.group);
  if (!more.empty()) out += fmt::format(" ({})", fmt::join(more, ", "));
  return out;
}

}  // namespace

std::string domain_words(const model::SchedDomain& domain) { return domain.name + " " + braces(domain.span); }

std::string machine_words(const Machine& machine) {
  std::vector<std::string> parts;
  const int n = machine.possible().weight();
  parts.push_back((machine.name.empty() ? "" : machine.name + ", ") +
                  fmt::format("{} CPU{}", n, n == 1 ? "" : "s"));
  const auto add = [&](std::string text) {
    if (!text.empty()) parts.push_back(std::move(text));
  };
  add(units(machine, "SMT siblings", &Machine::smt_mask, 2));
  add(units(machine, "caches", &Machine::llc_mask, 1));
  add(units(machine, "packages", &Machine::package_mask, 1));
  if (machine.nr_nodes() > 1) {
    std::string nodes = "nodes";
    for (int node = 0; node < machine.nr_nodes(); ++node) nodes += " " + braces(machine.node_mask(node));
    add(nodes);
  }
  if (const auto offline = machine.possible().minus(machine.online()); !offline.empty())
    add("offline " + offline.to_list());
  if (!machine.isolated().empty()) add("isolated " + machine.isolated().to_list());
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string tasks_words(const Scenario& scenario) {
  std::vector<std::string> parts;
  for (const auto& task : scenario.tasks) parts.push_back(task_words(task));
  if (scenario.busy.weight() == 1)
    parts.push_back("cpu " + scenario.busy.to_list() + " is busy with an unnamed task");
  if (scenario.busy.weight() > 1)
    parts.push_back("cpus " + scenario.busy.to_list() + " are busy with an unnamed task each");
  for (const auto& cpu : scenario.cpus)
    parts.push_back(fmt::format("cpu {} has a run queue of its own making", cpu.cpu));
  return parts.empty() ? "none; every CPU is idle" : fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<std::string> domains_words(const model::DomainState& state) {
  std::vector<std::pair<CpuMask, std::string>> lines;
  for (Cpu c : state.machine.possible()) {
    const std::string text = cpu_domains(state.domains, c);
    auto it = lines.begin();
    while (it != lines.end() && it->second != text) ++it;
    if (it == lines.end())
      lines.emplace_back(CpuMask{c}, text);
    else
      it->first.set(c);
  }
  std::vector<std::string> out;
  for (const auto& [cpus, text] : lines)
    out.push_back((cpus.weight() == 1 ? "cpu " : "cpus ") + cpus.to_list() + ": " + text);
  return out;
}

std::string placement_words(const PlacementView& view) {
  const auto& event = view.event;
  const std::string home = fmt::format("cpu {}", view.task().cpu);
  using Kind = model::ScenarioEvent::Kind;
  if (event.kind == Kind::exec) return fmt::format("{}, on {}, calls exec", event.task, home);
  const std::string who =
      event.by.empty() && event.kind == Kind::wake
          ? fmt::format("an interrupt on cpu {}, where {} runs,", view.this_cpu(), view.current)
          : fmt::format("{}, on cpu {},", view.current, view.this_cpu());
  if (event.kind == Kind::fork) return who + " forks " + event.task;
  return fmt::format("{} wakes {}{}, which last ran on {}", who, event.task, event.sync ? " (sync)" : "",
                     home);
}

std::string domain_event_words(const DomainEvent& event) {
  switch (event.kind) {
    case DomainEvent::Kind::boot:
      return "the domains are built as at boot";
    case DomainEvent::Kind::offline:
      return fmt::format("cpu {} goes offline", event.cpu);
    case DomainEvent::Kind::online:
      return fmt::format("cpu {} comes online", event.cpu);
    case DomainEvent::Kind::nohz_enter:
      return fmt::format("cpu {} stops its tick and idles", event.cpu);
    case DomainEvent::Kind::tick:
      return fmt::format("cpu {} takes a tick", event.cpu);
    case DomainEvent::Kind::partition:
      break;
  }
  if (event.partitions.empty()) return "cpusets ask for one partition of all CPUs";
  std::vector<std::string> parts;
  for (const auto& p : event.partitions)
    parts.push_back(braces(p.cpus) + (p.relax_domain_level == -1
                                          ? ""
                                          : fmt::format(" at relax_domain_level {}", p.relax_domain_level)));
  return fmt::format("cpusets ask for the partitions {}", fmt::join(parts, ", "));
}

}  // namespace schedproof::counterexamples
