// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <iostream>
#include <thread>

#include "cli/commands.h"
#include "cli/pool.h"
#include "cli/report.h"
#include "machines/load.h"
#include "model/machine/builtin.h"
#include "model/machine/nearest_name.h"
#include "model/rules/names.h"

namespace schedproof::cli {

void add_claim_options(CLI::App& app, ClaimOptions& o) {
  app.add_option("--machine", o.machines,
                 "live, a built-in name, FILE.xml, FILE.json, a sysfs tree or tarball; may be repeated")
      ->type_name("M");
  app.add_option("--claim", o.claims, "only this claim; may be repeated")->type_name("C");
  app.add_option("--seed", o.check.seed, "seed of the generated cases")->capture_default_str();
  app.add_option("--cases", o.check.cases, "generated cases for each policy, machine and claim")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000000));
  app.add_option("--rlimit", o.check.rlimit, "solver steps per query, 0 = no limit")->capture_default_str();
  app.add_option("--budget", o.check.budget,
                 "seconds for everything; what is not done by then is inconclusive")
      ->check(CLI::Range(1e-9, 1e9));
  app.add_option("--jobs,-j", o.jobs, "worker processes; default: one per core")
      ->check(CLI::Range(1u, 1024u));
  app.add_option("--set", o.sets,
                 "NAME=VALUE: another value for a named constant of the rules (see `schedproof rules`)")
      ->type_name("NAME=VALUE");
  app.add_flag("--json", o.json, "print JSON");
}

void add_common_options(CLI::App& app, bool& json) {
  app.add_flag("--json", json, "print JSON");
  app.add_option("--seed", "accepted by every command; nothing is drawn here")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--jobs,-j", "accepted by every command; nothing runs in parallel here")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
}

void add_output_options(CLI::App& app, ClaimOptions& o) {
  app.add_option("--junit", o.junit, "write a JUnit report to this file")->type_name("FILE");
  app.add_option("--save", o.save, "write the scenario of every violation into this folder")
      ->type_name("DIR");
}

model::Overrides overrides_of(const std::vector<std::string>& sets) {
  model::Overrides overrides;
  std::vector<std::string> names;
  for (const auto& c : model::all_constants()) names.push_back(c.name);
  for (const auto& set : sets) {
    const auto equals = set.find('=');
    if (equals == std::string::npos)
      throw UsageError("--set " + set + ": accepted is NAME=VALUE, e.g. --set wa.base_pct=110");
    const auto name = set.substr(0, equals), text = set.substr(equals + 1);
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw UsageError("--set: " + model::unknown_name_text("constant", name, names));
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
      throw UsageError("--set " + set + ": \"" + text + "\" is not a whole number");
    if (value < model::least_value(name) || value > model::greatest_value(name))
      throw UsageError(fmt::format("--set {}: accepted is {} to {}", set, model::least_value(name),
                                   model::greatest_value(name)));
    overrides.params[name] = value;
  }
  return overrides;
}

namespace {

struct NamedMachine {
  std::string name;
  std::optional<model::Machine> machine;
};

std::vector<NamedMachine> machines_of(const ClaimOptions& o, bool every_machine) {
  std::vector<NamedMachine> list;
  for (const auto& what : o.machines) list.push_back({what, machines::load_machine(what).machine});
  if (!list.empty()) return list;
  if (!every_machine) return {{"any machine", std::nullopt}};
  list.push_back({"live", machines::load_machine("live").machine});
  for (const auto& builtin : model::builtin_machines()) list.push_back({builtin.name(), builtin.machine});
  return list;
}

}  // namespace

std::vector<Cell> cells_of(ClaimOptions& o, const std::vector<std::string>& policies, bool every_machine) {
  std::vector<std::string> names;
  for (const auto& id : o.claims) names.push_back(properties::find_claim(id).id);
  if (names.empty())
    for (const auto& claim : properties::claims())
      if (o.engine != "prove" || claim.shape == properties::Shape::decision) names.push_back(claim.id);
  std::vector<Cell> cells;
  const auto machines = machines_of(o, every_machine);
  for (const auto& policy : policies) {
    model::find_policy(policy);  // an unknown name is a usage error, not an error of every cell
    for (const auto& claim : names)
      for (const auto& m : machines)
        cells.push_back(
            {policy, m.name, m.machine, claim, o.engine == "prove" ? Engine::prove : Engine::generate});
  }
  o.check.overrides = overrides_of(o.sets);
  if (o.jobs == 0) o.jobs = std::max(1u, std::thread::hardware_concurrency());
  return cells;
}

int run_and_report(const std::vector<Cell>& cells, const ClaimOptions& o) {
  watch_interrupts();
  const bool progress = ::isatty(STDERR_FILENO) != 0;
  const auto results =
      run_cells(cells, o.check, o.jobs, [&](const CellResult& r, std::size_t done, std::size_t of) {
        if (progress)
          std::cerr << fmt::format("\r\033[K[{}/{}] {} {} {}", done, of, r.policy, r.claim, r.machine)
                    << std::flush;
      });
  if (progress) std::cerr << "\r\033[K";
  if (interrupted()) {
    std::cerr << fmt::format("schedproof: interrupted after {} of {}; nothing was written\n", results.size(),
                             cells.size());
    return 130;
  }
  std::cout << (o.json ? report_json(results, o.strict)
                                 .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
                             "\n"
                       : report_text(results, o.strict));
  if (!o.junit.empty()) write_text_file(o.junit, report_junit(results, o.strict));
  if (!o.save.empty())
    for (const auto& path : save_scenarios(o.save, results))
      if (!o.json) std::cout << "saved " << path << "\n";
  std::cout.flush();
  return exit_code(results, o.strict);
}

}  // namespace schedproof::cli
