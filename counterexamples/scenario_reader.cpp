// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/scenario_reader.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>

#include "counterexamples/scenario_parts.h"
#include "counterexamples/schema_check.h"
#include "machines/machine_json.h"
#include "model/policies/policy.h"
#include "model/run/make_state.h"
#include "properties/registry.h"

namespace schedproof::counterexamples {

using model::Scenario;
using model::ScenarioEvent;
using Status = model::ScenarioTask::Status;

namespace {

/// A file of a later version may differ in everything, so this is looked at before the schema is.
void check_version(const LocatedJson& document) {
  constexpr const char* kKey = "schedproof_scenario";
  const auto& value = document.value;
  if (!value.is_object() || !value.contains(kKey))
    throw BadScenarioFile(
        document.file, document.line_of(""), "",
        "this is no scenario: the key \"schedproof_scenario\" is missing; accepted is version 1");
  if (value.at(kKey) != 1)
    throw BadScenarioFile(
        document.file, document.line_of("/schedproof_scenario"), kKey,
        "version " + value.at(kKey).dump().substr(0, 40) + " is not supported; accepted is version 1");
}

/// "tasks[1].cpu" -> "/tasks/1/cpu".
std::string pointer_of(const std::string& place) {
  std::string out = "/";
  for (char c : place)
    if (c == '[' || c == '.')
      out += '/';
    else if (c != ']')
      out += c;
  return out;
}

[[noreturn]] void refuse(const LocatedJson& document, const std::string& place, const std::string& what) {
  const std::string reason = what.starts_with(place + ": ") ? what.substr(place.size() + 2) : what;
  throw BadScenarioFile(document.file, document.line_of(pointer_of(place)), place, reason);
}

/// The model speaks of task_cpu(); the file calls it prev_cpu where the task sleeps.
std::string place_in_file(const Scenario& scenario, std::string place) {
  for (std::size_t i = 0; i < scenario.tasks.size(); ++i)
    if (scenario.tasks[i].status == Status::sleeping && place == fmt::format("tasks[{}].cpu", i))
      return fmt::format("tasks[{}].prev_cpu", i);
  return place;
}

template <class T, class Read>
std::vector<T> list_from(const Cursor& top, const char* key, Read read) {
  std::vector<T> out;
  for (std::size_t i = 0; top.has(key) && i < top[key].size(); ++i) out.push_back(read(top[key].at(i)));
  return out;
}

void claim_from(const Cursor& top, Scenario& scenario) {
  if (top.has("claim")) {
    const auto& json = top["claim"].json();
    try {
      properties::find_claim(json.at("id").get<std::string>());
    } catch (const model::UnknownName& error) {
      top["claim"]["id"].fail(error.what());
    }
    scenario.claim = Scenario::Claim{json.at("id"), json.at("verdict"), json.value("because", ""),
                                     json.value("intent", "")};
  }
  if (top.has("found_by")) {
    const auto& json = top["found_by"].json();
    scenario.found_by =
        Scenario::FoundBy{json.at("engine"), json.value("seed", std::uint64_t{0}), json.value("version", "")};
  }
}

/// Only what can be said before any rule has run: after its first placement a task's state is the rules'
/// matter.
void check_who_runs(const Cursor& top, const Scenario& scenario) {
  std::set<std::string> placed;
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    const ScenarioEvent& event = scenario.events[i];
    if (event.kind == ScenarioEvent::Kind::domain) continue;
    const Cursor at = top["events"].at(i);
    const auto status_of = [&](const std::string& id) {
      for (const auto& task : scenario.tasks)
        if (task.id == id) return task.status;
      return Status::sleeping;
    };
    const auto sleeps = [&](const std::string& id) {
      return !placed.contains(id) && status_of(id) == Status::sleeping;
    };
    if (!event.by.empty() && sleeps(event.by))
      at["by"].fail(fmt::format("{} sleeps, so it cannot {} anyone; accepted is a running task", event.by,
                                event.kind == ScenarioEvent::Kind::wake ? "wake" : "fork"));
    if (event.kind == ScenarioEvent::Kind::exec && sleeps(event.task))
      at["exec"].fail(event.task + " sleeps, so it cannot exec; accepted is a running task");
    if (event.kind != ScenarioEvent::Kind::exec && !sleeps(event.task))
      at.fail(event.task + " is not asleep; accepted is a sleeping task that no earlier event has placed");
    placed.insert(event.task);
  }
}

Scenario scenario_from(const LocatedJson& document) {
  const Cursor top(document);
  Scenario s;
  if (top.has("title")) s.title = top["title"].text();
  s.policy = top["policy"].text();
  try {
    model::find_policy(s.policy);
  } catch (const model::UnknownName& error) {
    top["policy"].fail(error.what());
  }
  const auto optional = [&](const char* key) {
    return top.has(key) ? std::optional<Cursor>(top[key]) : std::nullopt;
  };
  const auto set = optional("set"), force = optional("force");
  s.overrides = overrides_from(set ? &*set : nullptr, force ? &*force : nullptr);
  try {
    s.machine = machines::machine_from_json(top["machine"].json(), "machine");
  } catch (const model::BadMachine& error) {
    refuse(document, error.place(), error.what());
  }
  if (top.has("kernel")) s.options = options_from(top["kernel"]);
  if (top.has("hz")) s.hz = top["hz"].number();
  if (top.has("jiffies")) s.jiffies = top["jiffies"].number();
  if (top.has("busy")) s.busy = top["busy"].cpu_list();
  s.tasks = list_from<model::ScenarioTask>(top, "tasks", task_from);
  s.groups = list_from<model::ScenarioGroup>(top, "groups", group_from);
  s.cpus = list_from<model::ScenarioCpu>(top, "cpus", cpu_from);
  s.events = list_from<ScenarioEvent>(top, "events", event_from);
  claim_from(top, s);
  try {
    model::check_scenario(s);
  } catch (const model::BadScenario& error) {
    refuse(document, place_in_file(s, error.place()),
           std::string(error.what()).substr(error.place().size() + 2));
  }
  check_who_runs(top, s);
  return s;
}

}  // namespace

Scenario read_scenario(std::string_view text, const std::string& file) {
  const LocatedJson document = parse_located_json(file, text);
  check_version(document);
  check_schema(document);
  return scenario_from(document);
}

Scenario read_scenario_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw BadScenarioFile(path, 0, "", std::string("cannot be opened: ") + std::strerror(errno));
  std::string text(kMaxFileBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) throw BadScenarioFile(path, 0, "", std::string("cannot be read: ") + std::strerror(errno));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return read_scenario(text, path);
}

}  // namespace schedproof::counterexamples
