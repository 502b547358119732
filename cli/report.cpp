// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "counterexamples/atomic_file.h"
#include "counterexamples/scenario_reader.h"
#include "counterexamples/scenario_writer.h"

namespace schedproof::cli {

namespace {

bool bad(const CellResult& r, bool strict) {
  switch (r.verdict) {
    case Verdict::violated:
    case Verdict::known_not_found:
    case Verdict::vacuous:
    case Verdict::inconclusive:
    case Verdict::error:
      return true;
    case Verdict::known_violation:
      return strict;
    case Verdict::holds:
    case Verdict::not_applicable:
      return false;
  }
  return true;
}

std::string list(const std::vector<std::string>& words, std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < std::min(words.size(), most); ++i) out += (out.empty() ? "" : ", ") + words[i];
  if (words.size() > most) out += fmt::format(" and {} more", words.size() - most);
  return out;
}

std::string unit(const std::string& engine) { return engine == "prove" ? "decision" : "case"; }

std::string xml(const std::string& text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    }
  return out;
}

std::vector<std::string> in_order(const std::vector<CellResult>& results, std::string CellResult::*key) {
  std::vector<std::string> names;
  for (const auto& r : results)
    if (std::find(names.begin(), names.end(), r.*key) == names.end()) names.push_back(r.*key);
  return names;
}

/// The cells of one claim that share a verdict and, where they do not apply, the reason for it.
using Group = std::vector<const CellResult*>;

std::vector<Group> groups_of(const std::vector<const CellResult*>& cells) {
  std::map<std::pair<Verdict, std::string>, Group> groups;
  for (const auto* r : cells)
    groups[{r->verdict, r->verdict == Verdict::not_applicable ? r->why : ""}].push_back(r);
  std::vector<Group> list;
  for (auto& [key, group] : groups) list.push_back(std::move(group));
  return list;
}

/// What is told below the line of a group: of all its cells the first stands for the rest.
std::string details(const CellResult& r) {
  if (r.verdict == Verdict::holds) return "";
  if (r.verdict == Verdict::not_applicable) return fmt::format("  {:<34}   {}\n", "", r.why);
  const std::string shrunk =
      r.cpus == 0 ? "" : fmt::format(", shrunk to {} CPU{}", r.cpus, r.cpus == 1 ? "" : "s");
  std::string out = fmt::format("  {:<34}   {}{}: {}\n", "", r.machine, shrunk, r.why);
  if (!r.known.empty()) out += fmt::format("  {:<34}   known: {}\n", "", r.known);
  return out;
}

/// A line for each group of the claim, with its machines; "!" marks what fails.
std::string claim_lines(const std::vector<const CellResult*>& cells, bool strict) {
  const auto groups = groups_of(cells);
  std::string out;
  for (const auto& group : groups) {
    std::vector<std::string> machines;
    long cases = 0;
    for (const auto* r : group) {
      machines.push_back(r->machine);
      cases += r->cases;
    }
    const auto& first = *group.front();
    const bool one = groups.size() == 1 && group.size() > 1;
    const std::string where = one ? fmt::format("all {} machines", machines.size()) : list(machines, 6);
    const std::string tried = cases == 0 ? "" : " (" + counted(cases, unit(first.engine)) + ")";
    out += fmt::format("{} {:<34} {:<24} {}{}\n", bad(first, strict) ? "!" : " ",
                       out.empty() ? first.claim : "", to_string(first.verdict), where, tried);
    out += details(first);
  }
  return out;
}

/// Which engines ran, over which machines, to which bound: a line for each engine and bound.
std::string engine_lines(const std::vector<CellResult>& results) {
  struct Work {
    std::vector<CellResult> results;
    long cases = 0;
    double seconds = 0;
  };
  std::map<std::pair<std::string, std::string>, Work> work;
  for (const auto& r : results) {
    if (r.bound.empty()) continue;  // nothing ran: the machine cannot be run, or the time was up
    auto& w = work[{r.engine, r.bound}];
    w.results.push_back(r);
    w.cases += r.cases;
    w.seconds += r.seconds;
  }
  std::string out;
  for (const auto& [key, w] : work) {
    const auto machines = in_order(w.results, &CellResult::machine);
    out += fmt::format("{}: {}, {:.1f} s of work, on {}\n  bound: {}\n", key.first,
                       counted(w.cases, unit(key.first)), w.seconds, list(machines, 32), key.second);
  }
  return out;
}

}  // namespace

