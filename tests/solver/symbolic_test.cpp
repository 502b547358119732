// SPDX-License-Identifier: GPL-2.0-or-later
// The symbolic domain itself: merging, obligations, and a differential test of the solver that we trust.
#include "solver/symbolic.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>

#include "solver/arena.h"
#include "solver/smt_solver.h"

namespace schedproof::solver {
namespace {

using U64 = SymInt<std::uint64_t>;
using S64 = SymInt<std::int64_t>;

TEST(Symbolic, canaries_one_satisfiable_one_not) {
  Arena arena;
  const SymBool a = arena.free_bool("a");
  SmtSolver solver(arena, {});
  solver.add(a);
  EXPECT_EQ(solver.check(), Sat::yes);
  solver.add(!a);
  EXPECT_EQ(solver.check(), Sat::no);
}

TEST(Symbolic, a_decision_outside_a_join_is_an_error_not_a_yes) {
  Arena arena;
  const SymBool a = arena.free_bool("a");
  EXPECT_THROW(static_cast<void>(a ? 1 : 2), std::logic_error);
}

TEST(Symbolic, join_merges_both_returns) {
  Arena arena;
  Symbolic d(arena);
  const SymBool a = arena.free_bool("a");
  const U64 r = d.join([&]() -> U64 {
    if (d.when("t", a)) return U64{7};
    return U64{9};
  });
  SmtSolver solver(arena, {});
  for (const bool value : {true, false}) {
    solver.push();
    solver.add(value ? a : !a);
    solver.add(r != U64{value ? 7u : 9u});
    EXPECT_EQ(solver.check(), Sat::no);
    solver.pop();
  }
}

TEST(Symbolic, scan_stops_where_the_first_item_matches) {
  Arena arena;
  Symbolic d(arena);
  std::vector<SymBool> idle;
  for (int i = 0; i < 5; ++i) idle.push_back(arena.free_bool("idle" + std::to_string(i)));
  struct Found {
    SymNr cpu{-1};
    auto fields() { return std::tie(cpu); }
  } found;
  const std::vector<int> cpus{0, 1, 2, 3, 4};
  d.scan(cpus, found, [&](int c, Found& f) {
    if (!d.when("idle", idle[static_cast<std::size_t>(c)])) return model::kNext;
    f.cpu = SymNr(c);
    return model::kStop;
  });
  const SymNr first = d.first_of(cpus, [&](int c) { return idle[static_cast<std::size_t>(c)]; });
  SmtSolver solver(arena, {});
  solver.add(!(found.cpu == first));
  EXPECT_EQ(solver.check(), Sat::no);
}

TEST(Symbolic, for_value_reads_the_array_of_the_value_it_has) {
  Arena arena;
  Symbolic d(arena);
  const SymNr nr = arena.free_nr("nr", {0, 1, 2});
  const U64 square = d.for_value(nr, [](int n) -> U64 { return U64{static_cast<std::uint64_t>(n * n)}; });
  SmtSolver solver(arena, {});
  solver.add(nr == 2);
  solver.add(square != U64{4});
  EXPECT_EQ(solver.check(), Sat::no);
}

TEST(Symbolic, overrides_force_and_negate_decisions) {
  Arena arena;
  model::Overrides overrides;
  overrides.decisions["t"] = model::Overrides::Force::negate;
  overrides.params["p"] = 5;
  Symbolic d(arena, &overrides);
  EXPECT_TRUE(d.when("t", SymBool{false}).is_true());
  EXPECT_EQ(d.param("p", U64{1}).constant(), 5u);
}

TEST(Symbolic, a_product_that_can_wrap_is_an_open_obligation) {
  Arena arena;
  const U64 v = arena.free<std::uint64_t>("v", 0, std::uint64_t{1} << 60);
  const U64 small = arena.free<std::uint64_t>("s", 0, 1000);
  const U64 fits = small * U64{1024};
  EXPECT_TRUE(arena.obligations().empty());
  const U64 wraps = v * U64{1024};
  EXPECT_FALSE(fits.is_constant() || wraps.is_constant());
  ASSERT_EQ(arena.obligations().size(), 1u);
  SmtSolver solver(arena, {});
  solver.add(!arena.obligations()[0].claim);
  EXPECT_EQ(solver.check(), Sat::yes);
}

TEST(Symbolic, a_tiny_budget_is_unknown_and_never_no) {
  Arena arena;
  std::vector<U64> v;
  for (int i = 0; i < 12; ++i) v.push_back(arena.free<std::uint64_t>("v" + std::to_string(i), 0, 1u << 20));
  U64 sum = v[0];
  for (std::size_t i = 1; i < v.size(); ++i) sum = sum + v[i];
  SmtSolver solver(arena, {.rlimit = 1, .seed = 0});
  for (std::size_t i = 1; i < v.size(); ++i) solver.add(v[i] == v[i - 1] + U64{1} || v[i] < v[i - 1]);
  solver.add(sum == U64{777777});
  EXPECT_EQ(solver.check(), Sat::unknown);
}

/// Random terms over three variables in 0..4, against brute force: our licence to trust this build of the
/// solver.
class Terms {
 public:
  Terms(unsigned seed) : random_(seed) {}
  struct Pair {
    S64 term;
    std::function<std::int64_t(const std::array<std::int64_t, 3>&)> value;
  };
  struct Condition {
    SymBool term;
    std::function<bool(const std::array<std::int64_t, 3>&)> value;
  };
  Pair number(const std::array<S64, 3>& v, int depth) {
    const auto pick = random_() % (depth == 0 ? 2u : 6u);
    if (pick == 0) {
      const auto i = static_cast<std::size_t>(random_() % 3);
      return {v[i], [i](const auto& x) { return x[i]; }};
    }
    if (pick == 1) {
      const auto c = static_cast<std::int64_t>(random_() % 9) - 4;
      return {S64{c}, [c](const auto&) { return c; }};
    }
    const Pair a = number(v, depth - 1), b = number(v, depth - 1);
    if (pick == 2) return {a.term + b.term, [=](const auto& x) { return a.value(x) + b.value(x); }};
    if (pick == 3) return {a.term - b.term, [=](const auto& x) { return a.value(x) - b.value(x); }};
    if (pick == 4) {
      const auto c = static_cast<std::int64_t>(random_() % 5) - 2;
      return {a.term * S64{c}, [=](const auto& x) { return a.value(x) * c; }};
    }
    const Condition c = condition(v, depth - 1);
    return {merge(c.term, a.term, b.term),
            [=](const auto& x) { return c.value(x) ? a.value(x) : b.value(x); }};
  }
  Condition condition(const std::array<S64, 3>& v, int depth) {
    const Pair a = number(v, depth), b = number(v, depth);
    switch (random_() % 3) {
      case 0:
        return {a.term < b.term, [=](const auto& x) { return a.value(x) < b.value(x); }};
      case 1:
        return {a.term <= b.term, [=](const auto& x) { return a.value(x) <= b.value(x); }};
      default:
        return {a.term == b.term, [=](const auto& x) { return a.value(x) == b.value(x); }};
    }
  }

 private:
  std::mt19937 random_;
};

TEST(Symbolic, the_solver_agrees_with_brute_force_on_small_terms) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    Arena arena;
    std::array<S64, 3> v;
    for (std::size_t i = 0; i < 3; ++i) v[i] = arena.free<std::int64_t>("v" + std::to_string(i), 0, 4);
    Terms terms(seed);
    const auto a = terms.condition(v, 3), b = terms.condition(v, 2);
    bool expected = false;
    for (std::int64_t x = 0; x <= 4; ++x)
      for (std::int64_t y = 0; y <= 4; ++y)
        for (std::int64_t z = 0; z <= 4; ++z)
          expected = expected || (a.value({x, y, z}) && b.value({x, y, z}));
    SmtSolver solver(arena, {});
    solver.add(a.term);
    solver.add(b.term);
    ASSERT_EQ(solver.check() == Sat::yes, expected) << "seed " << seed;
  }
}

}  // namespace
}  // namespace schedproof::solver
