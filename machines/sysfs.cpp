// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/sysfs.h"

#include <algorithm>
#include <map>

#include "machines/masks_to_ids.h"
#include "machines/sysfs_files.h"
#include "machines/sysfs_nodes.h"

namespace schedproof::machines {

using model::Cpu;
using model::CpuMask;
using model::Machine;

namespace {

std::size_t at(Cpu c) { return static_cast<std::size_t>(c); }
std::string cpu_dir(Cpu c) { return "cpu/cpu" + std::to_string(c); }
std::string topology(Cpu c, const std::string& file) { return cpu_dir(c) + "/topology/" + file; }

/// Both forms of a topology file under its new and its old name.
std::vector<std::string> topology_names(Cpu c, std::initializer_list<const char*> stems) {
  std::vector<std::string> paths;
  for (const char* stem : stems)
    for (const char* end : {"_list", ""}) paths.push_back(topology(c, std::string(stem) + end));
  return paths;
}

CpuMask present_cpus(const SysfsFiles& files, std::vector<std::string>& notes) {
  CpuMask dirs;
  for (int c : files.numbered("cpu", "cpu")) {
    if (c >= model::kMaxCpus)
      files.bad(cpu_dir(c), "CPU " + std::to_string(c) + " is too large; CPUs below " +
                                std::to_string(model::kMaxCpus) + " are supported");
    dirs.set(c);
  }
  const auto possible = files.text("cpu/possible"), present = files.text("cpu/present");
  if (possible && present && *possible != *present)
    notes.push_back("CPUs " + *possible + " are possible; those that are not present (" + *present +
                    ") were left out.");
  if (present) return *files.list("cpu/present");
  if (possible) return *files.list("cpu/possible");
  return dirs;
}

bool is_online(const SysfsFiles& files, const std::optional<CpuMask>& online, Cpu c) {
  if (online) return online->test(c);
  if (const auto flag = files.number(cpu_dir(c) + "/online")) return *flag != 0;
  return !files.names(cpu_dir(c)).empty();
}

Machine bare_machine(const SysfsFiles& files, const std::string& origin) {
  Machine m;
  const CpuMask present = present_cpus(files, m.notes);
  if (present.empty()) throw BadInput(origin, "there is no CPU in its sysfs tree");
  const auto online = files.list("cpu/online");
  if (!online)
    m.notes.push_back("The list of online CPUs is missing; CPUs are online unless a file says otherwise.");
  const CpuMask isolated = files.list("cpu/isolated").value_or(CpuMask{});
  for (Cpu c = 0; present.next(c - 1) != -1; ++c) {
    auto& i = m.cpus.emplace_back();
    i.possible = present.test(c);
    i.online = i.possible && is_online(files, online, c);
    i.isolated = i.possible && isolated.test(c);
  }
  return m;
}

/// One cache of one CPU, as far as it counts here.
struct Cache {
  int level = 0;
  CpuMask shared;
};

/// The CPU's data and unified caches, the highest level first.
std::vector<Cache> caches(const SysfsFiles& files, Cpu c) {
  std::vector<Cache> found;
  for (int index : files.numbered(cpu_dir(c) + "/cache", "index")) {
    const std::string dir = cpu_dir(c) + "/cache/index" + std::to_string(index);
    const auto level = files.number(dir + "/level");
    if (!level || files.text(dir + "/type") == "Instruction") continue;
    const auto shared = files.mask({dir + "/shared_cpu_list", dir + "/shared_cpu_map"});
    found.push_back({*level, shared.value_or(CpuMask{})});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Cache& a, const Cache& b) { return a.level > b.level; });
  return found;
}

void check(const SysfsFiles& files, const Masks& masks, const CpuMask& online, const char* what,
           const std::function<std::string(Cpu)>& path) {
  const auto c = contradiction(masks, online);
  if (!c) return;
  const std::string name = "cpu" + std::to_string(c->cpu), other = "cpu" + std::to_string(c->other);
  if (c->cpu == c->other)
    files.bad(path(c->cpu), std::string("the ") + what + " of " + name + " does not hold " + name);
  files.bad(path(c->cpu), std::string("the ") + what + " of " + name + " is " + masks[at(c->cpu)].to_list() +
                              ", but that of " + other + " is " + masks[at(c->other)].to_list() +
                              "; a CPU is in one " + what);
}

class Topology {
 public:
  Topology(const SysfsFiles& files, Machine& m)
      : files_(files), m_(m), online_(m.online()), masks_(m.nr_cpus()) {}

