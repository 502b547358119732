// SPDX-License-Identifier: GPL-2.0-or-later
// A scenario: machine, policy, tasks, state that differs from a fresh boot, and events. It is the one form of
// a case: generators draw it, the solver's models are decoded to it, claims judge it, files hold it
// (counterexamples/).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/domains/builder.h"
#include "model/rules/era.h"
#include "model/value/overrides.h"

namespace schedproof::model {

struct ScenarioTask {
  enum class Status { sleeping, queued, running };
  std::string id;
  Status status = Status::sleeping;
  Cpu cpu = 0;                                    // task_cpu: where it runs, waits or last ran
  Cpu wake_cpu = -1;                              // p->wake_cpu; -1 = cpu
  std::uint64_t weight = kNice0Load;              // se.load.weight
  std::optional<std::uint64_t> load_avg_contrib;  // none = weight
  CpuMask allowed;                                // empty = all possible CPUs
  CpuMask cpuset;                                 // empty = all possible CPUs
  std::uint64_t wakee_flips = 0;
  std::uint64_t wakee_flip_decay_ts = 0;  // jiffies
  std::string last_wakee;                 // a task's id
  std::string group;                      // a group's id; empty = root
  friend bool operator==(const ScenarioTask&, const ScenarioTask&) = default;
};

/// What a run queue holds beyond what tasks and `busy` imply; an absent field is as implied.
struct ScenarioCpu {
  Cpu cpu = 0;
  std::optional<bool> curr_is_idle;
  std::optional<std::uint32_t> nr_running;
  std::optional<bool> wake_list_empty;
  std::optional<std::uint64_t> runnable_load_avg;
  std::optional<std::array<std::uint64_t, 5>> cpu_load;
  std::optional<std::uint64_t> cpu_power;
  friend bool operator==(const ScenarioCpu&, const ScenarioCpu&) = default;
};

struct ScenarioGroup {
  struct OnCpu {
    Cpu cpu = 0;
    std::uint64_t load_weight = 0, tg_load_contrib = 0, se_load_weight = 0;
    friend bool operator==(const OnCpu&, const OnCpu&) = default;
  };
  std::string id;
  std::string parent;  // empty = root
  std::uint64_t shares = 1024;
  std::uint64_t load_avg = 0;
  std::vector<OnCpu> cpus;
  friend bool operator==(const ScenarioGroup&, const ScenarioGroup&) = default;
};

struct ScenarioEvent {
  enum class Kind { wake, fork, exec, domain };
  Kind kind = Kind::wake;
  // wake, fork, exec
  std::string task;    // the task to place
  std::string by;      // wake: the waker, a running task; empty = an interrupt on `on_cpu`. fork: the parent
  Cpu on_cpu = -1;     // with an empty `by`: this_cpu
  bool sync = false;   // wake: WF_SYNC
  DomainEvent domain;  // domain
  // What the file expects; replay compares. Empty = nothing expected.
  std::optional<Cpu> expect_cpu;
  std::vector<std::pair<std::string, bool>>
      expect_decisions;  // in order; a subsequence of the trace is not enough
  friend bool operator==(const ScenarioEvent&, const ScenarioEvent&) = default;
};

struct Scenario {
  std::string title;
  std::string policy;
  Overrides overrides;  // --set and mutants
  Machine machine;
  DomainOptions options;
  std::uint64_t hz = 250;
  std::uint64_t jiffies = 0;
  CpuMask busy;  // CPUs that run one anonymous nice-0 task of full load
  std::vector<ScenarioTask> tasks;
  std::vector<ScenarioGroup> groups;
  std::vector<ScenarioCpu> cpus;
  std::vector<ScenarioEvent> events;

  struct Claim {
    std::string id;
    std::string verdict;  // "violated", "holds", "known violation"
    std::string because;
    std::string intent;
    friend bool operator==(const Claim&, const Claim&) = default;
  };
  std::optional<Claim> claim;
  struct FoundBy {
    std::string engine;
    std::uint64_t seed = 0;
    std::string version;
    friend bool operator==(const FoundBy&, const FoundBy&) = default;
  };
  std::optional<FoundBy> found_by;
};

/// A scenario that says something impossible: what() names the place ("tasks[1].cpu") and what is accepted.
class BadScenario : public std::runtime_error {
 public:
  BadScenario(const std::string& place, const std::string& reason)
      : std::runtime_error(place + ": " + reason), place_(place) {}
  const std::string& place() const { return place_; }

 private:
  std::string place_;
};

}  // namespace schedproof::model
