// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/scenario_reader.h"

#include <gtest/gtest.h>

#include "counterexamples/schema.h"
#include "nlohmann/json.hpp"

namespace schedproof::counterexamples {
namespace {

using model::Scenario;
using Status = model::ScenarioTask::Status;

const std::string kGood = R"({
  "schedproof_scenario": 1,
  "policy": "v3.13",
  "machine": { "cpus": 4 },
  "tasks": [
    { "id": "waker", "running": true, "cpu": 1 },
    { "id": "wakee", "sleeping": true, "prev_cpu": 0 }
  ],
  "events": [
    { "wake": "wakee", "by": "waker" }
  ]
})";

std::string with(const std::string& from, const std::string& to) {
  std::string text = kGood;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& text) {
  try {
    read_scenario(text, "f.json");
  } catch (const BadScenarioFile& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ScenarioReader, reads_tasks_events_and_defaults) {
  const Scenario s = read_scenario(kGood, "f.json");
  EXPECT_EQ(s.policy, "v3.13");
  EXPECT_EQ(s.machine.nr_cpus(), 4);
  EXPECT_EQ(s.hz, 250u);
  ASSERT_EQ(s.tasks.size(), 2u);
  EXPECT_EQ(s.tasks[0].status, Status::running);
  EXPECT_EQ(s.tasks[0].weight, 1024u);
  EXPECT_EQ(s.tasks[1].cpu, 0);
  EXPECT_FALSE(s.events[0].sync);
  EXPECT_FALSE(s.claim.has_value());
}

TEST(ScenarioReader, comments_are_allowed) {
  EXPECT_EQ(read_scenario("// one\n/* two */" + kGood, "f.json").tasks.size(), 2u);
}

TEST(ScenarioReader, cpu_lists_are_text_or_arrays) {
  const std::string wakee = "\"prev_cpu\": 0";
  const auto text = read_scenario(with(wakee, wakee + R"(, "allowed": "0-1,3")"), "f.json");
  const auto array = read_scenario(with(wakee, wakee + R"(, "allowed": [3, 0, 1])"), "f.json");
  EXPECT_EQ(text.tasks[1].allowed, (model::CpuMask{0, 1, 3}));
  EXPECT_EQ(array.tasks[1].allowed, text.tasks[1].allowed);
}

TEST(ScenarioReader, nice_values_have_the_kernels_weights) {
  const auto weight = [&](const std::string& nice) {
    return read_scenario(with("\"cpu\": 1", "\"cpu\": 1, \"nice\": " + nice), "f.json").tasks[0].weight;
  };
  EXPECT_EQ(weight("-20"), 88761u);
  EXPECT_EQ(weight("0"), 1024u);
  EXPECT_EQ(weight("1"), 820u);
  EXPECT_EQ(weight("19"), 15u);
}

struct Bad {
  const char* what;
  std::string text;
  std::vector<std::string> says;  // in this order
};

void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.what; }

class BadFiles : public testing::TestWithParam<Bad> {};

TEST_P(BadFiles, are_refused_with_line_place_and_what_is_accepted) {
  const std::string message = refusal(GetParam().text);
  std::size_t at = 0;
  for (const auto& part : GetParam().says) {
    at = message.find(part, at);
    ASSERT_NE(at, std::string::npos) << part << " is not in: " << message;
    at += part.size();
  }
}

const std::vector<Bad> kSyntax = {
    {"empty", "", {"f.json:1: this is not JSON: ", "unexpected end of input"}},
    {"a missing comma", with("\"v3.13\",", "\"v3.13\""), {"f.json:4: this is not JSON", "expected '}'"}},
    {"two documents", kGood + "{}", {"f.json:12: this is not JSON"}},
    {"a bad byte", with("v3.13", "v3\xff"), {"f.json:3: this is not JSON", "ill-formed UTF-8"}},
    {"a huge number", with("\"cpu\": 1", "\"cpu\": 1e999"), {"f.json:6: this is not JSON: number overflow"}},
    {"a key twice",
     with("\"sleeping\": true", "\"id\": \"a\""),
     {"f.json:7: tasks[1].id: this key stands twice", "the first is on line 7"}},
    {"deep nesting",
     std::string(100000, '['),
     {"f.json:1: nested deeper than the 32 levels that are accepted"}},
    {"no object", "[]", {"f.json:1: this is no scenario", "\"schedproof_scenario\" is missing"}},
    {"no version", "{}", {"f.json:1: this is no scenario", "\"schedproof_scenario\" is missing"}},
    {"another version",
     with("\"schedproof_scenario\": 1", "\"schedproof_scenario\": 2"),
     {"f.json:2: schedproof_scenario: version 2 is not supported; accepted is version 1"}},
};

