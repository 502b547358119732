// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/machine_json.h"

#include <algorithm>
#include <map>

#include "model/machine/builtin.h"
#include "model/machine/nearest_name.h"

namespace schedproof::machines {

using model::BadMachine;
using model::Cpu;
using model::CpuMask;
using model::Machine;
using nlohmann::json;
using Id = int model::CpuInfo::*;

namespace {

const std::vector<std::string>& known_keys() {
  static const std::vector<std::string> keys = {"cpus",    "name",     "source",   "notes",   "holes",
                                                "offline", "isolated", "smt",      "cluster", "package",
                                                "node",    "llc",      "distance", "capacity"};
  return keys;
}

std::string indexed(const std::string& path, std::size_t i) { return path + "[" + std::to_string(i) + "]"; }

[[noreturn]] void wrong_type(const std::string& path, const json& value, const std::string& accepted) {
  throw BadMachine(path, "it is " + value.dump().substr(0, 60) + "; accepted is " + accepted);
}

int whole_number(const json& value, const std::string& path, const char* what) {
  if (!value.is_number_integer()) wrong_type(path, value, what);
  const auto n = value.get<std::int64_t>();
  if (n < -1'000'000 || n > 1'000'000) wrong_type(path, value, what);
  return static_cast<int>(n);
}

std::string text(const json& value, const std::string& path) {
  if (!value.is_string()) wrong_type(path, value, "text");
  return value.get<std::string>();
}

class Reader {
 public:
  Reader(const json& object, std::string path) : object_(object), path_(std::move(path)) {}

  Machine read() {
    check_keys();
    const int cpus = whole_number(object_.at("cpus"), key_path("cpus"), "the number of CPUs");
    if (cpus < 1 || cpus > model::kMaxCpus)
      throw BadMachine(key_path("cpus"),
                       std::to_string(cpus) + " CPUs; accepted are 1 to " + std::to_string(model::kMaxCpus));
    m_ = Machine::flat(cpus);
    read_texts();
    read_sets();
    read_partitions();
    read_distance();
    read_capacity();
    try {
      validate(m_, true);
    } catch (const BadMachine& e) {
      throw BadMachine(path_ + "." + e.place(), std::string(e.what()).substr(e.place().size() + 2));
    }
    return normalised(std::move(m_));
  }

 private:
  std::string key_path(const char* key) const { return path_ + "." + key; }
  const json* find(const char* key) const {
    const auto it = object_.find(key);
    return it == object_.end() ? nullptr : &*it;
  }

  void check_keys() const {
    for (const auto& [key, value] : object_.items())
      if (std::find(known_keys().begin(), known_keys().end(), key) == known_keys().end())
        throw BadMachine(path_, model::unknown_name_text("key of a machine", key, known_keys()));
    if (!object_.contains("cpus")) throw BadMachine(path_, "the key \"cpus\" (number of CPUs) is missing");
  }

  void read_texts() {
    if (const json* v = find("name")) m_.name = text(*v, key_path("name"));
    if (const json* v = find("source")) m_.source = text(*v, key_path("source"));
    const json* notes = find("notes");
    if (notes == nullptr) return;
    if (!notes->is_array()) wrong_type(key_path("notes"), *notes, "a list of texts");
    for (std::size_t i = 0; i < notes->size(); ++i)
      m_.notes.push_back(text((*notes)[i], indexed(key_path("notes"), i)));
  }

  /// A CPU of this machine, by its number; holes count as CPUs only if `allow_holes`.
  Cpu cpu(int c, const std::string& path, bool allow_holes) const {
    if (c < 0 || c >= m_.nr_cpus())
      throw BadMachine(path, "there is no CPU " + std::to_string(c) + "; the machine has CPUs 0-" +
                                 std::to_string(m_.nr_cpus() - 1));
    if (!allow_holes && !m_.cpu(c).possible)
      throw BadMachine(path, "CPU " + std::to_string(c) + " is a hole");
    return c;
  }

  CpuMask set(const json& value, const std::string& path, bool allow_holes = false) const {
    static constexpr const char* kAccepted =
        "a CPU set: a list of CPU numbers such as [0, 1], or text such as \"0-3,8\"";
    CpuMask mask;
    if (value.is_string()) {
      try {
        mask = CpuMask::from_list(value.get<std::string>());
      } catch (const std::invalid_argument& e) {
        throw BadMachine(path, e.what());
      }
      for (Cpu c : mask) cpu(c, path, allow_holes);
      return mask;
    }
    if (!value.is_array()) wrong_type(path, value, kAccepted);
    for (std::size_t i = 0; i < value.size(); ++i) {
      const Cpu c =
          cpu(whole_number(value[i], indexed(path, i), "a CPU number"), indexed(path, i), allow_holes);
      if (mask.test(c)) throw BadMachine(indexed(path, i), "CPU " + std::to_string(c) + " is named twice");
      mask.set(c);
    }
    return mask;
  }

  void read_sets() {
    if (const json* v = find("holes"))
      for (Cpu c : set(*v, key_path("holes"), true)) m_.cpu(c).possible = false;
    if (const json* v = find("offline"))
      for (Cpu c : set(*v, key_path("offline"))) m_.cpu(c).online = false;
    if (const json* v = find("isolated"))
      for (Cpu c : set(*v, key_path("isolated"))) m_.cpu(c).isolated = true;
  }

