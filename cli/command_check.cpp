// SPDX-License-Identifier: GPL-2.0-or-later
// check, generate, prove: the claims of policies on machines.
#include <memory>

#include "cli/commands.h"

namespace schedproof::cli {

namespace {

void add_policies(CLI::App& app, ClaimOptions& o) {
  app.add_option("--policy", o.policies,
                 "a policy, e.g. v3.13-rc3 or v3.13+NO_LB_BIAS; may be repeated; default: all")
      ->type_name("P");
}

/// What check, generate and prove share.
void add_options(CLI::App& app, ClaimOptions& o) {
  add_policies(app, o);
  add_claim_options(app, o);
  add_output_options(app, o);
  app.add_flag("--strict", o.strict, "known violations fail too");
}

std::vector<std::string> policies_of(const ClaimOptions& o) {
  return o.policies.empty() ? model::policy_names() : o.policies;
}

}  // namespace

void add_check(CLI::App& app, Command& chosen) {
  auto* sub =
      app.add_subcommand("check", "Try every claim of every policy on this machine and the built-in ones.");
  sub->footer("Example: schedproof check --policy v3.13-rc3 --machine x5472 --save found");
  auto o = std::make_shared<ClaimOptions>();
  add_options(*sub, *o);
  sub->add_option("--engine", o->engine, "generate (random cases) or prove (Z3, all states of one machine)")
      ->check(CLI::IsMember({"generate", "prove"}))
      ->capture_default_str();
  sub->callback(
      [o, &chosen] { chosen = [o] { return run_and_report(cells_of(*o, policies_of(*o), true), *o); }; });
}

void add_generate(CLI::App& app, Command& chosen) {
  auto* sub = app.add_subcommand(
      "generate", "Try claims on generated cases; machines are drawn too unless one is named.");
  sub->footer("Example: schedproof generate --policy v3.13 --claim idle_sibling_shares_cache --cases 10000");
  auto o = std::make_shared<ClaimOptions>();
  o->check.cases = 1000;
  o->check.cell_seconds = 30;
  add_options(*sub, *o);
  sub->callback(
      [o, &chosen] { chosen = [o] { return run_and_report(cells_of(*o, policies_of(*o), false), *o); }; });
}

void add_prove(CLI::App& app, Command& chosen) {
  auto* sub = app.add_subcommand(
      "prove", "Prove the decision claims for one machine over all states, or refute them.");
  sub->footer("Example: schedproof prove --policy v3.13 --machine x5472 --claim idle_sibling_shares_cache");
  auto o = std::make_shared<ClaimOptions>();
  o->engine = "prove";
  o->check.cell_seconds = 600;
  add_options(*sub, *o);
  sub->callback([o, &chosen] {
    chosen = [o] {
      if (o->machines.empty())
        throw UsageError("prove needs --machine: a proof is of one machine (see `schedproof machine list`)");
      return run_and_report(cells_of(*o, policies_of(*o), true), *o);
    };
  });
}

}  // namespace schedproof::cli