  void read() {
    for (Cpu c : online_) read_cpu(c);
    check(files_, masks_.core, online_, "core", [](Cpu c) { return topology(c, "thread_siblings"); });
    check(files_, masks_.cluster, online_, "cluster", [](Cpu c) { return topology(c, "cluster_cpus"); });
    check(files_, masks_.llc, online_, "last-level cache", [](Cpu c) { return cpu_dir(c) + "/cache"; });
    check(files_, masks_.package, online_, "package", [](Cpu c) { return topology(c, "core_siblings"); });
    write_ids(m_, masks_, online_);
    write_notes();
    stand_alone(m_, m_.possible().minus(online_), "offline and without topology");
  }

 private:
  void read_cpu(Cpu c) {
    const auto told = [&](std::initializer_list<const char*> stems) {
      return files_.mask(topology_names(c, stems)).value_or(CpuMask{});
    };
    masks_.core[at(c)] = told({"core_cpus", "thread_siblings"});
    masks_.package[at(c)] = told({"package_cpus", "core_siblings"});
    masks_.cluster[at(c)] = told({"cluster_cpus"});
    if (masks_.core[at(c)].empty()) masks_.core[at(c)].set(c);
    if (masks_.package[at(c)].empty()) masks_.package[at(c)] = online_, no_package_.set(c);
    const auto caches_of_c = caches(files_, c);
    for (const Cache& cache : caches_of_c) {
      if (cache.shared.empty()) {
        if (masks_.llc[at(c)].empty()) empty_map_[cache.level].set(c);
        continue;
      }
      if (masks_.llc[at(c)].empty()) masks_.llc[at(c)] = cache.shared;
      if (cache.level == 2 && masks_.cluster[at(c)].empty()) masks_.cluster[at(c)] = cache.shared;
    }
    if (masks_.cluster[at(c)].empty()) masks_.cluster[at(c)] = masks_.core[at(c)];
    if (!masks_.llc[at(c)].empty()) return;
    no_llc_.set(c);
    masks_.llc[at(c)] = masks_.package[at(c)] & m_.node_mask(m_.cpu(c).node);
  }

  void write_notes() {
    for (const auto& [level, cpus] : empty_map_)
      m_.notes.push_back(cpus_text(cpus) + ": the map of the level-" + std::to_string(level) +
                         " cache is empty; that cache was left out.");
    if (!no_llc_.empty())
      m_.notes.push_back(
          cpus_text(no_llc_) +
          ": no cache says who shares it; the package (within the node) was taken as the last-level cache.");
    if (!no_package_.empty())
      m_.notes.push_back(cpus_text(no_package_) + ": the package is not told; all CPUs were taken as one.");
  }

  const SysfsFiles& files_;
  Machine& m_;
  CpuMask online_, no_llc_, no_package_;
  SharingMasks masks_;
  std::map<int, CpuMask> empty_map_;  // cache level -> CPUs
};

void read_capacities(const SysfsFiles& files, Machine& m) {
  CpuMask missing;
  for (Cpu c : m.possible()) {
    if (const auto capacity = files.number(cpu_dir(c) + "/cpu_capacity")) {
      if (*capacity < 1 || *capacity > model::kFullCapacity)
        files.bad(cpu_dir(c) + "/cpu_capacity",
                  "capacity " + std::to_string(*capacity) + " is outside 1..1024");
      m.cpu(c).capacity = *capacity;
    } else {
      missing.set(c);
    }
  }
  if (missing == m.possible())
    m.notes.push_back("The tree tells no CPU capacities; all CPUs were taken as equal (1024).");
  else if (!missing.empty())
    m.notes.push_back(cpus_text(missing) + ": the capacity is not told; 1024 was taken.");
}

}  // namespace

Machine machine_from_sysfs(const FileTree& tree) {
  const auto base = locate(tree, {"sys/devices/system/cpu", "devices/system/cpu"});
  if (!base)
    throw BadInput(
        tree.origin(),
        "it holds no sysfs tree; accepted is one with sys/devices/system/cpu in it, or sys itself");
  const SysfsFiles files(tree, base->substr(0, base->size() - std::string_view("/cpu").size()));
  Machine m = bare_machine(files, tree.origin());
  read_nodes(files, m);
  Topology(files, m).read();
  read_capacities(files, m);
  try {
    validate(m, true);
  } catch (const model::BadMachine& e) {
    throw BadInput(tree.origin(), e.what());
  }
  return normalised(std::move(m));
}

bool is_sysfs_file_of_interest(const std::string& path) {
  const auto has = [&](const char* part) { return path.find(part) != std::string::npos; };
  if (!has("devices/system/cpu/") && !has("devices/system/node/")) return false;
  return !has("/memory") && !has("/cpufreq/") && !has("/cpuidle/") && !has("/hugepages/") && !has("/power/");
}

}  // namespace schedproof::machines
