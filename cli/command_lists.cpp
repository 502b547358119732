// SPDX-License-Identifier: GPL-2.0-or-later
// policies, claims, rules: what there is.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "model/rules/names.h"

namespace schedproof::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ListOptions {
  bool json = false;
  bool markdown = false;
  std::string policy;
};

int print(const ListOptions& o, const Json& json, const std::string& text) {
  std::cout << (o.json ? json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n" : text)
            << std::flush;
  return 0;
}

int list_policies(const ListOptions& o) {
  Json json = Json::array();
  std::string text;
  for (const auto& name : model::policy_names()) {
    const auto p = model::find_policy(name);
    Json known = Json::array();
    text += fmt::format("{:<22} {} ({})\n", name, p.summary, p.source);
    for (const auto& k : p.known_violations) {
      known.push_back({{"claim", k.claim},
                       {"where", k.where},
                       {"mended_by", k.mended_by},
                       {"reason", k.reason},
                       {"rare", k.surely == nullptr}});
      text += fmt::format("{:<22}   breaks {} on {}: {}{}\n", "", k.claim, k.where, k.reason,
                          k.mended_by.empty() ? "" : "; mended by " + k.mended_by);
    }
    json.push_back({{"name", name},
                    {"era", p.era},
                    {"source", p.source},
                    {"summary", p.summary},
                    {"known_violations", known}});
  }
  std::string features;
  for (const auto& f : model::feature_names("v3.13")) features += " " + f;
  text += "Features, to be appended as +FEATURE or +NO_FEATURE:" + features + "\n";
  return print(o, json, text);
}

int list_claims(const ListOptions& o) {
  Json json = Json::array();
  std::string text, table = "| claim | says | shape | intent | class | source |\n|---|---|---|---|---|---|\n";
  for (const auto& c : properties::claims()) {
    text += fmt::format("{} [{}, {}, {}]\n  {}\n  source: {}\n", c.id, to_string(c.shape),
                        to_string(c.intent), c.cls, c.sentence, c.source);
    for (const auto& p : c.premises) text += "  premise: " + p + "\n";
    for (const auto& s : c.situations) text += "  must have reached: " + s + "\n";
    table += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", c.id, c.sentence, to_string(c.shape),
                         to_string(c.intent), c.cls, c.source);
    json.push_back({{"id", c.id},
                    {"sentence", c.sentence},
                    {"source", c.source},
                    {"class", c.cls},
                    {"intent", to_string(c.intent)},
                    {"shape", to_string(c.shape)},
                    {"premises", c.premises},
                    {"situations", c.situations}});
  }
  return print(o, json, o.markdown ? table : text);
}

int list_rules(const ListOptions& o) {
  Json json{{"rules", Json::array()}, {"decisions", Json::array()}, {"constants", Json::array()}};
  std::string text = "Rules (kernel function, kernel file, version, commit, file here)\n";
  for (const auto& r : model::rules()) {
    text += fmt::format("  {:<46} {:<26} {:<10} {} {}\n", r.function, r.source, r.version, r.commit, r.file);
    json["rules"].push_back({{"function", r.function},
                             {"source", r.source},
                             {"version", r.version},
                             {"commit", r.commit},
                             {"file", r.file}});
  }
  text += "Decisions\n";
  for (const auto& d : model::all_decisions()) {
    text += fmt::format("  {:<46} {}\n", d.name, d.file);
    json["decisions"].push_back({{"name", d.name}, {"file", d.file}});
  }
  text += "Constants, for --set NAME=VALUE\n";
  for (const auto& c : model::all_constants()) {
    text += fmt::format("  {:<46} {:<10} {}\n", c.name, c.value, c.file);
    json["constants"].push_back({{"name", c.name}, {"value", c.value}, {"file", c.file}});
  }
  return print(o, json, text);
}

void add_list(CLI::App& app, Command& chosen, const char* name, const char* what,
              int (*run)(const ListOptions&)) {
  auto* sub = app.add_subcommand(name, what);
  sub->footer(fmt::format("Example: schedproof {} --json", name));
  auto o = std::make_shared<ListOptions>();
  add_common_options(*sub, o->json);
  if (std::string_view(name) == "claims")
    sub->add_flag("--markdown", o->markdown, "print the table that README holds");
  sub->callback([o, run, &chosen] { chosen = [o, run] { return run(*o); }; });
}

}  // namespace

void add_lists(CLI::App& app, Command& chosen) {
  add_list(app, chosen, "policies", "List the policies, their known violations and features.", list_policies);
  add_list(app, chosen, "claims",
           "List the claims with their premises and the situations they must have reached.", list_claims);
  add_list(app, chosen, "rules",
           "List the rules with their kernel functions, and the names of decisions and constants.",
           list_rules);
}

}  // namespace schedproof::cli
