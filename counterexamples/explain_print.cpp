// SPDX-License-Identifier: GPL-2.0-or-later
// Explanations as text for terminals and as JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "counterexamples/explain.h"

namespace schedproof::counterexamples {

namespace {

using Json = nlohmann::ordered_json;

std::string numbers_words(const ExplainedDecision& decision) {
  std::vector<std::string> all;
  for (const auto& [name, value] : decision.numbers) all.push_back(name + " " + number_words(name, value));
  return all.empty() ? "" : fmt::format(" [{}]", fmt::join(all, ", "));
}

void print_lanes(const std::vector<Lane>& lanes, std::string& out) {
  std::size_t cpus = 3, cache = 5, state = 5;
  for (const auto& lane : lanes) {
    cpus = std::max(cpus, lane.cpus.to_list().size());
    cache = std::max(cache, lane.cache.to_list().size());
    state = std::max(state, lane.state.size());
  }
  const auto row = [&](const std::string& a, const std::string& b, const std::string& c,
                       const std::string& d) {
    std::string line = fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}", a, cpus, b, cache, c, state, d);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  row("cpu", "cache", "state", "");
  for (const auto& lane : lanes)
    row(lane.cpus.to_list(), lane.cache.to_list(), lane.state,
        fmt::format("{}", fmt::join(lane.marks, ", ")));
}

void print_decisions(const std::vector<ExplainedDecision>& decisions, std::string& out) {
  std::size_t width = 0;
  for (const auto& decision : decisions) width = std::max(width, decision.name.size());
  for (std::size_t i = 0; i < decisions.size(); ++i)
    out += fmt::format("  {:>3}  {:<{}}  {:<3}  {}{}{}\n", i + 1, decisions[i].name, width,
                       decisions[i].outcome ? "yes" : "no", decisions[i].forced ? "(forced) " : "",
                       decisions[i].text, numbers_words(decisions[i]));
}

std::string indented(const std::string& text, const std::string& margin) {
  std::string out = margin;
  for (char c : text) out += c == '\n' ? "\n" + margin : std::string(1, c);
  return out + "\n";
}

}  // namespace

std::string number_words(const std::string& name, std::int64_t value) {
  // The rules start with this as the least load so far.
  return name == "min_load" && value == -1 ? "ULONG_MAX" : std::to_string(value);
}

std::string explanation_text(const Explanation& e) {
  std::string out = e.title.empty() ? "" : e.title + "\n\n";
  out += "policy   " + e.policy + "\nmachine  " + e.machine + "\ntasks    " + e.tasks + "\n";
  for (std::size_t i = 0; i < e.domains.size(); ++i)
    out += (i == 0 ? "domains  " : "         ") + e.domains[i] + "\n";
  for (std::size_t i = 0; i < e.events.size(); ++i) {
    const auto& event = e.events[i];
    out += fmt::format("\nevent {}: {}\n\n", i + 1, event.what);
    if (!event.lanes.empty()) {
      print_lanes(event.lanes, out);
      out += "\n";
      print_decisions(event.decisions, out);
      out += "\n";
    }
    out += indented(event.outcome, "  ");
  }
  if (e.claim) {
    out += fmt::format("\nclaim {}: {}\n  {}\n", e.claim->id, e.claim->verdict, e.claim->sentence);
    if (!e.claim->because.empty()) out += "  broken: " + e.claim->because + "\n";
  }
  return out;
}

Json explanation_json(const Explanation& e) {
  Json out;
  out["title"] = e.title;
  out["policy"] = e.policy;
  out["machine"] = e.machine;
  out["tasks"] = e.tasks;
  out["domains"] = e.domains;
  out["events"] = Json::array();
  for (const auto& event : e.events) {
    Json one;
    one["what"] = event.what;
    for (const auto& lane : event.lanes)
      one["cpus"].push_back({{"cpus", lane.cpus.to_list()},
                             {"cache", lane.cache.to_list()},
                             {"state", lane.state},
                             {"marks", lane.marks}});
    for (const auto& decision : event.decisions) {
      Json numbers = Json::object();
      for (const auto& [name, value] : decision.numbers) numbers[name] = value;
      one["decisions"].push_back({{"name", decision.name},
                                  {"function", decision.function},
                                  {"outcome", decision.outcome},
                                  {"forced", decision.forced},
                                  {"numbers", numbers},
                                  {"text", decision.text}});
    }
    if (event.cpu) one["cpu"] = *event.cpu;
    one["outcome"] = event.outcome;
    out["events"].push_back(one);
  }
  if (e.claim)
    out["claim"] = {{"id", e.claim->id},
                    {"sentence", e.claim->sentence},
                    {"verdict", e.claim->verdict},
                    {"because", e.claim->because}};
  return out;
}

}  // namespace schedproof::counterexamples
