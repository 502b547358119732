// SPDX-License-Identifier: GPL-2.0-or-later
// gate: what a patch breaks and what it mends, claim by claim and machine by machine.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/pool.h"
#include "cli/report.h"

namespace schedproof::cli {

namespace {

struct GateOptions : ClaimOptions {
  std::string base, patch;
};

bool broken(const CellResult& r) {
  return r.verdict == Verdict::violated || r.verdict == Verdict::known_violation;
}

bool decided(const CellResult& r) {
  return broken(r) || r.verdict == Verdict::holds || r.verdict == Verdict::known_not_found ||
         r.verdict == Verdict::not_applicable;
}

/// "new violation", "fixed", "unchanged", "undecided"
const char* change(const CellResult& base, const CellResult& patch) {
  if (!decided(base) || !decided(patch)) return "undecided";
  if (broken(patch) && !broken(base)) return "new violation";
  if (broken(base) && !broken(patch)) return "fixed";
  return "unchanged";
}

int gate_exit(const std::vector<CellResult>& base, const std::vector<CellResult>& patch) {
  bool regression = false, inconclusive = false, vacuous = false, error = false;
  for (std::size_t i = 0; i < base.size(); ++i) {
    regression = regression || (std::string_view(change(base[i], patch[i])) == "new violation" &&
                                patch[i].intent != "performance");
    for (const auto* r : {&base[i], &patch[i]}) {
      error = error || r->verdict == Verdict::error;
      inconclusive = inconclusive || r->verdict == Verdict::inconclusive;
      vacuous = vacuous || r->verdict == Verdict::vacuous;
    }
  }
  return error ? 5 : regression ? 1 : inconclusive ? 3 : vacuous ? 4 : 0;
}

std::string gate_text(const GateOptions& o, const std::vector<CellResult>& base,
                      const std::vector<CellResult>& patch) {
  std::string out = fmt::format("{} against {}\n", o.patch, o.base);
  int unchanged = 0;
  for (std::size_t i = 0; i < base.size(); ++i) {
    const std::string what = change(base[i], patch[i]);
    if (what == "unchanged") {
      ++unchanged;
      continue;
    }
    out += fmt::format("  {:<14} {:<34} {:<18} {} -> {}\n", what, patch[i].claim, patch[i].machine,
                       to_string(base[i].verdict), to_string(patch[i].verdict));
    const auto& telling = what == "fixed" ? base[i] : patch[i];
    if (!telling.why.empty()) out += fmt::format("  {:<14}   {}\n", "", telling.why);
  }
  return out + fmt::format("{} of {} unchanged (seed {})\n", unchanged, base.size(), o.check.seed);
}

nlohmann::ordered_json gate_json(const GateOptions& o, const std::vector<CellResult>& base,
                                 const std::vector<CellResult>& patch) {
  nlohmann::ordered_json j{{"schedproof", SCHEDPROOF_VERSION},
                           {"base", o.base},
                           {"patch", o.patch},
                           {"results", nlohmann::ordered_json::array()}};
  for (std::size_t i = 0; i < base.size(); ++i)
    j["results"].push_back({{"claim", base[i].claim},
                            {"machine", base[i].machine},
                            {"change", change(base[i], patch[i])},
                            {"base", base[i].to_json()},
                            {"patch", patch[i].to_json()}});
  j["exit"] = gate_exit(base, patch);
  return j;
}

/// The patch's results as a report of the gate: a failure is what the gate stops, not what both sides break.
std::vector<CellResult> judged_by_gate(const std::vector<CellResult>& base,
                                       const std::vector<CellResult>& patch) {
  std::vector<CellResult> judged = patch;
  for (std::size_t i = 0; i < base.size(); ++i) {
    auto& r = judged[i];
    const std::string_view what = change(base[i], patch[i]);
    if (what == "undecided") {
      if (decided(patch[i])) {
        r.verdict = base[i].verdict;
        r.why = base[i].policy + ": " + base[i].why;
      }
    } else if (what == "new violation" && r.intent != "performance") {
      r.verdict = Verdict::violated;
    } else {
      r.verdict = broken(r)                               ? Verdict::known_violation
                  : r.verdict == Verdict::known_not_found ? Verdict::holds
                                                          : r.verdict;
    }
  }
  return judged;
}

int run_gate(GateOptions& o) {
  if (o.base == o.patch && o.sets.empty())
    throw UsageError("gate compares two policies, but --base and --patch are both " + o.base +
                     "; accepted with --set, which changes the patch's constants only");
  auto cells = cells_of(o, {o.base, o.patch}, true);
  for (std::size_t i = cells.size() / 2; i < cells.size(); ++i) cells[i].overrides = o.check.overrides;
  o.check.overrides = {};
  watch_interrupts();
  const bool progress = ::isatty(STDERR_FILENO) != 0;
  const auto results =
      run_cells(cells, o.check, o.jobs, [&](const CellResult& r, std::size_t done, std::size_t of) {
        if (progress)
          std::cerr << fmt::format("\r\033[K[{}/{}] {} {} {}", done, of, r.policy, r.claim, r.machine)
                    << std::flush;
      });
  if (progress) std::cerr << "\r\033[K";
  if (interrupted()) {
    std::cerr << "schedproof: interrupted; nothing was written\n";
    return 130;
  }
  const auto half = static_cast<std::ptrdiff_t>(results.size() / 2);
  const std::vector<CellResult> base(results.begin(), results.begin() + half),
      patch(results.begin() + half, results.end());
  std::cout << (o.json ? gate_json(o, base, patch).dump(2) + "\n" : gate_text(o, base, patch));
  if (!o.junit.empty()) write_text_file(o.junit, report_junit(judged_by_gate(base, patch), false));
  if (!o.save.empty())
    for (const auto& path : save_scenarios(o.save, results))
      if (!o.json) std::cout << "saved " << path << "\n";
  std::cout.flush();
  return gate_exit(base, patch);
}

}  // namespace

void add_gate(CLI::App& app, Command& chosen) {
  auto* sub = app.add_subcommand(
      "gate", "Compare a patch with its base; exit 1 on a new violation of a hard or policy claim.");
  sub->footer("Example: schedproof gate --base v3.13 --patch v3.13-rc3 --machine desktop4 --junit gate.xml");
  auto o = std::make_shared<GateOptions>();
  sub->add_option("--base", o->base, "the policy before")->required()->type_name("P");
  sub->add_option("--patch", o->patch, "the policy after")->required()->type_name("Q");
  add_claim_options(*sub, *o);
  add_output_options(*sub, *o);
  sub->add_option("--engine", o->engine, "generate or prove")
      ->check(CLI::IsMember({"generate", "prove"}))
      ->capture_default_str();
  sub->callback([o, &chosen] { chosen = [o] { return run_gate(*o); }; });
}

}  // namespace schedproof::cli
