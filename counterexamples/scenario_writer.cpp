// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/scenario_writer.h"

#include "counterexamples/atomic_file.h"
#include "counterexamples/json_layout.h"
#include "counterexamples/nice.h"
#include "counterexamples/replay.h"
#include "counterexamples/scenario_reader.h"
#include "machines/machine_json.h"

namespace schedproof::counterexamples {

using Json = nlohmann::ordered_json;
using model::DomainEvent;
using model::DomainOptions;
using model::Scenario;
using model::ScenarioEvent;
using model::ScenarioTask;

namespace {

template <class T>
void put(Json& out, const char* key, const T& value, const T& default_value) {
  if (value != default_value) out[key] = value;
}
template <class T>
void put(Json& out, const char* key, const std::optional<T>& value) {
  if (value) out[key] = *value;
}
void put_cpus(Json& out, const char* key, const model::CpuMask& value) {
  if (!value.empty()) out[key] = value.to_list();
}

void overrides_to_json(const model::Overrides& overrides, Json& out) {
  for (const auto& [name, value] : overrides.params) out["set"][name] = value;
  using Force = model::Overrides::Force;
  for (const auto& [name, force] : overrides.decisions)
    out["force"][name] = force == Force::to_true ? "true" : force == Force::to_false ? "false" : "negate";
}

void options_to_json(const DomainOptions& options, Json& out) {
  const DomainOptions defaults;
  Json kernel = Json::object();
  put(kernel, "sched_smt", options.sched_smt, defaults.sched_smt);
  put(kernel, "sched_mc", options.sched_mc, defaults.sched_mc);
  put(kernel, "numa", options.numa, defaults.numa);
  put(kernel, "sched_debug", options.sched_debug, defaults.sched_debug);
  put(kernel, "force_sd_overlap", options.force_sd_overlap, defaults.force_sd_overlap);
  put(kernel, "asym_packing", options.asym_packing, defaults.asym_packing);
  put(kernel, "reclaim_distance", options.reclaim_distance, defaults.reclaim_distance);
  put(kernel, "relax_domain_level", options.relax_domain_level, defaults.relax_domain_level);
  if (!kernel.empty()) out["kernel"] = kernel;
}

Json task_to_json(const ScenarioTask& task) {
  using Status = ScenarioTask::Status;
  Json out;
  out["id"] = task.id;
  out[task.status == Status::running  ? "running"
      : task.status == Status::queued ? "queued"
                                      : "sleeping"] = true;
  out[task.status == Status::sleeping ? "prev_cpu" : "cpu"] = task.cpu;
  put(out, "wake_cpu", task.wake_cpu, -1);
  if (const auto nice = nice_of_weight(task.weight))
    put(out, "nice", *nice, 0);
  else
    out["weight"] = task.weight;
  put(out, "load_avg_contrib", task.load_avg_contrib);
  put_cpus(out, "allowed", task.allowed);
  put_cpus(out, "cpuset", task.cpuset);
  put(out, "wakee_flips", task.wakee_flips, std::uint64_t{0});
  put(out, "wakee_flip_decay_ts", task.wakee_flip_decay_ts, std::uint64_t{0});
  put(out, "last_wakee", task.last_wakee, std::string{});
  put(out, "group", task.group, std::string{});
  return out;
}

Json group_to_json(const model::ScenarioGroup& group) {
  Json out;
  out["id"] = group.id;
  put(out, "parent", group.parent, std::string{});
  put(out, "shares", group.shares, std::uint64_t{1024});
  put(out, "load_avg", group.load_avg, std::uint64_t{0});
  for (const auto& on : group.cpus) {
    Json share;
    share["cpu"] = on.cpu;
    put(share, "load_weight", on.load_weight, std::uint64_t{0});
    put(share, "tg_load_contrib", on.tg_load_contrib, std::uint64_t{0});
    put(share, "se_load_weight", on.se_load_weight, std::uint64_t{0});
    out["cpus"].push_back(share);
  }
  return out;
}

Json cpu_to_json(const model::ScenarioCpu& cpu) {
  Json out;
  out["cpu"] = cpu.cpu;
  put(out, "curr_is_idle", cpu.curr_is_idle);
  put(out, "nr_running", cpu.nr_running);
  put(out, "wake_list_empty", cpu.wake_list_empty);
  put(out, "runnable_load_avg", cpu.runnable_load_avg);
  put(out, "cpu_load", cpu.cpu_load);
  put(out, "cpu_power", cpu.cpu_power);
  return out;
}

Json partitions_to_json(const std::vector<model::Partition>& partitions) {
  Json out = Json::array();
  for (const auto& partition : partitions) {
    Json one;
    one["cpus"] = partition.cpus.to_list();
    put(one, "relax_domain_level", partition.relax_domain_level, -1);
    out.push_back(one);
  }
  return out;
}

Json domain_event_to_json(const DomainEvent& event) {
  Json out;
  switch (event.kind) {
    case DomainEvent::Kind::boot:
      out["boot"] = Json::object();
      break;
    case DomainEvent::Kind::offline:
      out["offline"] = event.cpu;
      break;
    case DomainEvent::Kind::online:
      out["online"] = event.cpu;
      break;
    case DomainEvent::Kind::partition:
      out["partition"] = partitions_to_json(event.partitions);
      break;
    case DomainEvent::Kind::nohz_enter:
      out["nohz_enter"] = event.cpu;
      break;
    case DomainEvent::Kind::tick:
      out["tick"] = event.cpu;
      break;
  }
  return out;
}

Json event_to_json(const ScenarioEvent& event) {
  if (event.kind == ScenarioEvent::Kind::domain) return domain_event_to_json(event.domain);
  Json out;
  const bool exec = event.kind == ScenarioEvent::Kind::exec;
  out[event.kind == ScenarioEvent::Kind::wake ? "wake" : exec ? "exec" : "fork"] = event.task;
  if (!event.by.empty())
    out["by"] = event.by;
  else if (!exec)
    out["on_cpu"] = event.on_cpu;
  if (event.sync) out["flags"] = {"sync"};
  put(out["expect"], "cpu", event.expect_cpu);
  for (const auto& [name, outcome] : event.expect_decisions) {
    Json decision;
    decision[name] = outcome;
    out["expect"]["decisions"].push_back(decision);
  }
  if (out["expect"].is_null()) out.erase("expect");
  return out;
}

void claim_to_json(const Scenario& s, Json& out) {
  if (s.claim) {
    Json& claim = out["claim"];
    claim["id"] = s.claim->id;
    claim["verdict"] = s.claim->verdict;
    put(claim, "because", s.claim->because, std::string{});
    put(claim, "intent", s.claim->intent, std::string{});
  }
  if (s.found_by) {
    Json& found = out["found_by"];
    found["engine"] = s.found_by->engine;
    put(found, "seed", s.found_by->seed, std::uint64_t{0});
    put(found, "version", s.found_by->version, std::string{});
  }
}

}  // namespace

Json scenario_to_json(const Scenario& s) {
  Json out;
  out["schedproof_scenario"] = 1;
  put(out, "title", s.title, std::string{});
  out["policy"] = s.policy;
  overrides_to_json(s.overrides, out);
  out["machine"] = machines::machine_to_json(s.machine);
  options_to_json(s.options, out);
  put(out, "hz", s.hz, std::uint64_t{250});
  put(out, "jiffies", s.jiffies, std::uint64_t{0});
  put_cpus(out, "busy", s.busy);
  for (const auto& task : s.tasks) out["tasks"].push_back(task_to_json(task));
  for (const auto& group : s.groups) out["groups"].push_back(group_to_json(group));
  for (const auto& cpu : s.cpus) out["cpus"].push_back(cpu_to_json(cpu));
  for (const auto& event : s.events) out["events"].push_back(event_to_json(event));
  claim_to_json(s, out);
  return out;
}

std::string scenario_to_text(const Scenario& scenario) { return laid_out(scenario_to_json(scenario)); }

bool same_scenario(const Scenario& a, const Scenario& b) {
  const auto& m = a.machine;
  const auto& n = b.machine;
  return a.title == b.title && a.policy == b.policy && a.overrides == b.overrides && m.name == n.name &&
         m.source == n.source && m.notes == n.notes && m.same_hardware(n) && a.options == b.options &&
         a.hz == b.hz && a.jiffies == b.jiffies && a.busy == b.busy && a.tasks == b.tasks &&
         a.groups == b.groups && a.cpus == b.cpus && a.events == b.events && a.claim == b.claim &&
         a.found_by == b.found_by;
}

void write_scenario_file(const std::string& path, const Scenario& scenario) {
  write_atomically(path, scenario_to_text(scenario), [&](const std::string& temporary) {
    const Scenario again = read_scenario_file(temporary);
    if (!same_scenario(scenario, again))
      throw DoesNotReplay(path + ": the written scenario reads back as another one");
    const ReplayResult result = replay(again);
    if (!result.ok())
      throw DoesNotReplay(path + ": the written scenario does not replay: " + result.difference);
  });
}

}  // namespace schedproof::counterexamples
