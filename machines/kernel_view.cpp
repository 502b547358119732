// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/kernel_view.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "machines/sysfs_files.h"

namespace schedproof::machines {

namespace {

constexpr const char* kAccepted =
    "accepted are a directory or tarball with /proc/sys/kernel/sched_domain or "
    "/sys/kernel/debug/sched/domains in it, and a "
    "text file of \"path:value\" lines as \"grep -r . DIR\" prints them";

bool starts_with_digit(const std::string& text) { return !text.empty() && text[0] >= '0' && text[0] <= '9'; }

long whole(const SysfsFiles& files, const std::string& path, const std::string& text) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    files.bad(path, "\"" + text + "\" is not a number");
  return value;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

KernelDomain read_domain(const SysfsFiles& files, const std::string& dir) {
  KernelDomain domain;
  for (const auto& field : files.names(dir)) {
    const std::string path = dir + "/" + field;
    const auto text = files.text(path);
    if (!text || field == "groups_flags") continue;
    if (field == "name")
      domain.name = *text;
    else if (field == "flags" && starts_with_digit(*text))
      domain.flag_bits = static_cast<std::uint64_t>(whole(files, path, *text));
    else if (field == "flags")
      domain.flag_names = words(*text);
    else if (starts_with_digit(*text) || text->starts_with('-'))
      domain.parameters[field] = whole(files, path, *text);
  }
  return domain;
}

KernelView read_at(const FileTree& tree, const std::string& base) {
  const SysfsFiles files(tree, base);
  KernelView view{tree.origin(), {}};
  for (const int cpu : files.numbered("", "cpu")) {
    const std::string dir = "cpu" + std::to_string(cpu);
    if (cpu >= model::kMaxCpus) files.bad(dir, "CPU " + std::to_string(cpu) + " is too large");
    auto& domains = view.cpus[cpu];
    for (const int index : files.numbered(dir, "domain")) {
      const std::string path = dir + "/domain" + std::to_string(index);
      if (index != static_cast<int>(domains.size()))
        files.bad(path, "domain" + std::to_string(domains.size()) + " is missing before it");
      domains.push_back(read_domain(files, path));
    }
  }
  return view;
}

}  // namespace

KernelView kernel_view_of_tree(const FileTree& tree) {
  const auto is_view = [&](const std::string& dir) {
    return !SysfsFiles(tree, dir).numbered("", "cpu").empty();
  };
  if (is_view("")) return read_at(tree, "");
  const auto base =
      locate(tree, {"proc/sys/kernel/sched_domain", "sys/kernel/sched_domain", "kernel/sched_domain",
                    "sched_domain", "sys/kernel/debug/sched/domains", "kernel/debug/sched/domains",
                    "debug/sched/domains", "sched/domains", "domains"});
  if (!base || !is_view(*base))
    throw BadInput(tree.origin(), std::string("it holds no sched domains; ") + kAccepted);
  return read_at(tree, *base);
}

KernelView kernel_view_of_lines(const std::string& text, const std::string& origin) {
  // Other lines are left alone: grep may have been run one directory higher.
  static const std::regex line_of_domain("(?:^|.*/)(cpu[0-9]+/domain[0-9]+/[^/:]+):(.*)");
  std::map<std::string, std::string> files;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (line.size() < 4096 && std::regex_match(line, match, line_of_domain))
      files[match[1]] += match[2].str() + "\n";
  }
  if (files.empty())
    throw BadInput(origin, std::string("no line of it reads \".../cpuN/domainM/FIELD:VALUE\"; ") + kAccepted);
  return kernel_view_of_tree(MemoryTree(origin, std::move(files)));
}

KernelView read_kernel_view(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error) && !named_like_tarball(path)) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw BadInput(path, "it cannot be opened");
    return kernel_view_of_lines(std::string(std::istreambuf_iterator<char>(in), {}), path);
  }
  const auto tree =
      open_tree(path, [](const std::string& file) { return file.find("domain") != std::string::npos; });
  return kernel_view_of_tree(*tree);
}

}  // namespace schedproof::machines