std::string report_text(const std::vector<CellResult>& results, bool strict) {
  std::string out;
  for (const auto& policy : in_order(results, &CellResult::policy)) {
    out += policy + "\n";
    std::vector<CellResult> of_policy;
    for (const auto& r : results)
      if (r.policy == policy) of_policy.push_back(r);
    for (const auto& claim : in_order(of_policy, &CellResult::claim)) {
      std::vector<const CellResult*> cells;
      for (const auto& r : of_policy)
        if (r.claim == claim) cells.push_back(&r);
      out += claim_lines(cells, strict);
    }
  }
  out += engine_lines(results);
  std::map<Verdict, int> counts;
  for (const auto& r : results) ++counts[r.verdict];
  std::string summary;
  for (const auto& [verdict, n] : counts)
    summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", n, to_string(verdict));
  return out + fmt::format("{} (seed {})\n", summary.empty() ? "nothing to check" : summary,
                           results.empty() ? 0 : results.front().seed);
}

nlohmann::ordered_json report_json(const std::vector<CellResult>& results, bool strict) {
  nlohmann::ordered_json j{{"schedproof", SCHEDPROOF_VERSION}, {"results", nlohmann::ordered_json::array()}};
  for (const auto& r : results) j["results"].push_back(r.to_json());
  j["exit"] = exit_code(results, strict);
  return j;
}

std::string report_junit(const std::vector<CellResult>& results, bool strict) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"schedproof\">\n";
  for (const auto& policy : in_order(results, &CellResult::policy)) {
    std::string cases;
    int n = 0, failures = 0, errors = 0, skipped = 0;
    for (const auto& r : results) {
      if (r.policy != policy) continue;
      ++n;
      cases += fmt::format("    <testcase classname=\"{}\" name=\"{} on {}\" time=\"{:.3f}\">", xml(policy),
                           xml(r.claim), xml(r.machine), r.seconds);
      if (r.verdict == Verdict::error) {
        ++errors;
        cases += fmt::format("<error message=\"{}\"/>", xml(r.why));
      } else if (bad(r, strict)) {
        ++failures;
        cases += fmt::format("<failure type=\"{}\" message=\"{}\">seed {}</failure>", to_string(r.verdict),
                             xml(r.why), r.seed);
      } else if (r.verdict == Verdict::not_applicable) {
        ++skipped;
        cases += fmt::format("<skipped message=\"{}\"/>", xml(r.why));
      }
      cases += "</testcase>\n";
    }
    out += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  "
        "</testsuite>\n",
        xml(policy), n, failures, errors, skipped, cases);
  }
  return out + "</testsuites>\n";
}

void write_text_file(const std::string& path, const std::string& text) {
  counterexamples::write_atomically(path, text);
}

std::vector<std::string> save_scenarios(const std::string& dir, const std::vector<CellResult>& results) {
  std::error_code error;
  std::filesystem::create_directories(dir, error);
  if (error) throw counterexamples::CannotWrite("cannot make the folder " + dir + ": " + error.message());
  std::vector<std::string> paths;
  for (const auto& r : results) {
    if (r.scenario.is_null()) continue;
    std::string name = r.policy + "-" + r.claim + "-" + r.machine + ".scenario.json";
    for (char& c : name)
      if (c == '/' || c == ' ' || c == '+') c = '_';
    const auto path = (std::filesystem::path(dir) / name).string();
    counterexamples::write_scenario_file(path, counterexamples::read_scenario(r.scenario.dump(), path));
    paths.push_back(path);
  }
  return paths;
}

}  // namespace schedproof::cli
