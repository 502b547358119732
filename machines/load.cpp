// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/load.h"

#include <sys/utsname.h>

#include <filesystem>
#include <fstream>

#include "machines/hwloc_xml.h"
#include "machines/machine_json.h"
#include "machines/sysfs.h"
#include "model/machine/builtin.h"
#include "model/machine/nearest_name.h"

namespace schedproof::machines {

namespace fs = std::filesystem;
using Kind = LoadedMachine::Kind;

namespace {

constexpr const char* kAccepted =
    "accepted are live, the name of a built-in machine, FILE.xml (hwloc export), FILE.json (a machine "
    "object), and a "
    "directory or tarball (FILE.tar.bz2, ...) that holds a sysfs tree";

/// "dumps/8ia64.tar.bz2" -> "8ia64": the first word of the last part of the path.
std::string stem(const std::string& path) {
  fs::path p(path);
  if (p.filename().empty()) p = p.parent_path();
  const std::string file = p.filename().string();
  const std::string name = file.substr(0, file.find('.', 1));
  return name.empty() || name == "." ? fs::absolute(p).lexically_normal().filename().string() : name;
}

model::Machine named(model::Machine m, const std::string& path, const std::string& kind) {
  if (m.name.empty()) m.name = stem(path);
  if (m.source.empty()) m.source = kind + " " + fs::path(path).filename().string();
  return m;
}

model::Machine live() {
  model::Machine m = machine_from_sysfs(DirectoryTree("/"));
  m.name = "live";
  utsname system{};
  m.source = "sysfs of the machine schedproof ran on";
  if (uname(&system) == 0) m.source += std::string(" (Linux ") + system.release + ", " + system.machine + ")";
  return m;
}

model::Machine from_json_file(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw BadInput(file, "it cannot be opened");
  try {
    return machine_from_json(nlohmann::json::parse(in, nullptr, true, true), "machine");
  } catch (const nlohmann::json::parse_error& e) {
    throw BadInput(file, std::string("it is not JSON: ") + e.what());
  } catch (const model::BadMachine& e) {
    throw BadInput(file, e.what());
  }
}

}  // namespace

const char* to_string(Kind kind) {
  switch (kind) {
    case Kind::live:
      return "live";
    case Kind::builtin:
      return "builtin";
    case Kind::sysfs:
      return "sysfs";
    case Kind::hwloc_xml:
      return "hwloc_xml";
    case Kind::json:
      return "json";
  }
  return "?";
}

LoadedMachine load_machine(const std::string& what) {
  if (what == "live") return {live(), Kind::live};
  if (const model::Machine* m = model::find_builtin(what)) return {*m, Kind::builtin};
  std::error_code error;
  if (!fs::exists(what, error)) {
    if (what.find_first_of("/.") != std::string::npos)
      throw BadInput(what, std::string("there is no such file or directory; ") + kAccepted);
    auto names = model::builtin_names();
    names.insert(names.begin(), "live");
    throw model::UnknownMachine(model::unknown_name_text("machine or file", what, names) + "; " + kAccepted);
  }
  if (what.ends_with(".xml"))
    return {named(machine_from_hwloc_xml(what), what, "hwloc export"), Kind::hwloc_xml};
  if (what.ends_with(".json")) return {named(from_json_file(what), what, "machine file"), Kind::json};
  if (fs::is_directory(what, error) || named_like_tarball(what)) {
    const auto tree = open_tree(what, is_sysfs_file_of_interest);
    return {named(machine_from_sysfs(*tree), what, "sysfs tree"), Kind::sysfs};
  }
  throw BadInput(what, std::string("its name does not say what it is; ") + kAccepted);
}

}  // namespace schedproof::machines
