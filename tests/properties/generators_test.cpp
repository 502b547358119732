// SPDX-License-Identifier: GPL-2.0-or-later
// How good the generators are: each situation that claims speak of is drawn often enough, every case is
// possible, a seed fixes the cases.
#include "properties/generators/generate.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace schedproof::properties {
namespace {

using namespace model;

constexpr int kCases = 3000;

std::vector<Scenario> drawn(const char* claim, std::uint64_t seed = 11, int count = kCases) {
  GenerateOptions options;
  options.seed = seed;
  return draw_cases(find_claim(claim), find_policy("v3.13"), options, count);
}

template <class T>
struct Situation {
  const char* name;
  double floor;  // percent
  std::function<bool(const T&)> in;
};

template <class T>
void expect_shares(const std::vector<T>& cases, const std::vector<Situation<T>>& situations) {
  for (const auto& s : situations) {
    const auto count = std::count_if(cases.begin(), cases.end(), s.in);
    const double percent = 100.0 * static_cast<double>(count) / static_cast<double>(cases.size());
    testing::Test::RecordProperty(s.name, std::to_string(percent));
    EXPECT_GE(percent, s.floor) << s.name;
  }
}

int distinct(const Machine& m, int CpuInfo::*id) {
  std::set<int> ids;
  for (Cpu c : m.possible()) ids.insert(m.cpu(c).*id);
  return static_cast<int>(ids.size());
}

/// Sizes of the classes of equal `id`.
std::set<int> sizes(const Machine& m, int CpuInfo::*id) {
  std::map<int, int> count;
  for (Cpu c : m.possible()) ++count[m.cpu(c).*id];
  std::set<int> out;
  for (const auto& [key, n] : count) out.insert(n);
  return out;
}

int most(const std::set<int>& s) { return *s.rbegin(); }

bool asymmetric(const Machine& m) {
  for (int i = 0; i < m.nr_nodes(); ++i)
    for (int j = 0; j < i; ++j)
      if (m.node_distance(i, j) != m.node_distance(j, i)) return true;
  return false;
}

bool wide_numa(const Machine& m) {
  return is_expected(find_policy("v3.13"), find_claim("groups_inside_domain"), m, {});
}

TEST(Generators, machines_of_every_kind_are_drawn) {
  std::vector<Machine> machines;
  for (auto& s : drawn("groups_cover_domain")) machines.push_back(std::move(s.machine));
  const auto smt = [](int n) {
    return [n](const Machine& m) { return most(sizes(m, &CpuInfo::core)) == n; };
  };
  const auto nodes = [](int n) { return [n](const Machine& m) { return m.nr_nodes() == n; }; };
  std::vector<Situation<Machine>> situations{
      {"one thread a core", 30, smt(1)},
      {"two threads", 20, smt(2)},
      {"four threads", 4, smt(4)},
      {"several LLCs", 50, [](const Machine& m) { return distinct(m, &CpuInfo::llc) > 1; }},
      {"unequal LLCs", 15, [](const Machine& m) { return sizes(m, &CpuInfo::llc).size() > 1; }},
      {"LLCs of one CPU", 3, [](const Machine& m) { return most(sizes(m, &CpuInfo::llc)) == 1; }},
      {"LLCs of sixteen CPUs", 2, [](const Machine& m) { return most(sizes(m, &CpuInfo::llc)) == 16; }},
      {"clusters inside an LLC", 10,
       [](const Machine& m) {
         return most(sizes(m, &CpuInfo::cluster)) > most(sizes(m, &CpuInfo::core)) &&
                distinct(m, &CpuInfo::cluster) > distinct(m, &CpuInfo::llc);
       }},
      {"packages of several LLCs", 15,
       [](const Machine& m) { return distinct(m, &CpuInfo::package) < distinct(m, &CpuInfo::llc); }},
      {"several nodes", 35, [](const Machine& m) { return m.nr_nodes() > 1; }},
      {"asymmetric distances", 5, asymmetric},
      {"NUMA diameter above 2", 5, wide_numa},
      {"offline CPUs", 5, [](const Machine& m) { return m.online() != m.possible(); }},
      {"isolated CPUs", 5, [](const Machine& m) { return !m.isolated().empty(); }},
      {"holes in the numbering", 3, [](const Machine& m) { return m.possible().weight() < m.nr_cpus(); }},
      {"one CPU", 0.3, [](const Machine& m) { return m.nr_cpus() == 1; }},
      {"64 CPUs", 2, [](const Machine& m) { return m.nr_cpus() == 64; }}};
  for (int n = 2; n <= 8; ++n) situations.push_back({"a number of nodes", 1, nodes(n)});
  expect_shares(machines, situations);
}

/// A placement and what came of it.
struct Placed {
  Scenario scenario;
  PlacementRecord record;
  Finding shares_cache;
  bool took(const char* decision, bool outcome) const {
    for (const auto& d : record.trace)
      if (std::string_view(d.name) == decision && d.outcome == outcome) return true;
    return false;
  }
};

std::vector<Placed> placed(const char* claim, int count) {
  const auto policy = find_policy("v3.13");
  std::vector<Placed> out;
  for (auto& s : drawn(claim, 12, count)) {
    Runner runner(policy, s);
    auto step = runner.step();
    while (!step.placement) step = runner.step();
    out.push_back({std::move(s), std::move(*step.placement), {}});
  }
  return out;
}

TEST(Generators, wakeups_of_every_kind_are_drawn) {
  const auto event = [](const Placed& p) -> const ScenarioEvent& { return p.scenario.events.back(); };
  const auto cases = placed("idle_sibling_shares_cache", kCases);
  const auto took = [](const char* decision, bool outcome) {
    return [=](const Placed& p) { return p.took(decision, outcome); };
  };
  expect_shares<Placed>(
      cases,
      {{"the target is idle", 7, took("sis.target_idle", true)},
       {"the target is busy", 25, took("sis.target_idle", false)},
       {"the previous CPU is idle and shares cache", 3, took("sis.prev_idle", true)},
       {"the scan finds a group", 12, took("sis.group_idle", true)},
       {"the scan meets a busy group", 15, took("sis.group_idle", false)},
       {"the scan meets a group that is not allowed", 5, took("sis.group_allowed", false)},
       {"this CPU attracts the wakee", 8, took("strf.wake_affine", true)},
       {"the previous CPU keeps it", 8, took("strf.wake_affine", false)},
       {"wake_wide holds", 3, took("wa.wide", true)},
       {"the margin decides", 12, took("wa.this_loaded", true)},
       {"two loads below one task", 0.2, took("wa.below_one_task", true)},
       {"the waker's CPU is barred", 12, took("strf.this_allowed", false)},
       {"one CPU allowed", 5, took("strf.one_cpu_allowed", true)},
       {"the slow path through SD_BALANCE_WAKE", 0.5, took("fig.found", true)},
       {"the fallback", 20, [](const Placed& p) { return p.record.outcome.fell_back; }},
       {"the fallback stays in the node", 10, took("fallback.same_node", true)},
       {"the fallback leaves the node", 2, took("fallback.any", true)},
       {"the fallback widens the mask", 0.5,
        [](const Placed& p) { return p.record.outcome.affinity_widened; }},
       {"the previous CPU is down", 2, took("strq.online", false)},
       {"a task in a group", 20, [](const Placed& p) { return !p.scenario.tasks.back().group.empty(); }},
       {"a group's part is dealt out", 5, took("effective_load.partial", true)},
       {"an interrupt wakes", 10, [&](const Placed& p) { return event(p).by.empty(); }},
       {"sync", 40, [&](const Placed& p) { return event(p).sync; }},
       {"the task is to run where it did not run last", 5,
        [](const Placed& p) { return p.scenario.tasks.back().wake_cpu != -1; }}});
}

TEST(Generators, forks_and_execs_of_every_kind_are_drawn) {
  const auto took = [](const char* decision, bool outcome) {
    return [=](const Placed& p) { return p.took(decision, outcome); };
  };
  const std::vector<Situation<Placed>> both{
      {"a group is named", 30, took("fig.local_good_enough", false)},
      {"the local group is good enough", 10, took("fig.local_good_enough", true)},
      {"a group that is not allowed", 5, took("fig.allowed", false)}};
  expect_shares(placed("find_idlest_cpu_is_least_loaded", kCases), both);
  expect_shares(placed("exec_moves_where_allowed", kCases), both);
}

TEST(Generators, events_of_every_kind_are_drawn) {
  using Kind = DomainEvent::Kind;
  const auto has = [](Kind kind) {
    return [kind](const Scenario& s) {
      return std::any_of(s.events.begin(), s.events.end(),
                         [&](const ScenarioEvent& e) { return e.domain.kind == kind; });
    };
  };
  const auto some_partition = [](auto pred) {
    return [pred](const Scenario& s) {
      for (const auto& e : s.events)
        if (e.domain.kind == Kind::partition && pred(s, e.domain.partitions)) return true;
      return false;
    };
  };
  using Parts = std::vector<Partition>;
  const auto leaves_out = [](const Scenario& s, const Parts& parts) {
    CpuMask all;
    for (const auto& p : parts) all |= p.cpus;
    return !parts.empty() && all.weight() < s.machine.online().weight();
  };
  const auto relaxed = [](const Scenario&, const Parts& parts) {
    return std::any_of(parts.begin(), parts.end(), [](const auto& p) { return p.relax_domain_level >= 0; });
  };
  const auto tick_after_detach = [](const Scenario& s) {
    bool detached = false;
    for (const auto& e : s.events) {
      if (detached && (e.domain.kind == Kind::tick || e.domain.kind == Kind::nohz_enter)) return true;
      detached = detached || e.domain.kind == Kind::offline || e.domain.kind == Kind::partition;
    }
    return false;
  };
  expect_shares<Scenario>(
      drawn("percpu_pointers_live"),
      {{"a CPU goes down", 40, has(Kind::offline)},
       {"a CPU comes up", 20, has(Kind::online)},
       {"a partition", 60, has(Kind::partition)},
       {"several partitions", 30,
        some_partition([](const Scenario&, const Parts& parts) { return parts.size() > 1; })},
       {"one partition of all again", 10,
        some_partition([](const Scenario&, const Parts& parts) { return parts.empty(); })},
       {"CPUs left out", 30, some_partition(leaves_out)},
       {"a level is requested", 15, some_partition(relaxed)},
       {"a CPU reads its pointers after a detach", 40, tick_after_detach}});
}

TEST(Generators, every_drawn_and_every_shrunk_case_is_possible) {
  const auto policy = find_policy("v3.13");
  std::set<std::pair<Shape, std::vector<Placement>>> kinds;
  int tried = 0, shrunk = 0, dropped = 0;
  for (const auto& claim : claims()) {
    if (!kinds.emplace(claim.shape, claim.placements).second) continue;
    for (auto& s : drawn(claim.id.c_str(), 13, 500)) {
      ASSERT_NO_THROW(judge(claim, policy, s)) << claim.id;
      if (++tried % 50 != 0) continue;
      // A walk down: each time another of the plainer cases.
      Scenario at = s;
      for (std::size_t step = 0;; ++step) {
        const auto next = simpler_cases(at, policy, true);
        if (next.empty()) break;
        at = next[(step * 7 + static_cast<std::size_t>(tried)) % next.size()];
        ++shrunk;
        dropped += at.machine.nr_cpus() < s.machine.nr_cpus() ? 1 : 0;
        ASSERT_NO_THROW(judge(claim, policy, at)) << claim.id;
      }
      EXPECT_EQ(at.machine.nr_cpus(), 1);  // nothing is in the way of the smallest case
    }
  }
  EXPECT_GE(tried, 3000);
  EXPECT_GE(shrunk, 500);
  EXPECT_GE(dropped, 300);
}

std::string fingerprint(const std::vector<Scenario>& cases) {
  std::string text;
  for (const auto& s : cases) {
    for (const auto& c : s.machine.cpus) text += std::to_string(c.llc) + (c.online ? "+" : "-");
    text += s.busy.to_list() + "|";
    for (const auto& t : s.tasks) text += std::to_string(t.cpu) + t.allowed.to_list();
    for (const auto& e : s.events) text += std::to_string(e.domain.cpu) + std::to_string(e.sync);
    text += "\n";
  }
  return text;
}

TEST(Generators, a_seed_fixes_the_cases_and_another_one_brings_others) {
  for (const char* claim : {"groups_cover_domain", "percpu_pointers_live", "idle_sibling_shares_cache"}) {
    EXPECT_EQ(fingerprint(drawn(claim, 1, 100)), fingerprint(drawn(claim, 1, 100)));
    EXPECT_NE(fingerprint(drawn(claim, 1, 100)), fingerprint(drawn(claim, 2, 100)));
  }
  GenerateOptions options;
  options.seed = 5;
  const auto run = [&] {
    return generate(find_claim("idle_sibling_shares_cache"), find_policy("v3.13-rc3"), options);
  };
  const auto a = run(), b = run();
  EXPECT_EQ(a.cases_to_violation, b.cases_to_violation);
  EXPECT_EQ(a.shrinks, b.shrinks);
  EXPECT_EQ(a.because, b.because);
}

TEST(Generators, a_given_machine_and_the_limit_of_cpus_are_kept) {
  GenerateOptions options;
  options.machine = Machine::flat(5);
  for (const auto& s : draw_cases(find_claim("percpu_pointers_live"), find_policy("v3.13"), options, 50))
    EXPECT_TRUE(s.machine.same_hardware(*options.machine));
  const auto found = generate(find_claim("idle_sibling_finds_idle_group"), find_policy("v3.13-rc3"), options);
  ASSERT_TRUE(found.violated());
  EXPECT_TRUE(found.counterexample->machine.same_hardware(*options.machine));
  options.machine.reset();
  options.max_cpus = 3;
  for (const auto& s : draw_cases(find_claim("percpu_pointers_live"), find_policy("v3.13"), options, 300))
    EXPECT_LE(s.machine.nr_cpus(), 3);
}

}  // namespace
}  // namespace schedproof::properties