const std::vector<Bad> kSchema = {
    {"a misspelt key",
     with("\"policy\"", "\"polcy\""),
     {"f.json:3: polcy: unknown key; did you mean \"policy\"?", "accepted are", "busy", "title"}},
    {"a misspelt key of a task",
     with("\"prev_cpu\"", "\"prevcpu\""),
     {"f.json:7: tasks[1].prevcpu: unknown key; did you mean \"prev_cpu\"?"}},
    {"a missing key",
     with("\"policy\": \"v3.13\",", ""),
     {"f.json:1: the key \"policy\" is missing (whose rules are run"}},
    {"a missing id",
     with("\"id\": \"wakee\", ", ""),
     {"f.json:7: tasks[1]: the key \"id\" is missing (the name by which events speak of the task)"}},
    {"text for a number",
     with("\"cpu\": 1", "\"cpu\": \"1\""),
     {"f.json:6: tasks[0].cpu: \"1\"; accepted is an integer from 0 to 1023"}},
    {"a number with a fraction",
     with("\"cpu\": 1", "\"cpu\": 1.5"),
     {"f.json:6: tasks[0].cpu: 1.5; accepted is an integer from 0 to 1023"}},
    {"a negative load",
     with("\"cpu\": 1", "\"cpu\": 1, \"load_avg_contrib\": -3"),
     {"f.json:6: tasks[0].load_avg_contrib: -3; accepted is an integer of at least 0"}},
    {"nice 20",
     with("\"cpu\": 1", "\"cpu\": 1, \"nice\": 20"),
     {"f.json:6: tasks[0].nice: 20; accepted is an integer from -20 to 19 (nice value"}},
    {"a task that is no object",
     with("{ \"id\": \"waker\", \"running\": true, \"cpu\": 1 }", "7"),
     {"f.json:6: tasks[0]: 7; accepted is an object"}},
    {"HZ of no kernel",
     with("\"events\"", "\"hz\": 251, \"events\""),
     {"f.json:9: hz: 251; accepted is one of 100, 250, 300, 1000"}},
    {"an unknown flag",
     with("\"by\": \"waker\"", "\"by\": \"waker\", \"flags\": [\"synk\"]"),
     {"f.json:10: events[0].flags[0]: \"synk\"; did you mean \"sync\"? Accepted is \"sync\""}},
    {"an unknown verdict",
     with("\"events\"", "\"claim\": { \"id\": \"x\", \"verdict\": \"broken\" }, \"events\""),
     {"f.json:9: claim.verdict: \"broken\"; accepted is one of \"violated\", \"holds\", \"known "
      "violation\""}},
    {"a force that is none",
     with("\"events\"", "\"force\": { \"sis.prev_idle\": true }, \"events\""),
     {"f.json:9: force.sis.prev_idle: true; accepted is one of \"true\", \"false\", \"negate\""}},
    {"two decisions in one",
     with("\"by\": \"waker\"",
          "\"by\": \"waker\", \"expect\": { \"decisions\": [{ \"a\": true, \"b\": true }] }"),
     {"f.json:10: events[0].expect.decisions[0]: an object; accepted is an object with exactly one key (one "
      "decision, such as"}},
    {"four loads",
     with("\"events\"", "\"cpus\": [{ \"cpu\": 0, \"cpu_load\": [1, 2, 3, 4] }], \"events\""),
     {"f.json:9: cpus[0].cpu_load: an array of 4 elements; accepted is an array of 5 elements"}},
    {"a key in boot",
     with("{ \"wake\": \"wakee\", \"by\": \"waker\" }", "{ \"boot\": { \"cpu\": 1 } }"),
     {"f.json:10: events[0].boot.cpu: unknown key; no key is accepted here"}},
};

