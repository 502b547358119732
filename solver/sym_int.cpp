// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/sym_int.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <z3.h>

#include "solver/arena.h"
#include "solver/int_choice.h"

namespace schedproof::solver {

namespace {

// A divisor with at most this many values is divided by value for value, which keeps the term linear.
constexpr Wide kMaxDivisors = 64;
// What a bound that leaves Wide stops at; far outside every kernel type.
constexpr Wide kWideMax = ((static_cast<Wide>(1) << 126) - 1) * 2 + 1;
constexpr Wide kWideMin = -kWideMax - 1;

Wide sum(Wide a, Wide b) {
  Wide r;
  if (!__builtin_add_overflow(a, b, &r)) return r;
  return a > 0 ? kWideMax : kWideMin;
}
Wide product(Wide a, Wide b) {
  Wide r;
  if (!__builtin_mul_overflow(a, b, &r)) return r;
  return (a > 0) == (b > 0) ? kWideMax : kWideMin;
}
Wide negated(Wide a) { return a == kWideMin ? kWideMax : -a; }

Arena& arena_of(const IntTerm& a, const IntTerm& b) { return a.arena != nullptr ? *a.arena : *b.arena; }

/// A term with its interval; one value left makes it a constant.
IntTerm term(Arena& arena, Z3_ast ast, Wide lo, Wide hi) {
  if (lo == hi) return IntTerm::constant(lo);
  return {&arena, arena.made(ast), lo, hi, nullptr};
}

/// op on plain terms, for terms with choices: candidate by candidate if only one of the two is a choice.
template <class Op>
IntTerm lift(const IntTerm& a, const IntTerm& b, Op op) {
  if (!a.is_choice() && !b.is_choice()) return op(a, b);
  if (a.is_choice() && b.is_choice()) return op(whole(a), whole(b));
  std::vector<IntChoice> results;
  for (const IntChoice& x : choices_of(a))
    for (const IntChoice& y : choices_of(b)) results.push_back({x.when && y.when, op(x.term, y.term)});
  return choose(results);
}

/// The constant factor and the other one, if the term is a product that multiply() made; else 1 and the term.
std::pair<std::int64_t, Z3_ast> factors(Z3_context context, Z3_ast ast) {
  const std::pair<std::int64_t, Z3_ast> none{1, ast};
  if (Z3_get_ast_kind(context, ast) != Z3_APP_AST) return none;
  const Z3_app app = Z3_to_app(context, ast);
  if (Z3_get_decl_kind(context, Z3_get_app_decl(context, app)) != Z3_OP_MUL) return none;
  if (Z3_get_app_num_args(context, app) != 2) return none;
  std::int64_t k = 0;
  for (unsigned i = 0; i < 2; ++i) {
    const Z3_ast factor = Z3_get_app_arg(context, app, i);
    if (Z3_get_ast_kind(context, factor) == Z3_NUMERAL_AST && Z3_get_numeral_int64(context, factor, &k) &&
        k > 0)
      return {k, Z3_get_app_arg(context, app, 1 - i)};
  }
  return none;
}

/// a / b for a >= 0. (k * x) / b is reduced by the common divisor of k and b: a division costs the solver a
/// variable and a remainder, and power scales mostly cancel.
IntTerm quotient_by_constant(const IntTerm& a, Wide b) {
  if (a.is_constant()) return IntTerm::constant(a.lo / b);
  if (b == 1) return a;
  Arena& arena = *a.arena;
  auto [k, dividend] = factors(arena.context(), a.ast);
  if (b <= std::numeric_limits<std::int64_t>::max()) {
    const Wide common = std::gcd(k, static_cast<std::int64_t>(b));
    const Wide factor = k / common, divisor = b / common;
    if (factor != 1) {
      Z3_ast parts[] = {arena.raw(IntTerm::constant(factor)), dividend};
      dividend = arena.made(Z3_mk_mul(arena.context(), 2, parts));
    }
    if (divisor != 1) dividend = Z3_mk_div(arena.context(), dividend, arena.raw(IntTerm::constant(divisor)));
    return term(arena, dividend, a.lo / b, a.hi / b);
  }
  return term(arena, Z3_mk_div(arena.context(), a.ast, arena.raw(IntTerm::constant(b))), a.lo / b, a.hi / b);
}

IntTerm plain_add(const IntTerm& a, const IntTerm& b) {
  if (a.is_constant() && b.is_constant()) return IntTerm::constant(sum(a.lo, b.lo));
  if (a.is_constant() && a.lo == 0) return b;
  if (b.is_constant() && b.lo == 0) return a;
  Arena& arena = arena_of(a, b);
  Z3_ast parts[] = {arena.raw(a), arena.raw(b)};
  return term(arena, Z3_mk_add(arena.context(), 2, parts), sum(a.lo, b.lo), sum(a.hi, b.hi));
}

IntTerm plain_subtract(const IntTerm& a, const IntTerm& b) {
  if (a.is_constant() && b.is_constant()) return IntTerm::constant(sum(a.lo, negated(b.lo)));
  if (b.is_constant() && b.lo == 0) return a;
  if (identical(a, b)) return IntTerm::constant(0);
  Arena& arena = arena_of(a, b);
  Z3_ast parts[] = {arena.raw(a), arena.raw(b)};
  return term(arena, Z3_mk_sub(arena.context(), 2, parts), sum(a.lo, negated(b.hi)),
              sum(a.hi, negated(b.lo)));
}

IntTerm plain_multiply(const IntTerm& a, const IntTerm& b) {
  if (a.is_constant() && b.is_constant()) return IntTerm::constant(product(a.lo, b.lo));
  if (a.is_constant() && a.lo == 1) return b;
  if (b.is_constant() && b.lo == 1) return a;
  Arena& arena = arena_of(a, b);
  if (!a.is_constant() && !b.is_constant()) arena.nonlinear = true;
  const Wide corners[] = {product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo), product(a.hi, b.hi)};
  Z3_ast parts[] = {arena.raw(a), arena.raw(b)};
  return term(arena, Z3_mk_mul(arena.context(), 2, parts), *std::min_element(corners, corners + 4),
              *std::max_element(corners, corners + 4));
}

IntTerm plain_quotient(const IntTerm& a, const IntTerm& b) {
  if (b.is_constant()) return quotient_by_constant(a, b.lo);
  Arena& arena = *b.arena;
  const Wide lowest = std::max<Wide>(b.lo, 1);
  if (b.hi - lowest < kMaxDivisors) {
    std::vector<IntChoice> by_divisor;
    SymBool none_yet{true};
    for (Wide n = lowest; n < b.hi; ++n) {
      const SymBool here = equal(b, IntTerm::constant(n));
      by_divisor.push_back({none_yet && here, quotient_by_constant(a, n)});
      none_yet = none_yet && !here;
    }
    by_divisor.push_back({none_yet, quotient_by_constant(a, b.hi)});
    return whole(choose(by_divisor));
  }
  arena.nonlinear = true;
  return term(arena, Z3_mk_div(arena.context(), arena.raw(a), arena.raw(b)), std::max<Wide>(a.lo, 0) / b.hi,
              std::max<Wide>(a.hi, 0) / lowest);
}

/// A comparison of plain terms, for terms with choices.
template <class Compare>
SymBool lift_comparison(const IntTerm& a, const IntTerm& b, Compare compare) {
  if (!a.is_choice() && !b.is_choice()) return compare(a, b);
  const auto as = choices_of(a), bs = choices_of(b);
  if (as.size() * bs.size() > kMaxChoices) return compare(whole(a), whole(b));
  std::vector<SymBool> ways;
  for (const IntChoice& x : as)
    for (const IntChoice& y : bs) ways.push_back(x.when && y.when && compare(x.term, y.term));
  return disjunction(ways);
}

}  // namespace

