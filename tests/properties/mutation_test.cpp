// SPDX-License-Identifier: GPL-2.0-or-later
// The mutation score of the claims over v3.13's rules, and what survives. Slow: some 300 mutants.
#include "properties/generators/mutation.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <set>

namespace schedproof::properties {
namespace {

using Family = Mutant::Family;

MutationReport mutation_of(std::vector<Family> families, int cases) {
  MutationOptions options;
  options.families = std::move(families);
  options.cases = cases;
  return mutate(model::find_policy("v3.13"), options);
}

/// "| mutant | why |" rows of docs/mutation-survivors.md.
std::set<std::string> explained() {
  std::ifstream in(SCHEDPROOF_SOURCE_DIR "/docs/mutation-survivors.md");
  std::set<std::string> names;
  bool table = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("|---")) {
      table = true;
    } else if (table && line.starts_with("| ")) {
      const auto end = line.find(" | ", 2);
      EXPECT_GT(line.size(), end + 20) << "no reason: " << line;
      EXPECT_TRUE(names.insert(line.substr(2, end - 2)).second) << "twice: " << line;
    }
  }
  return names;
}

TEST(Mutation, nine_of_ten_mutants_are_killed_and_each_survivor_is_explained) {
  const auto report = mutation_of({Family::placement, Family::domains}, 350);
  std::set<std::string> survivors;
  for (const auto* s : report.survivors()) survivors.insert(s->mutant.label());
  std::printf("placement %d of %d, domains %d of %d, score %.3f, %d cases, %.1f s\n",
              report.killed(Family::placement), report.count(Family::placement),
              report.killed(Family::domains), report.count(Family::domains), report.score(), report.cases,
              report.seconds);
  EXPECT_GE(report.score(), 0.90);
  EXPECT_GE(report.count(), 300);
  const auto known = explained();
  for (const auto& name : survivors) EXPECT_TRUE(known.contains(name)) << name << " survives unexplained";
  for (const auto& name : known)
    EXPECT_TRUE(survivors.contains(name))
        << name << " is explained as a survivor, but is killed or no mutant";
}

TEST(Mutation, the_golden_table_kills_every_constant_of_the_templates) {
  const auto report = mutation_of({Family::templates}, 40);
  std::printf("templates %d of %d, %.1f s\n", report.killed(Family::templates),
              report.count(Family::templates), report.seconds);
  EXPECT_GE(report.count(), 70);
  for (const auto* s : report.survivors()) ADD_FAILURE() << s->mutant.label() << " survives";
}

}  // namespace
}  // namespace schedproof::properties
