// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <iostream>

#include "cli/commands.h"
#include "counterexamples/scenario_writer.h"
#include "machines/bad_input.h"
#include "model/machine/builtin.h"
#include "model/machine/nearest_name.h"
#include "model/run/scenario.h"

namespace {

/// What the user can mend is exit 2; everything else that reaches this point is a fault of ours, exit 5.
int run(const schedproof::cli::Command& command) {
  using namespace schedproof;
  try {
    return command();
  } catch (const cli::UsageError& e) {
    std::cerr << "schedproof: " << e.what() << "\n";
  } catch (const model::UnknownName& e) {
    std::cerr << "schedproof: " << e.what() << "\n";
  } catch (const model::UnknownMachine& e) {
    std::cerr << "schedproof: " << e.what() << "\n";
  } catch (const model::BadMachine& e) {
    std::cerr << "schedproof: " << e.what() << "\n";
  } catch (const model::BadScenario& e) {
    std::cerr << "schedproof: " << e.what() << "\n";
  } catch (const machines::BadInput& e) {
    std::cerr << "schedproof: " << e.what() << "\n";
  } catch (const counterexamples::CannotWrite& e) {
    std::cerr << "schedproof: " << e.what() << "\n";
  } catch (const std::exception& e) {
    std::cerr << "schedproof: internal error: " << e.what() << "\n";
    return 5;
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "An executable specification of the Linux scheduler's load-balancing and wakeup-placement rules, and "
      "the claims that should hold of them."};
  app.name("schedproof");
  app.set_version_flag("--version", "schedproof " SCHEDPROOF_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 holds, 1 violated, 2 bad input, 3 inconclusive, 4 vacuous, 5 our own fault "
      "(docs/verdicts.md).");
  schedproof::cli::Command chosen;
  schedproof::cli::add_check(app, chosen);
  schedproof::cli::add_generate(app, chosen);
  schedproof::cli::add_prove(app, chosen);
  schedproof::cli::add_gate(app, chosen);
  schedproof::cli::add_replay(app, chosen);
  schedproof::cli::add_explain(app, chosen);
  schedproof::cli::add_minimise(app, chosen);
  schedproof::cli::add_machine(app, chosen);
  schedproof::cli::add_lists(app, chosen);
  if (argc > 1 && argv[1][0] != '-') {
    std::vector<std::string> names;
    for (const auto* sub : app.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(sub->get_name());
    if (std::find(names.begin(), names.end(), argv[1]) == names.end()) {
      std::cerr << "schedproof: " << schedproof::model::unknown_name_text("command", argv[1], names) << "\n";
      return 2;
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  return run(chosen);
}
