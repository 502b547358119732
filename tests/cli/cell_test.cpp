// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/cell.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "cli/pool.h"
#include "model/machine/builtin.h"
#include "tests/cli/program.h"

namespace schedproof::cli {
namespace {

std::vector<CellResult> with(const std::vector<Verdict>& verdicts) {
  std::vector<CellResult> results;
  for (const auto verdict : verdicts) {
    results.emplace_back();
    results.back().verdict = verdict;
  }
  return results;
}

TEST(ExitCode, each_verdict_alone) {
  EXPECT_EQ(exit_code({}, false), 0);
  EXPECT_EQ(exit_code(with({Verdict::holds}), false), 0);
  EXPECT_EQ(exit_code(with({Verdict::not_applicable}), false), 0);
  EXPECT_EQ(exit_code(with({Verdict::known_violation}), false), 0);
  EXPECT_EQ(exit_code(with({Verdict::known_violation}), true), 1);
  EXPECT_EQ(exit_code(with({Verdict::violated}), false), 1);
  EXPECT_EQ(exit_code(with({Verdict::known_not_found}), false), 1);
  EXPECT_EQ(exit_code(with({Verdict::inconclusive}), false), 3);
  EXPECT_EQ(exit_code(with({Verdict::vacuous}), false), 4);
  EXPECT_EQ(exit_code(with({Verdict::error}), false), 5);
}

// 2 has no verdict: bad input is met before any cell runs.
TEST(ExitCode, the_gravest_wins_in_whatever_order_they_come) {
  const std::vector<std::pair<Verdict, int>> by_gravity{{Verdict::error, 5},
                                                        {Verdict::violated, 1},
                                                        {Verdict::inconclusive, 3},
                                                        {Verdict::vacuous, 4},
                                                        {Verdict::holds, 0}};
  for (std::size_t i = 0; i < by_gravity.size(); ++i)
    for (std::size_t j = i; j < by_gravity.size(); ++j) {
      EXPECT_EQ(exit_code(with({by_gravity[i].first, by_gravity[j].first}), false), by_gravity[i].second);
      EXPECT_EQ(exit_code(with({by_gravity[j].first, by_gravity[i].first}), false), by_gravity[i].second);
    }
}

TEST(CellResult, survives_the_pipe) {
  CellResult r;
  r.policy = "v3.13-rc3";
  r.machine = "x5472";
  r.claim = "idle_sibling_shares_cache";
  r.intent = "policy";
  r.engine = "generate";
  r.verdict = Verdict::known_violation;
  r.why = "a \"quoted\" reason\nin two lines";
  r.known = "listed";
  r.cpus = 3;
  r.cases = 7;
  r.seconds = 0.25;
  r.bound = "7 cases";
  r.seed = 18446744073709551615u;
  r.scenario = {{"schedproof_scenario", 1}};
  EXPECT_EQ(CellResult::from_json(Json::parse(r.to_json().dump())).to_json(), r.to_json());
}

TEST(CellResult, every_verdict_has_a_name_of_its_own) {
  for (const auto v : {Verdict::holds, Verdict::violated, Verdict::known_violation, Verdict::known_not_found,
                       Verdict::not_applicable, Verdict::vacuous, Verdict::inconclusive, Verdict::error})
    EXPECT_EQ(verdict_by_name(to_string(v)), v);
}

Cell cell(const std::string& policy, const std::string& claim) {
  return {policy, "x5472", model::builtin("x5472"), claim, Engine::generate};
}

TEST(RunCell, a_machine_that_the_era_cannot_run_is_not_applicable_with_the_reason) {
  auto machine = model::builtin("x5472");
  machine.cpus[0].capacity = 4096;
  const auto r = run_cell({"v3.13", "odd", machine, "groups_cover_domain", Engine::generate}, {});
  EXPECT_EQ(r.verdict, Verdict::not_applicable);
  EXPECT_NE(r.why.find("4096"), std::string::npos) << r.why;
}

TEST(RunCell, a_minimal_case_stays_of_the_kind_that_was_found) {
  const auto r = run_cell(cell("v3.13-rc3", "idle_sibling_shares_cache"), {});
  ASSERT_EQ(r.verdict, Verdict::known_violation);
  EXPECT_EQ(r.scenario.at("claim").at("verdict"), "known violation");
  EXPECT_EQ(r.cpus, 3);
  EXPECT_EQ(r.scenario.at("found_by").at("engine"), "generate");
  EXPECT_EQ(r.scenario.at("found_by").at("seed"), 42);
}

TEST(RunCells, answer_in_the_order_of_the_cells_whatever_the_number_of_workers) {
  const std::vector<Cell> cells{cell("v3.13", "groups_cover_domain"), cell("v3.13", "groups_inside_domain"),
                                cell("v3.13-rc3", "idle_sibling_shares_cache"),
                                cell("v3.13", "sd_llc_size_and_id"),
                                cell("v3.13-rc3", "sd_llc_names_cache_domain")};
  const auto one = run_cells(cells, {}, 1, nullptr);
  ASSERT_EQ(one.size(), cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(one[i].claim, cells[i].claim);
    EXPECT_EQ(one[i].policy, cells[i].policy);
  }
  const auto many = run_cells(cells, {}, 9, nullptr);
  ASSERT_EQ(many.size(), cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i)
    EXPECT_EQ(without_seconds(many[i].to_json()), without_seconds(one[i].to_json()));
}

TEST(RunCells, a_worker_that_dies_costs_the_cell_it_was_at_and_no_other) {
  CheckOptions options;
  options.cases = 100'000'000;
  options.cell_seconds = 600;
  auto quick = cell("v3.13-rc3", "sd_llc_names_cache_domain");  // broken at the first case
  const std::vector<Cell> cells{quick, cell("v3.13", "groups_cover_domain"), quick};
  std::size_t calls = 0;
  const auto results = run_cells(cells, options, 1, [&](const CellResult&, std::size_t done, std::size_t of) {
    ++calls;
    EXPECT_EQ(of, 3u);
    EXPECT_EQ(done, calls);
    if (done != 1) return;
    for (const pid_t worker : children_of(::getpid())) ::kill(worker, SIGKILL);
  });
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(calls, 3u);
  EXPECT_EQ(results[0].verdict, Verdict::known_violation);
  EXPECT_EQ(results[1].verdict, Verdict::error);
  EXPECT_EQ(results[1].why, "the worker process died on this cell");
  EXPECT_EQ(results[2].verdict, Verdict::known_violation);
  EXPECT_EQ(exit_code(results, false), 5);
}

TEST(RunCells, what_one_cell_leaves_of_the_budget_is_the_next_ones) {
  CheckOptions options;
  options.cases = 100'000'000;
  options.budget = 2;
  const auto quick = cell("v3.13-rc3", "sd_llc_names_cache_domain");
  const auto results =
      run_cells({quick, quick, quick, cell("v3.13", "groups_cover_domain")}, options, 1, nullptr);
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[3].verdict, Verdict::inconclusive);
  EXPECT_GT(results[3].seconds, 1.0) << "more than its quarter of the budget";
  EXPECT_LT(results[3].seconds, 10);
}

}  // namespace
}  // namespace schedproof::cli