const std::vector<Bad> kMeaning = {
    {"an unknown policy", with("v3.13", "v3.14"), {"f.json:3: policy: ", "did you mean v3.13"}},
    {"an unknown machine",
     with("{ \"cpus\": 4 }", "\"x547\""),
     {"f.json:4: machine: ", "did you mean x5472", "desktop4"}},
    {"a machine that cannot be",
     with("{ \"cpus\": 4 }", "{ \"cpus\": 4,\n \"llc\": [[0, 1],\n [1, 2]] }"),
     {"f.json:6: machine.llc[1]: ", "CPU 1"}},
    {"a bad CPU list",
     with("\"prev_cpu\": 0", "\"prev_cpu\": 0, \"allowed\": \"0-x\""),
     {"f.json:7: tasks[1].allowed: ", "\"x\"", "such as \"0-3,8\""}},
    {"no allowed CPU",
     with("\"prev_cpu\": 0", "\"prev_cpu\": 0, \"allowed\": []"),
     {"f.json:7: tasks[1].allowed: no CPU; accepted are one or more"}},
    {"a task twice",
     with("\"id\": \"wakee\"", "\"id\": \"waker\""),
     {"f.json:7: tasks[1].id: ", "\"waker\" is taken"}},
    {"a CPU that is not there",
     with("\"cpu\": 1", "\"cpu\": 9"),
     {"f.json:6: tasks[0].cpu: CPU 9 does not exist; the machine has CPUs 0-3"}},
    {"a previous CPU that is not there",
     with("\"prev_cpu\": 0", "\"prev_cpu\": 9"),
     {"f.json:7: tasks[1].prev_cpu: CPU 9 does not exist; the machine has CPUs 0-3"}},
    {"a busy CPU that is not there",
     with("\"events\"", "\"busy\": \"9\", \"events\""),
     {"f.json:9: busy: CPU 9 does not exist"}},
    {"two tasks on a CPU",
     with("\"events\"", "\"busy\": \"1\", \"events\""),
     {"f.json:6: tasks[0].cpu: CPU 1 already runs another task"}},
    {"no state",
     with("\"running\": true, ", ""),
     {"f.json:6: tasks[0]: the task's state is missing; accepted is exactly one of running"}},
    {"two states",
     with("\"running\": true", "\"running\": true, \"sleeping\": true"),
     {"f.json:6: tasks[0].sleeping: a task has one state"}},
    {"cpu of a sleeper",
     with("\"prev_cpu\": 0", "\"cpu\": 0"),
     {"f.json:7: tasks[1].cpu: a sleeping task has no cpu; accepted is prev_cpu"}},
    {"nice and weight",
     with("\"cpu\": 1", "\"cpu\": 1, \"nice\": 1, \"weight\": 820"),
     {"f.json:6: tasks[0].weight: ", "accepted is one of nice, weight"}},
    {"an unknown task",
     with("\"wake\": \"wakee\"", "\"wake\": \"wakie\""),
     {"f.json:10: events[0]: no task is called \"wakie\"; did you mean wakee?"}},
    {"an unknown waker",
     with("\"by\": \"waker\"", "\"by\": \"wacker\""),
     {"f.json:10: events[0].by: no task is called \"wacker\"; did you mean waker?"}},
    {"a sleeping waker",
     with("\"by\": \"waker\"", "\"by\": \"wakee\""),
     {"f.json:10: events[0].by: wakee sleeps, so it cannot wake anyone; accepted is a running task"}},
    {"a wakee that runs",
     with("\"wake\": \"wakee\"", "\"wake\": \"waker\""),
     {"f.json:10: events[0]: waker is not asleep; accepted is a sleeping task"}},
    {"a wakee woken twice",
     with("{ \"wake\": \"wakee\", \"by\": \"waker\" }",
          "{ \"wake\": \"wakee\", \"by\": \"waker\" },\n{ \"wake\": \"wakee\", \"by\": \"waker\" }"),
     {"f.json:11: events[1]: wakee is not asleep"}},
    {"an exec of a sleeper",
     with("\"wake\": \"wakee\", \"by\": \"waker\"", "\"exec\": \"wakee\""),
     {"f.json:10: events[0].exec: wakee sleeps, so it cannot exec"}},
    {"nobody wakes",
     with(", \"by\": \"waker\"", ""),
     {"f.json:10: events[0]: who wakes the task? Accepted is one of by"}},
    {"two wakers",
     with("\"by\": \"waker\"", "\"by\": \"waker\", \"on_cpu\": 1"),
     {"f.json:10: events[0]: who wakes the task?"}},
    {"no event",
     with("\"wake\": \"wakee\", ", ""),
     {"f.json:10: events[0]: an event is one thing, this is none; accepted is exactly one of wake, fork"}},
    {"two events",
     with("\"by\": \"waker\"", "\"offline\": 1"),
     {"f.json:10: events[0]: an event is one thing, this is wake and offline"}},
    {"a waker of a hotplug",
     with("\"wake\": \"wakee\"", "\"offline\": 1"),
     {"f.json:10: events[0].by: is of no meaning for offline"}},
    {"sync of a fork",
     with("\"wake\": \"wakee\"", "\"fork\": \"wakee\", \"flags\": [\"sync\"]"),
     {"f.json:10: events[0].flags: is of no meaning for fork"}},
    {"an unknown group",
     with("\"prev_cpu\": 0", "\"prev_cpu\": 0, \"group\": \"g\""),
     {"f.json:7: tasks[1].group: there is no task group \"g\""}},
    {"an unknown claim",
     with("\"events\"",
          "\"claim\": { \"id\": \"sd_llc_names_cash_domain\", \"verdict\": \"holds\" }, \"events\""),
     {"f.json:9: claim.id: ", "did you mean sd_llc_names_cache_domain"}},
};

