// SPDX-License-Identifier: GPL-2.0-or-later
// replay, explain, minimise: what is done with scenario files.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "counterexamples/explain.h"
#include "counterexamples/export.h"
#include "counterexamples/minimise.h"
#include "counterexamples/replay.h"
#include "counterexamples/scenario_reader.h"
#include "counterexamples/scenario_writer.h"
#include "counterexamples/why_not.h"

namespace schedproof::cli {

namespace {

using Json = nlohmann::ordered_json;
namespace cx = counterexamples;

struct ScenarioOptions {
  std::vector<std::string> files;
  std::string policy, output, title;
  int why_not = -1;
  bool json = false;
};

/// A file that the user can mend is exit 2, not a crash.
model::Scenario read(const std::string& file) {
  try {
    return cx::read_scenario_file(file);
  } catch (const std::exception& bad) {
    throw UsageError(bad.what());
  }
}

/// The scenario as it goes under the policy: its expectations and the claim's verdict, whatever the file
/// said.
void record(const ScenarioOptions& o) {
  if (o.files.size() != 1)
    throw UsageError(fmt::format("--record takes one scenario file, not {}", o.files.size()));
  auto scenario = read(o.files.front());
  if (!o.policy.empty()) scenario.policy = model::find_policy(o.policy).name;
  if (!o.title.empty()) scenario.title = o.title;
  cx::record_expectations(scenario);
  cx::write_scenario_file(o.output, scenario);
  std::cout << o.output << ": "
            << (scenario.claim ? scenario.claim->id + " " + scenario.claim->verdict : "recorded") << " under "
            << scenario.policy << "\n"
            << std::flush;
}

/// A replay that differs from the file is 1 (the file says one thing, the rules another); with another policy
/// the claim's verdict decides.
int run_replay(const ScenarioOptions& o) {
  if (!o.output.empty()) {
    record(o);
    return 0;
  }
  Json all = Json::array();
  bool failed = false;
  for (const auto& file : o.files) {
    const auto scenario = read(file);
    const auto result =
        o.policy.empty() ? cx::replay(scenario) : cx::replay_under(scenario, model::find_policy(o.policy));
    failed = failed || !result.ok() || (!o.policy.empty() && result.verdict == "violated");
    if (o.json)
      all.push_back(Json{{"file", file}, {"replay", cx::replay_json(scenario, result)}});
    else
      std::cout << file << ": " << cx::replay_text(scenario, result);
  }
  if (o.json) std::cout << all.dump(2) << "\n";
  std::cout.flush();
  return failed ? 1 : 0;
}

int run_explain(const ScenarioOptions& o) {
  const auto scenario = read(o.files.front());
  const auto policy = model::find_policy(o.policy.empty() ? scenario.policy : o.policy);
  if (o.why_not >= 0) {
    const auto why = cx::why_not(scenario, o.why_not, policy);
    std::cout << (o.json ? cx::why_not_json(why).dump(2) + "\n" : cx::why_not_text(why)) << std::flush;
    return 0;
  }
  const auto explanation = cx::explain(scenario, policy);
  std::cout << (o.json ? cx::explanation_json(explanation).dump(2) + "\n" : cx::explanation_text(explanation))
            << std::flush;
  return 0;
}

int run_minimise(const ScenarioOptions& o) {
  auto scenario = read(o.files.front());
  if (!o.policy.empty()) scenario.policy = model::find_policy(o.policy).name;
  if (!scenario.claim)
    throw UsageError(o.files.front() +
                     ": it names no claim, so there is nothing to keep broken; add \"claim\": {\"id\": ...}");
  const auto& claim = properties::find_claim(scenario.claim->id);
  if (!properties::judge(claim, model::find_policy(scenario.policy), scenario).violated())
    throw UsageError(fmt::format("{}: {} is not broken under {}, so there is nothing to minimise",
                                 o.files.front(), claim.id, scenario.policy));
  auto result = cx::minimise(scenario, claim);
  cx::record_expectations(result.scenario);
  if (!o.output.empty()) cx::write_scenario_file(o.output, result.scenario);
  if (o.json)
    std::cout << cx::minimise_json(scenario, result).dump(2) << "\n";
  else if (o.output.empty())
    std::cout << cx::scenario_to_text(result.scenario);
  else
    std::cout << o.output << ": " << cx::minimise_text(scenario, result) << "\n";
  std::cout.flush();
  return 0;
}

}  // namespace

void add_replay(CLI::App& app, Command& chosen) {
  auto* sub = app.add_subcommand("replay",
                                 "Drive scenario files through the rules and compare with what they expect.");
  sub->footer("Example: schedproof replay counterexamples/corpus/*.scenario.json");
  auto o = std::make_shared<ScenarioOptions>();
  sub->add_option("files", o->files, "scenario files")->required();
  sub->add_option("--policy", o->policy,
                  "another policy: report where it places the tasks and what becomes of the claim; exit 1 if "
                  "it is broken")
      ->type_name("P");
  add_common_options(*sub, o->json);
  auto* out =
      sub->add_option("--record", o->output,
                      "compare nothing; write the file anew with the decisions and the verdict that come "
                      "about under the policy")
          ->type_name("OUT")
          ->excludes("--json");
  sub->add_option("--title", o->title, "the recorded scenario's title")->needs(out);
  sub->callback([o, &chosen] { chosen = [o] { return run_replay(*o); }; });
}

void add_explain(CLI::App& app, Command& chosen) {
  auto* sub = app.add_subcommand(
      "explain", "Tell a scenario: each decision, its numbers, its outcome, and the claim it breaks.");
  sub->footer("Example: schedproof explain found.scenario.json --why-not 1");
  auto o = std::make_shared<ScenarioOptions>();
  sub->add_option("file", o->files, "a scenario file")->required()->expected(1);
  sub->add_option("--policy", o->policy, "explain it under another policy")->type_name("P");
  sub->add_option("--why-not", o->why_not, "name the decision that ruled this CPU out")
      ->type_name("CPU")
      ->check(CLI::NonNegativeNumber);
  add_common_options(*sub, o->json);
  sub->callback([o, &chosen] { chosen = [o] { return run_explain(*o); }; });
}

void add_minimise(CLI::App& app, Command& chosen) {
  auto* sub = app.add_subcommand("minimise", "Make a scenario that breaks its claim as small as it goes.");
  sub->footer("Example: schedproof minimise big.scenario.json -o small.scenario.json");
  auto o = std::make_shared<ScenarioOptions>();
  sub->add_option("file", o->files, "a scenario file")->required()->expected(1);
  sub->add_option("-o,--output", o->output, "write the result here; default: print it")->type_name("FILE");
  sub->add_option("--policy", o->policy, "break the claim under this policy")->type_name("P");
  add_common_options(*sub, o->json);
  sub->callback([o, &chosen] { chosen = [o] { return run_minimise(*o); }; });
}

}  // namespace schedproof::cli
