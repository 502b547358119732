// SPDX-License-Identifier: GPL-2.0-or-later
// --json of every command is one JSON document with the keys that scripts rely on.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace schedproof::cli {
namespace {

const char* const kCase = "counterexamples/corpus/v3.13-rc3-idle_sibling_shares_cache.scenario.json";

void expect_keys(const Json& json, const Words& keys) {
  for (const auto& key : keys) EXPECT_TRUE(json.contains(key)) << key << " is missing in " << json.dump(2);
}

void expect_result(const Json& result) {
  expect_keys(result, {"policy", "machine", "claim", "intent", "engine", "verdict", "bound", "cases",
                       "seconds", "seed"});
}

TEST(Json, check_has_a_result_for_each_policy_machine_and_claim_and_the_exit_code) {
  const auto run = schedproof({"check", "--policy", "v3.13", "--policy", "v3.13-rc3", "--machine", "x5472",
                               "--machine", "one-cpu", "--claim", "idle_sibling_shares_cache", "--json"});
  const auto json = run.json();
  expect_keys(json, {"schedproof", "results", "exit"});
  EXPECT_EQ(json["exit"], run.exit);
  ASSERT_EQ(json["results"].size(), 4u);
  for (const auto& result : json["results"]) expect_result(result);
  EXPECT_EQ(json["results"][0]["verdict"], "holds");
  EXPECT_EQ(json["results"][1]["verdict"], "not applicable");
  expect_keys(json["results"][1], {"why"});
  EXPECT_EQ(json["results"][2]["verdict"], "known violation");
  expect_keys(json["results"][2], {"why", "known", "cpus", "scenario"});
}

TEST(Json, generate_and_prove_say_what_ran_and_to_which_bound) {
  const auto drawn = schedproof(
      {"generate", "--policy", "v3.13", "--claim", "groups_cover_domain", "--cases", "300", "--json"});
  const auto generated = drawn.json().at("results").at(0);
  expect_result(generated);
  EXPECT_EQ(generated["engine"], "generate");
  EXPECT_EQ(generated["cases"], 300);
  EXPECT_EQ(generated["bound"], "at most 300 generated cases of each claim, machines of up to 64 CPUs");
  const auto proof = schedproof({"prove", "--policy", "v3.13", "--machine", "desktop4", "--claim",
                                 "idle_sibling_shares_cache", "--json"});
  const auto proved = proof.json().at("results").at(0);
  expect_result(proved);
  EXPECT_EQ(proved["engine"], "prove");
  EXPECT_EQ(proved["verdict"], "holds");
  EXPECT_NE(proved["bound"].get<std::string>().find("idle pattern"), std::string::npos);
}

TEST(Json, gate_has_both_verdicts_and_the_change) {
  const auto run = schedproof({"gate", "--base", "v3.13", "--patch", "v3.13-rc3", "--machine", "x5472",
                               "--claim", "idle_sibling_shares_cache", "--json"});
  const auto json = run.json();
  expect_keys(json, {"schedproof", "base", "patch", "results", "exit"});
  EXPECT_EQ(json["exit"], run.exit);
  const auto& result = json["results"].at(0);
  expect_keys(result, {"claim", "machine", "change", "base", "patch"});
  expect_result(result["base"]);
  expect_result(result["patch"]);
}

TEST(Json, replay_explain_and_minimise) {
  const auto replayed = schedproof({"replay", source(kCase), "--json"}).json();
  expect_keys(replayed.at(0), {"file", "replay"});
  expect_keys(replayed[0]["replay"], {"policy", "same", "placed", "claim"});
  EXPECT_EQ(replayed[0]["replay"]["same"], true);

  const auto explained = schedproof({"explain", source(kCase), "--json"}).json();
  expect_keys(explained, {"title", "policy", "machine", "tasks", "domains", "events", "claim"});
  EXPECT_EQ(explained["claim"]["verdict"], "known violation");

  const auto why_not = schedproof({"explain", source(kCase), "--why-not", "1", "--json"}).json();
  expect_keys(why_not, {"event", "cpu", "chosen", "decision", "sentences"});
  EXPECT_EQ(why_not["chosen"], 2);

  const auto minimal = schedproof({"minimise", source(kCase), "--json"}).json();
  expect_keys(minimal, {"sizes", "tries", "accepted", "complete", "scenario"});
  EXPECT_EQ(minimal["complete"], true);
}

TEST(Json, machine_list_show_and_check) {
  for (const auto& machine : schedproof({"machine", "list", "--json"}).json())
    expect_keys(machine, {"name", "cpus", "summary", "source"});
  const auto shown = schedproof({"machine", "show", "x5472", "--json"}).json();
  expect_keys(shown, {"machine", "policy", "domains"});
  expect_keys(shown["domains"]["cpus"].at(0),
              {"cpus", "domains", "sd_llc", "sd_busy", "sd_numa", "sd_asym", "sd_llc_size", "sd_llc_id"});
  expect_keys(shown["domains"]["cpus"][0]["domains"].at(0),
              {"name", "level", "span", "flags", "min_interval", "imbalance_pct", "groups"});
  const auto checked =
      schedproof({"machine", "check", source("tests/data/sysfs/two-nodes"), "--json"}).json();
  expect_keys(checked, {"machine", "policies", "notes"});
  EXPECT_FALSE(checked["notes"].empty());
  for (const auto& policy : checked["policies"]) EXPECT_EQ(policy["runs"], true);
}

TEST(Json, policies_claims_and_rules) {
  const auto policies = schedproof({"policies", "--json"}).json();
  ASSERT_FALSE(policies.empty());
  for (const auto& policy : policies) {
    expect_keys(policy, {"name", "era", "source", "summary", "known_violations"});
    for (const auto& known : policy["known_violations"])
      expect_keys(known, {"claim", "where", "mended_by", "reason"});
  }
  const auto claims = schedproof({"claims", "--json"}).json();
  ASSERT_FALSE(claims.empty());
  for (const auto& claim : claims)
    expect_keys(claim, {"id", "sentence", "source", "class", "intent", "shape", "premises", "situations"});
  const auto rules = schedproof({"rules", "--json"}).json();
  for (const char* list : {"rules", "decisions", "constants"}) ASSERT_FALSE(rules.at(list).empty());
  expect_keys(rules["rules"][0], {"function", "source", "version", "commit", "file"});
  expect_keys(rules["decisions"][0], {"name", "file"});
  expect_keys(rules["constants"][0], {"name", "value", "file"});
}

}  // namespace
}  // namespace schedproof::cli