std::string test_name(const testing::TestParamInfo<Bad>& info) {
  std::string name = info.param.what;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(OfSyntax, BadFiles, testing::ValuesIn(kSyntax), test_name);
INSTANTIATE_TEST_SUITE_P(OfTheSchema, BadFiles, testing::ValuesIn(kSchema), test_name);
INSTANTIATE_TEST_SUITE_P(OfMeaning, BadFiles, testing::ValuesIn(kMeaning), test_name);

TEST(ScenarioReader, a_file_that_is_not_there_and_a_folder_are_named) {
  const auto message = [](const char* path) -> std::string {
    try {
      read_scenario_file(path);
    } catch (const BadScenarioFile& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message("/absent.scenario.json"),
            "/absent.scenario.json: cannot be opened: No such file or directory");
  EXPECT_EQ(message("/"), "/: cannot be read: Is a directory");
}

TEST(ScenarioReader, a_file_above_the_limit_is_refused) {
  const std::string message = refusal(std::string(8 * 1024 * 1024 + 1, ' '));
  EXPECT_EQ(message, "f.json: has 8388609 bytes; accepted are 8388608");
}

TEST(ScenarioReader, a_damaged_file_is_read_or_refused_and_nothing_else) {
  int read = 0, refused = 0;
  const auto look_at = [&](const std::string& text) {
    try {
      read_scenario(text, "f.json");
      ++read;
    } catch (const BadScenarioFile&) {
      ++refused;
    }
  };
  for (std::size_t i = 0; i < kGood.size(); ++i) {
    look_at(kGood.substr(0, i));
    for (const char c : {'0', '9', '-', '"', '{', ']', ',', '\0', 'e'}) {
      std::string text = kGood;
      text[i] = c;
      look_at(text);
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, 1000);
}

/// Every place of the schema says what it is for, and lets no unknown key pass.
void look_through(const nlohmann::json& schema, const std::string& where) {
  if (schema.contains("properties")) {
    EXPECT_TRUE(schema.contains("additionalProperties")) << where;
    for (const auto& [key, value] : schema.at("properties").items()) {
      EXPECT_TRUE(value.contains("description")) << where << "." << key;
      look_through(value, where + "." + key);
    }
  }
  if (schema.contains("items")) look_through(schema.at("items"), where + "[]");
}

TEST(ScenarioSchema, every_field_is_described) {
  const auto schema = nlohmann::json::parse(schema_text());
  look_through(schema, "");
  for (const auto& [name, part] : schema.at("definitions").items()) look_through(part, name);
}

}  // namespace
}  // namespace schedproof::counterexamples