IntTerm add(const IntTerm& a, const IntTerm& b) { return lift(a, b, plain_add); }
IntTerm subtract(const IntTerm& a, const IntTerm& b) { return lift(a, b, plain_subtract); }
IntTerm multiply(const IntTerm& a, const IntTerm& b) { return lift(a, b, plain_multiply); }

IntTerm quotient(const IntTerm& a, const IntTerm& b) {
  if (b.is_constant() && b.lo <= 0) {
    if (a.is_constant()) throw std::logic_error("division by a constant that is not positive");
    a.arena->oblige(SymBool{false}, "a division's divisor is positive");
    return IntTerm::constant(0);
  }
  const IntTerm zero = IntTerm::constant(0);
  if (b.lo <= 0) b.arena->oblige(less(zero, b), "a division's divisor is positive");
  if (a.lo < 0) arena_of(a, b).oblige(!less(a, zero), "a division's dividend is not negative");
  return b.is_choice() ? plain_quotient(whole(a), whole(b)) : lift(a, b, plain_quotient);
}

SymBool less(const IntTerm& a, const IntTerm& b) {
  const SymBool result = lift_comparison(a, b, [](const IntTerm& x, const IntTerm& y) -> SymBool {
    if (x.hi < y.lo) return SymBool{true};
    if (x.lo >= y.hi || identical(x, y)) return SymBool{false};
    Arena& arena = arena_of(x, y);
    return {&arena, arena.made(Z3_mk_lt(arena.context(), arena.raw(x), arena.raw(y))), true};
  });
  if (!result.is_constant()) result.arena()->note_comparison(result, a, b, true);
  return result;
}

