// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/smt_solver.h"

#include <cstring>

#include <z3.h>

#include "solver/int_choice.h"

namespace schedproof::solver {

namespace {

void set_parameters(Z3_context context, Z3_solver solver, const SmtBudget& budget) {
  const Z3_params params = Z3_mk_params(context);
  Z3_params_inc_ref(context, params);
  Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "random_seed"), budget.seed);
  Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "rlimit"), budget.rlimit);
  Z3_solver_set_params(context, solver, params);
  Z3_params_dec_ref(context, params);
}

void check_error(Z3_context context) {
  const auto code = Z3_get_error_code(context);
  if (code != Z3_OK) throw SolverFault(std::string("the solver failed: ") + Z3_get_error_msg(context, code));
}

/// The context's step counter; it grows over all queries.
std::uint64_t steps_so_far(Z3_context context, Z3_solver solver) {
  const Z3_stats stats = Z3_solver_get_statistics(context, solver);
  Z3_stats_inc_ref(context, stats);
  std::uint64_t steps = 0;
  for (unsigned i = 0; i < Z3_stats_size(context, stats); ++i)
    if (std::strcmp(Z3_stats_get_key(context, stats, i), "rlimit count") == 0)
      steps = Z3_stats_get_uint_value(context, stats, i);
  Z3_stats_dec_ref(context, stats);
  return steps;
}

}  // namespace

SmtSolver::SmtSolver(Arena& arena, const SmtBudget& budget)
    : arena_(arena), solver_(Z3_mk_simple_solver(arena.context())) {
  Z3_solver_inc_ref(arena_.context(), solver_);
  set_parameters(arena_.context(), solver_, budget);
  for (const SymBool& fact : arena_.requirements()) add(fact);
}

SmtSolver::~SmtSolver() {
  drop_model();
  Z3_solver_dec_ref(arena_.context(), solver_);
}

void SmtSolver::drop_model() {
  if (model_ != nullptr) Z3_model_dec_ref(arena_.context(), model_);
  model_ = nullptr;
}

void SmtSolver::add(const SymBool& fact) {
  if (!fact.is_true()) Z3_solver_assert(arena_.context(), solver_, arena_.raw(fact));
}
void SmtSolver::push() { Z3_solver_push(arena_.context(), solver_); }
void SmtSolver::pop() { Z3_solver_pop(arena_.context(), solver_, 1); }

Sat SmtSolver::check(std::span<const SymBool> also) {
  const Z3_context context = arena_.context();
  drop_model();
  // Assumptions must be plain variables: each formula gets one that implies it.
  std::vector<Z3_ast> guards;
  for (const SymBool& fact : also) {
    const std::string name = "guard!" + std::to_string(guards_++);
    const Z3_ast guard = arena_.made(
        Z3_mk_const(context, Z3_mk_string_symbol(context, name.c_str()), Z3_mk_bool_sort(context)));
    Z3_solver_assert(context, solver_, arena_.made(Z3_mk_implies(context, guard, arena_.raw(fact))));
    guards.push_back(guard);
  }
  const auto answer =
      Z3_solver_check_assumptions(context, solver_, static_cast<unsigned>(guards.size()), guards.data());
  ++queries_;
  // The counter is 32 bits wide; differences are right as long as one query stays below that.
  const auto now = steps_so_far(context, solver_);
  steps_ += static_cast<std::uint32_t>(now - steps_before_);
  steps_before_ = now;
  if (answer == Z3_L_UNDEF) {
    reason_ = Z3_solver_get_reason_unknown(context, solver_);
    return Sat::unknown;
  }
  check_error(context);
  if (answer == Z3_L_FALSE) return Sat::no;
  model_ = Z3_solver_get_model(context, solver_);
  check_error(context);
  Z3_model_inc_ref(context, model_);
  return Sat::yes;
}

namespace {

Z3_ast evaluate(Arena& arena, Z3_model model, Z3_ast term) {
  Z3_ast result = nullptr;
  if (model == nullptr) throw std::logic_error("there is no model to read");
  if (!Z3_model_eval(arena.context(), model, term, true, &result) || result == nullptr)
    throw SolverFault("the solver's model has no value for a term");
  return result;
}

}  // namespace

bool SmtSolver::value(const SymBool& b) const {
  if (b.is_constant()) return b.constant();
  const auto answer = Z3_get_bool_value(arena_.context(), evaluate(arena_, model_, b.ast()));
  if (answer == Z3_L_UNDEF) throw SolverFault("the solver's model leaves a truth value open");
  return (answer == Z3_L_TRUE) == b.positive();
}

std::uint64_t SmtSolver::value(const SymInt<std::uint64_t>& v) const {
  std::uint64_t result = 0;
  const Z3_ast term = arena_.raw(whole(v.term()));
  if (!Z3_get_numeral_uint64(arena_.context(), evaluate(arena_, model_, term), &result))
    throw SolverFault("the solver's model has a number outside its type");
  return result;
}

std::uint32_t SmtSolver::value(const SymInt<std::uint32_t>& v) const {
  unsigned result = 0;
  const Z3_ast term = arena_.raw(whole(v.term()));
  if (!Z3_get_numeral_uint(arena_.context(), evaluate(arena_, model_, term), &result))
    throw SolverFault("the solver's model has a number outside its type");
  return result;
}

int SmtSolver::value(const SymNr& nr) const {
  for (const auto& p : nr.possible())
    if (value(p.when)) return p.value;
  throw SolverFault("the solver's model gives a number none of its values");
}

std::string SmtSolver::dump() const { return Z3_solver_to_string(arena_.context(), solver_); }

}  // namespace schedproof::solver
