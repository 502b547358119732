// SPDX-License-Identifier: GPL-2.0-or-later
// A scenario in words: who runs where, each decision with its numbers and its outcome, and the claim that it
// breaks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "properties/registry.h"

namespace schedproof::counterexamples {

/// CPUs of which the same is to be said.
struct Lane {
  model::CpuMask cpus;
  model::CpuMask cache;            // the CPUs that share cache with them, by the domains' flags
  std::string state;               // "idle", "runs waker", "offline"
  std::vector<std::string> marks;  // "this cpu", "previous", "target", "not allowed", "chosen"
  friend bool operator==(const Lane&, const Lane&) = default;
};

struct ExplainedDecision {
  std::string name;
  std::string function;  // of the kernel; "" for a decision without a text
  bool outcome = false;
  bool forced = false;  // by the scenario's `force` or the policy
  std::vector<std::pair<std::string, std::int64_t>> numbers;
  std::string text;
};

struct ExplainedEvent {
  std::string what;
  std::vector<Lane> lanes;                   // before the event
  std::vector<ExplainedDecision> decisions;  // empty for domain events
  std::optional<model::Cpu> cpu;             // where the task ends
  std::string outcome;
};

struct Explanation {
  struct Claim {
    std::string id, sentence, verdict, because;
  };
  std::string title;
  std::string policy, machine, tasks;
  std::vector<std::string> domains;  // as booted
  std::vector<ExplainedEvent> events;
  std::optional<Claim> claim;
};

/// Under the scenario's own policy, or under another. Throws UnknownName, BadMachine or BadScenario.
Explanation explain(const model::Scenario& scenario);
Explanation explain(const model::Scenario& scenario, const model::Policy& policy);

std::string explanation_text(const Explanation& explanation);
/// How a number of a decision is printed: the kernel's ULONG_MAX by its name.
std::string number_words(const std::string& name, std::int64_t value);
nlohmann::ordered_json explanation_json(const Explanation& explanation);

}  // namespace schedproof::counterexamples
