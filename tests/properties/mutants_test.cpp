// SPDX-License-Identifier: GPL-2.0-or-later
// The mutation engine: what mutants there are, that each runs contained, and what the report says.
#include "properties/generators/mutation.h"

#include <gtest/gtest.h>

#include <csignal>
#include <set>

#include "model/rules/names.h"
#include "properties/generators/contained.h"

namespace schedproof::properties {
namespace {

using Change = Mutant::Change;
using Family = Mutant::Family;

MutationReport report_of(std::vector<std::string> names, int cases = 60) {
  MutationOptions options;
  options.only = std::move(names);
  options.cases = cases;
  options.families = {Family::placement, Family::domains, Family::templates};
  return mutate(model::find_policy("v3.13"), options);
}

TEST(Mutants, each_decision_is_changed_in_three_ways_and_each_constant_in_two) {
  std::set<std::string> labels;
  std::size_t decisions = 0;
  for (const auto& m : mutants(model::find_policy("v3.13"))) {
    EXPECT_TRUE(labels.insert(m.label()).second) << m.label();
    const auto o = m.overrides();
    EXPECT_EQ(o.decisions.size() + o.params.size(), 1u) << m.label();
    decisions += o.decisions.size();
  }
  EXPECT_TRUE(labels.contains("sis.target_idle = true"));
  EXPECT_TRUE(labels.contains("sis.target_idle = false"));
  EXPECT_TRUE(labels.contains("sis.target_idle negated"));
  EXPECT_TRUE(labels.contains("wa.base_pct + 1"));
  EXPECT_TRUE(labels.contains("wa.base_pct - 1"));
  EXPECT_TRUE(labels.contains("SD_MC_INIT.imbalance_pct + 1"));
  EXPECT_FALSE(labels.contains("SD_MC_INIT.smt_gain - 1")) << "there is no number below 0";
  // Only the release candidates' own decisions are no decisions of the release.
  EXPECT_EQ(decisions % 3, 0u);
  EXPECT_LE(decisions / 3, model::all_decisions().size());
  EXPECT_GE(decisions / 3 + 3, model::all_decisions().size());
}

TEST(Mutants, a_mutant_is_killed_by_a_claim_and_an_equivalent_one_survives) {
  const auto report = report_of({"fic.less", "sis.prev_differs"});
  ASSERT_EQ(report.count(), 6);
  for (const auto& r : report.results) {
    if (r.mutant.label() == "sis.prev_differs = true") {
      EXPECT_FALSE(r.killed());
      EXPECT_EQ(r.cases, report.cases);
    } else if (r.mutant.name == "fic.less") {
      EXPECT_TRUE(r.killed()) << r.mutant.label();
      EXPECT_NO_THROW(find_claim(r.killed_by)) << r.killed_by;
      EXPECT_FALSE(r.because.empty());
      EXPECT_LE(r.cases, report.cases);
    }
  }
  EXPECT_EQ(report.killed() + static_cast<int>(report.survivors().size()), report.count());
  EXPECT_NEAR(report.score(), static_cast<double>(report.killed()) / 6, 1e-9);
}

TEST(Mutants, rules_that_stop_are_dead_mutants_and_do_no_harm) {
  const auto report = report_of({"avg_load_per_task.runs", "sched_domains_numa_masks.within"}, 400);
  bool division = false, no_group = false;
  for (const auto& r : report.results) {
    division = division || r.because.find("division by zero") != std::string::npos;
    no_group = no_group || r.because.find("has no group") != std::string::npos;
  }
  EXPECT_TRUE(division) << "the kernel would stop there";
  EXPECT_TRUE(no_group) << "a domain without groups is an error";
}

TEST(Mutants, the_golden_table_is_credited_with_templates_only) {
  for (const auto& r : report_of({"SD_MC_INIT.imbalance_pct"}).results)
    EXPECT_EQ(r.killed_by, "templates_are_the_kernels") << r.mutant.label();
  for (const auto& r : report_of({"sd_local_flags.far"}).results)
    EXPECT_NE(r.killed_by, "templates_are_the_kernels") << r.mutant.label();
}

TEST(Mutants, an_unknown_name_is_refused_with_its_nearest) {
  try {
    report_of({"sis.target_idel"});
    FAIL();
  } catch (const model::UnknownName& e) {
    EXPECT_NE(std::string(e.what()).find("sis.target_idle"), std::string::npos) << e.what();
  }
}

TEST(Contained, work_that_ends_gives_its_answer_and_counts_its_cases) {
  const auto end = contained(10, [](const std::function<void()>& at_case) -> Death {
    at_case();
    at_case();
    return {"some_claim", "two lines\nof text"};
  });
  EXPECT_EQ(end.death.by, "some_claim");
  EXPECT_EQ(end.death.because, "two lines\nof text");
  EXPECT_EQ(end.cases, 2);
}

TEST(Contained, a_crash_and_an_endless_loop_are_told_apart) {
  const auto crash = contained(10, [](const std::function<void()>& at_case) -> Death {
    at_case();
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
    return {};
  });
  EXPECT_EQ(crash.death.by, "stopped");
  EXPECT_NE(crash.death.because.find("crash"), std::string::npos) << crash.death.because;
  EXPECT_EQ(crash.cases, 1);
  const auto endless = contained(1, [](const std::function<void()>&) -> Death {
    for (volatile bool on = true; on;) {
    }
    return {};
  });
  EXPECT_EQ(endless.death.by, "stopped");
  EXPECT_EQ(endless.death.because, "the rules do not end");
}

}  // namespace
}  // namespace schedproof::properties
