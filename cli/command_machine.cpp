// SPDX-License-Identifier: GPL-2.0-or-later
// machine list, show, check.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/machine_text.h"
#include "machines/kernel_view.h"
#include "machines/load.h"
#include "machines/machine_json.h"
#include "model/machine/builtin.h"

namespace schedproof::cli {

namespace {

using Json = nlohmann::ordered_json;

struct MachineOptions {
  std::string what, policy = "v3.13", kernel_view;
  int relax = -1;
  bool json = false;
};

int list_machines(const MachineOptions& o) {
  Json json = Json::array();
  std::string text;
  for (const auto& b : model::builtin_machines()) {
    text += fmt::format("{:<18} {:>4} CPUs  {}\n", b.name(), b.machine.nr_cpus(), b.summary);
    json.push_back({{"name", b.name()},
                    {"cpus", b.machine.nr_cpus()},
                    {"summary", b.summary},
                    {"source", b.machine.source}});
  }
  std::cout << (o.json ? json.dump(2) + "\n" : text) << std::flush;
  return 0;
}

int show_machine(const MachineOptions& o) {
  const auto machine = machines::load_machine(o.what).machine;
  const auto policy = model::find_policy(o.policy);
  model::validate(machine, policy.domains->llc_may_cross_node());
  auto options = policy.features;
  options.relax_domain_level = o.relax;
  const auto state = policy.domains->boot(machine, options);
  std::vector<std::string> differences;
  if (!o.kernel_view.empty())
    differences = machines::compare_kernel_view(machines::read_kernel_view(o.kernel_view), state.domains);
  if (o.json) {
    Json json{{"machine", machines::machine_to_json_object(machine)},
              {"policy", policy.name},
              {"domains", domains_json(machine, state.domains)}};
    if (!o.kernel_view.empty()) json["kernel_view"] = {{"file", o.kernel_view}, {"differences", differences}};
    std::cout << json.dump(2) << "\n";
  } else {
    std::cout << machine_tree_text(machine) << "\nDomains under " << policy.name << "\n"
              << domains_text(machine, state.domains);
    if (!o.kernel_view.empty()) {
      std::cout << "\n"
                << (differences.empty() ? "The kernel's view " + o.kernel_view + " agrees.\n"
                                        : "Differences from the kernel's view " + o.kernel_view + ":\n");
      for (const auto& d : differences) std::cout << "  " << d << "\n";
    }
  }
  std::cout.flush();
  return differences.empty() ? 0 : 1;
}

int check_machine(const MachineOptions& o) {
  const auto machine = machines::load_machine(o.what).machine;
  bool some = false;
  Json policies = Json::array();
  std::string text;
  for (const auto& name : model::policy_names()) {
    const auto policy = model::find_policy(name);
    std::string reason;
    try {
      model::validate(machine, policy.domains->llc_may_cross_node());
      policy.domains->boot(machine, policy.features);
      some = true;
    } catch (const model::BadMachine& bad) {
      reason = bad.what();
    }
    text += fmt::format("{:<22} {}\n", name, reason.empty() ? "can run it" : "cannot run it: " + reason);
    policies.push_back({{"policy", name}, {"runs", reason.empty()}});
    if (!reason.empty()) policies.back()["reason"] = reason;
  }
  for (const auto& note : machine.notes) text += "note: " + note + "\n";
  const Json json{{"machine", o.what}, {"policies", policies}, {"notes", machine.notes}};
  std::cout << (o.json ? json.dump(2) + "\n" : text) << std::flush;
  return some ? 0 : 2;
}

void add_what(CLI::App& sub, MachineOptions& o) {
  sub.add_option("machine", o.what,
                 "live, a built-in name, FILE.xml (hwloc), FILE.json, a sysfs tree (DIR) or a tarball of one")
      ->required();
}

}  // namespace

void add_machine(CLI::App& app, Command& chosen) {
  auto* machine = app.add_subcommand(
      "machine",
      "Machines: list the built-in ones, show one with the domains an era builds on it, check one.");
  machine->require_subcommand(1);
  machine->footer("Example: schedproof machine show x5472 --policy v3.13-rc3");
  auto o = std::make_shared<MachineOptions>();

  auto* list = machine->add_subcommand("list", "List the built-in machines.");
  list->footer("Example: schedproof machine list --json");
  add_common_options(*list, o->json);
  list->callback([o, &chosen] { chosen = [o] { return list_machines(*o); }; });

  auto* show = machine->add_subcommand("show", "Show a machine and the domains that a policy builds on it.");
  show->footer("Example: schedproof machine show live --json");
  add_what(*show, *o);
  show->add_option("--policy,--era", o->policy, "whose domains")->capture_default_str()->type_name("P");
  show->add_option("--relax", o->relax, "boot with relax_domain_level=LEVEL")->type_name("LEVEL");
  show->add_option("--kernel-view", o->kernel_view,
                   "compare with a kernel's own view: a copy of /proc/sys/kernel/sched_domain or of debugfs "
                   "sched/domains (DIR, tarball or `grep -r .` output); exit 1 if it differs")
      ->type_name("FILE");
  add_common_options(*show, o->json);
  show->callback([o, &chosen] { chosen = [o] { return show_machine(*o); }; });

  auto* check = machine->add_subcommand(
      "check", "Say whether each policy can run the machine, and what was assumed about it.");
  check->footer("Example: schedproof machine check live");
  add_what(*check, *o);
  add_common_options(*check, o->json);
  check->callback([o, &chosen] { chosen = [o] { return check_machine(*o); }; });
}

}  // namespace schedproof::cli
