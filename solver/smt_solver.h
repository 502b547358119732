// SPDX-License-Identifier: GPL-2.0-or-later
// A query engine over an arena's terms: the simple solver, a fixed seed and a budget per query that counts
// the solver's own steps, not time, so that answers repeat on any machine. "unknown" is an answer of its own.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "solver/arena.h"

struct _Z3_solver;  // NOLINT(bugprone-reserved-identifier)
struct _Z3_model;   // NOLINT(bugprone-reserved-identifier)

namespace schedproof::solver {

enum class Sat { yes, no, unknown };

struct SmtBudget {
  std::uint32_t rlimit = 0;  // solver steps per query, 0 = no limit
  std::uint32_t seed = 0;
};

class SmtSolver {
 public:
  /// Asserts the arena's requirements. `arena` must outlive the solver.
  SmtSolver(Arena& arena, const SmtBudget& budget);
  ~SmtSolver();
  SmtSolver(const SmtSolver&) = delete;
  SmtSolver& operator=(const SmtSolver&) = delete;

  void add(const SymBool& fact);
  void push();
  void pop();
  /// Is what was added satisfiable, together with `also`? Throws SolverFault on a fault, not on "unknown".
  Sat check(std::span<const SymBool> also = {});

  // Of the last check that answered yes. Variables that do not matter there are 0 or false.
  bool value(const SymBool& b) const;
  std::uint64_t value(const SymInt<std::uint64_t>& v) const;
  std::uint32_t value(const SymInt<std::uint32_t>& v) const;
  int value(const SymNr& nr) const;

  /// Everything asserted, as SMT-LIB.
  std::string dump() const;
  std::uint64_t queries() const { return queries_; }
  std::uint64_t steps() const { return steps_; }
  /// What the solver said to explain its last "unknown"; for logs only.
  const std::string& reason() const { return reason_; }

 private:
  void drop_model();

  Arena& arena_;
  _Z3_solver* solver_;
  _Z3_model* model_ = nullptr;
  std::uint64_t queries_ = 0, steps_ = 0, steps_before_ = 0;
  std::size_t guards_ = 0;
  std::string reason_;
};

}  // namespace schedproof::solver