  /// Gives each listed set an id of its own; the CPUs that were named.
  CpuMask partition(const char* key, Id id, bool numbered_by_place = false) {
    const json& list = object_.at(key);
    const std::string path = key_path(key);
    if (!list.is_array()) wrong_type(path, list, "a list of CPU sets such as [[0, 1], \"2-3\"]");
    CpuMask named;
    std::vector<CpuMask> sets;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const CpuMask mask = set(list[i], indexed(path, i));
      if (mask.empty()) throw BadMachine(indexed(path, i), std::string("the ") + key + " has no CPU");
      for (Cpu c : mask& named) {
        const auto first =
            std::find_if(sets.begin(), sets.end(), [&](const CpuMask& s) { return s.test(c); });
        throw BadMachine(indexed(path, i), "CPU " + std::to_string(c) + " is already in " +
                                               indexed(key, static_cast<std::size_t>(first - sets.begin())));
      }
      for (Cpu c : mask) m_.cpu(c).*id = numbered_by_place ? static_cast<int>(i) : mask.first();
      named |= mask;
      sets.push_back(mask);
    }
    return named;
  }

  /// CPUs that the partition does not name keep together with the others of their `inner` unit.
  void partition_or(const char* key, Id id, Id inner) {
    const CpuMask named = find(key) != nullptr ? partition(key, id) : CpuMask{};
    std::map<int, Cpu> first;
    for (Cpu c : m_.possible().minus(named)) m_.cpu(c).*id = first.emplace(m_.cpu(c).*inner, c).first->second;
  }

  void read_partitions() {
    if (find("smt") != nullptr) partition("smt", &model::CpuInfo::core);
    partition_or("cluster", &model::CpuInfo::cluster, &model::CpuInfo::core);
    if (find("node") != nullptr) {
      const CpuMask rest = m_.possible().minus(partition("node", &model::CpuInfo::node, true));
      if (!rest.empty()) throw BadMachine(key_path("node"), "CPUs " + rest.to_list() + " are in no node");
    }
    if (find("llc") != nullptr) {
      partition_or("llc", &model::CpuInfo::llc, &model::CpuInfo::cluster);
      if (find("package") != nullptr) partition_or("package", &model::CpuInfo::package, &model::CpuInfo::llc);
      return;
    }
    if (find("package") != nullptr)
      partition_or("package", &model::CpuInfo::package, &model::CpuInfo::cluster);
    std::map<std::pair<int, int>, Cpu> first;
    for (Cpu c : m_.possible())
      m_.cpu(c).llc = first.emplace(std::pair(m_.cpu(c).package, m_.cpu(c).node), c).first->second;
  }

  void read_distance() {
    int nodes = 1;
    for (Cpu c : m_.possible()) nodes = std::max(nodes, m_.cpu(c).node + 1);
    const json* v = find("distance");
    if (v == nullptr) {
      if (nodes == 1) return;
      m_.distance.assign(static_cast<std::size_t>(nodes),
                         std::vector<int>(static_cast<std::size_t>(nodes), model::kRemoteDistance));
      for (int n = 0; n < nodes; ++n)
        m_.distance[static_cast<std::size_t>(n)][static_cast<std::size_t>(n)] = model::kLocalDistance;
      return;
    }
    const std::string path = key_path("distance");
    if (!v->is_array()) wrong_type(path, *v, "a square matrix such as [[10, 20], [20, 10]]");
    for (std::size_t i = 0; i < v->size(); ++i) {
      if (!(*v)[i].is_array()) wrong_type(indexed(path, i), (*v)[i], "a list of distances");
      auto& row = m_.distance.emplace_back();
      for (std::size_t j = 0; j < (*v)[i].size(); ++j)
        row.push_back(whole_number((*v)[i][j], indexed(indexed(path, i), j), "a distance"));
    }
    if (v->size() != static_cast<std::size_t>(nodes))
      throw BadMachine(path, "it has " + std::to_string(v->size()) + " rows, but the machine has " +
                                 std::to_string(nodes) + (nodes == 1 ? " node" : " nodes"));
    if (m_.distance.size() == 1 && m_.distance[0] == std::vector<int>{model::kLocalDistance})
      m_.distance.clear();
  }

  void read_capacity() {
    const json* v = find("capacity");
    if (v == nullptr) return;
    const std::string path = key_path("capacity");
    if (v->is_number()) {
      for (auto& i : m_.cpus) i.capacity = whole_number(*v, path, "a capacity of 1 to 1024");
      return;
    }
    if (!v->is_array()) wrong_type(path, *v, "a capacity of 1 to 1024, or a list with one for each CPU");
    if (v->size() != m_.cpus.size())
      throw BadMachine(path, "it has " + std::to_string(v->size()) + " numbers, but the machine has " +
                                 std::to_string(m_.nr_cpus()) + " CPUs");
    for (std::size_t c = 0; c < v->size(); ++c)
      m_.cpus[c].capacity = whole_number((*v)[c], indexed(path, c), "a capacity of 1 to 1024");
  }

  const json& object_;
  std::string path_;
  Machine m_;
};

}  // namespace

Machine machine_from_json(const json& value, const std::string& path) {
  if (value.is_string()) {
    try {
      return model::builtin(value.get<std::string>());
    } catch (const model::UnknownMachine& e) {
      throw BadMachine(path, e.what());
    }
  }
  if (!value.is_object())
    wrong_type(path, value, "the name of a built-in machine, or an object that describes one");
  return Reader(value, path).read();
}

}  // namespace schedproof::machines