SymBool equal(const IntTerm& a, const IntTerm& b) {
  if (identical(a, b)) return SymBool{true};
  const SymBool result = lift_comparison(a, b, [](const IntTerm& x, const IntTerm& y) -> SymBool {
    if (identical(x, y)) return SymBool{true};
    if (x.hi < y.lo || y.hi < x.lo) return SymBool{false};
    Arena& arena = arena_of(x, y);
    return {&arena, arena.made(Z3_mk_eq(arena.context(), arena.raw(x), arena.raw(y))), true};
  });
  if (!result.is_constant()) result.arena()->note_comparison(result, a, b, false);
  return result;
}

namespace {

/// One candidate of a term in `type`. A constant is wrapped by the caller where the term is no choice.
IntTerm confine_candidate(const IntChoice& c, const IntType& type, const std::string& what) {
  const IntTerm& t = c.term;
  if (t.lo >= type.lo && t.hi <= type.hi) return t;
  const IntTerm lo = IntTerm::constant(type.lo), hi = IntTerm::constant(type.hi);
  Arena& arena = t.arena != nullptr ? *t.arena : *c.when.arena();
  arena.oblige(!c.when || (!less(t, lo) && !less(hi, t)), what);
  IntTerm r = t;
  r.lo = std::max(t.lo, type.lo);
  r.hi = std::min(t.hi, type.hi);
  // Never in range, as the obligation says: any value will do.
  return r.lo > r.hi ? hi : r;
}

}  // namespace

IntTerm confine(const IntTerm& raw, const IntType& type, const char* operation) {
  if (raw.lo >= type.lo && raw.hi <= type.hi) return raw;
  if (raw.is_constant()) {
    const Wide size = type.hi - type.lo + 1;
    Wide v = (raw.lo - type.lo) % size;
    if (v < 0) v += size;
    return IntTerm::constant(type.lo + v);
  }
  const std::string what = std::string(type.name) + " " + operation;
  std::vector<IntChoice> confined;
  for (const IntChoice& c : choices_of(raw)) confined.push_back({c.when, confine_candidate(c, type, what)});
  return choose(confined);
}

}  // namespace schedproof::solver
