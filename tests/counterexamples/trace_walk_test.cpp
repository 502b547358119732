// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/trace_walk.h"

#include <gtest/gtest.h>

#include <random>

#include "counterexamples/explain.h"
#include "counterexamples/placement_view.h"
#include "counterexamples/why_not.h"
#include "tests/counterexamples/cases.h"

namespace schedproof::counterexamples {
namespace {

using model::Cpu;
using model::Scenario;

/// A placement with random loads, affinities and CPUs.
Scenario drawn(const model::Machine& machine, std::mt19937_64& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<Cpu> cpus;
  for (Cpu c : machine.online()) cpus.push_back(c);
  const auto some_cpu = [&] { return cpus[static_cast<std::size_t>(below(static_cast<int>(cpus.size())))]; };
  Scenario s;
  s.policy = below(2) == 0 ? "v3.13" : "v3.13-rc3";
  s.machine = machine;
  s.tasks = {running("parent", some_cpu()), sleeping("child", some_cpu())};
  s.tasks[1].wake_cpu = some_cpu();
  for (Cpu c : cpus) {
    if (below(3) != 0) s.tasks[1].allowed.set(c);
    if (c != s.tasks[0].cpu && below(2) == 0) s.busy.set(c);
    if (below(3) == 0) s.cpus.push_back({c, {}, {}, {}, static_cast<std::uint64_t>(below(4000)), {}, {}});
  }
  s.events = {wake("child", "parent")};
  s.events[0].kind = below(2) == 0 ? model::ScenarioEvent::Kind::wake : model::ScenarioEvent::Kind::fork;
  if (below(4) == 0) {
    s.events[0] = wake("parent", "");
    s.events[0].kind = model::ScenarioEvent::Kind::exec;
  }
  return s;
}

bool about_a_group(std::string_view name) {
  return name.starts_with("sis.group") || name == "fig.allowed" || name == "fig.less" ||
         name == "fig.local" || name.starts_with("fic.");
}

TEST(TraceWalk, finds_the_group_of_every_decision_that_is_about_one) {
  std::mt19937_64 random(1);
  int groups = 0, slow = 0;
  for (const auto& machine : model::builtin_machines())
    for (int i = 0; i < 200; ++i) {
      const Scenario s = drawn(machine.machine, random);
      for_each_event(s, model::find_policy(s.policy),
                     [&](std::size_t, const model::Runner&, const PlacementView* view) {
                       for (std::size_t k = 0; k < view->sites.size(); ++k) {
                         const auto& decision = view->record.trace[k];
                         if (!about_a_group(decision.name)) continue;
                         ++groups;
                         slow += std::string_view(decision.name).starts_with("fic.") ? 1 : 0;
                         const Site& site = view->sites[k];
                         ASSERT_NE(site.group, nullptr) << decision.name << " on " << machine.machine.name;
                         ASSERT_NE(site.domain, nullptr);
                         EXPECT_TRUE(site.group->span.subset_of(site.domain->span) ||
                                     site.domain->has(model::SD_OVERLAP));
                         EXPECT_TRUE(site.cpu == -1 || site.group->span.test(site.cpu)) << decision.name;
                         EXPECT_EQ(site.group->cpus.front(),
                                   number_of(decision, "group").value_or(site.group->cpus.front()));
                       }
                     });
    }
  EXPECT_GT(groups, 5000);
  EXPECT_GT(slow, 500);
}

TEST(TraceWalk, every_drawn_placement_is_explained_with_an_answer_for_every_cpu) {
  std::mt19937_64 random(2);
  for (const auto& machine : model::builtin_machines())
    for (int i = 0; i < 20; ++i) {
      const Scenario s = drawn(machine.machine, random);
      const std::string text = explanation_text(explain(s));
      EXPECT_EQ(text.find("cpu ?"), std::string::npos) << text;
      EXPECT_EQ(text.find("the domain:"), std::string::npos) << text;
      for (Cpu c : s.machine.possible()) {
        const auto why = why_not(s, c);
        ASSERT_FALSE(why.sentences.empty()) << "cpu " << c << "\n" << text;
        EXPECT_EQ(why.sentences.back() == "cpu " + std::to_string(c) + " was chosen", why.chosen == c)
            << text;
      }
    }
}

}  // namespace
}  // namespace schedproof::counterexamples
