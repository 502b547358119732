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

/// One line for each verdict that the claim has under the policy, with the machines.
std::string claim_lines(const std::vector<const CellResult*>& cells) {
  std::map<Verdict, std::vector<const CellResult*>> by_verdict;
  for (const auto* r : cells) by_verdict[r->verdict].push_back(r);
  std::string out;
  for (const auto& [verdict, list_of] : by_verdict) {
    std::vector<std::string> machines;
    long cases = 0;
    for (const auto* r : list_of) {
      machines.push_back(r->machine);
      cases += r->cases;
    }
    const bool one = by_verdict.size() == 1 && list_of.size() > 1;
    const std::string where = one ? fmt::format("all {} machines", machines.size()) : list(machines, 6);
    const std::string counted =
        cases == 0 ? ""
                   : fmt::format(" ({} {})", cases, list_of[0]->engine == "prove" ? "decisions" : "cases");
    out += fmt::format("  {:<34} {:<24} {}{}\n", out.empty() ? list_of[0]->claim : "", to_string(verdict),
                       where, counted);
    if (verdict == Verdict::holds || verdict == Verdict::not_applicable) continue;
    out += fmt::format("  {:<34}   {}: {}\n", "", list_of[0]->machine, list_of[0]->why);
    if (!list_of[0]->known.empty()) out += fmt::format("  {:<34}   known: {}\n", "", list_of[0]->known);
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
      out += claim_lines(cells);
    }
  }
  std::map<Verdict, int> counts;
  double seconds = 0;
  for (const auto& r : results) {
    ++counts[r.verdict];
    seconds += r.seconds;
  }
  std::string summary;
  for (const auto& [verdict, n] : counts)
    summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", n, to_string(verdict));
  out += fmt::format("{} (seed {}, {:.1f} s of work)\n", summary.empty() ? "nothing to check" : summary,
                     results.empty() ? 0 : results.front().seed, seconds);
  (void)strict;
  return out;
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
  if (error) throw std::runtime_error("cannot make the folder " + dir + ": " + error.message());
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
