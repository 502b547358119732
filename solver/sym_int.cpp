// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/sym_int.h"

#include <algorithm>
#include <vector>

#include <z3.h>

#include "solver/arena.h"

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
  return {&arena, arena.made(ast), lo, hi};
}

IntTerm quotient_by_constant(const IntTerm& a, Wide b) {
  if (a.is_constant()) return IntTerm::constant(a.lo / b);
  if (b == 1) return a;
  Arena& arena = *a.arena;
  const Z3_ast divisor = arena.raw(IntTerm::constant(b));
  return term(arena, Z3_mk_div(arena.context(), arena.raw(a), divisor), a.lo / b, a.hi / b);
}

}  // namespace

IntTerm add(const IntTerm& a, const IntTerm& b) {
  if (a.is_constant() && b.is_constant()) return IntTerm::constant(sum(a.lo, b.lo));
  if (a.is_constant() && a.lo == 0) return b;
  if (b.is_constant() && b.lo == 0) return a;
  Arena& arena = arena_of(a, b);
  Z3_ast parts[] = {arena.raw(a), arena.raw(b)};
  return term(arena, Z3_mk_add(arena.context(), 2, parts), sum(a.lo, b.lo), sum(a.hi, b.hi));
}

IntTerm subtract(const IntTerm& a, const IntTerm& b) {
  if (a.is_constant() && b.is_constant()) return IntTerm::constant(sum(a.lo, negated(b.lo)));
  if (b.is_constant() && b.lo == 0) return a;
  if (identical(a, b)) return IntTerm::constant(0);
  Arena& arena = arena_of(a, b);
  Z3_ast parts[] = {arena.raw(a), arena.raw(b)};
  return term(arena, Z3_mk_sub(arena.context(), 2, parts), sum(a.lo, negated(b.hi)),
              sum(a.hi, negated(b.lo)));
}

IntTerm multiply(const IntTerm& a, const IntTerm& b) {
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

IntTerm quotient(const IntTerm& a, const IntTerm& b) {
  if (b.is_constant() && b.lo > 0) {
    if (a.lo < 0) a.arena->oblige(!less(a, IntTerm::constant(0)), "a division's dividend is not negative");
    return quotient_by_constant(a, b.lo);
  }
  if (b.is_constant()) {
    if (a.is_constant()) throw std::logic_error("division by a constant that is not positive");
    a.arena->oblige(SymBool{false}, "a division's divisor is positive");
    return IntTerm::constant(0);
  }
  Arena& arena = *b.arena;
  if (b.lo <= 0) arena.oblige(less(IntTerm::constant(0), b), "a division's divisor is positive");
  const Wide lowest = std::max<Wide>(b.lo, 1);
  if (b.hi - lowest < kMaxDivisors) {
    IntTerm result = quotient_by_constant(a, b.hi);
    for (Wide n = b.hi - 1; n >= lowest; --n)
      result = merge_int(equal(b, IntTerm::constant(n)), quotient_by_constant(a, n), result);
    return result;
  }
  arena.nonlinear = true;
  if (a.lo < 0) arena.oblige(!less(a, IntTerm::constant(0)), "a division's dividend is not negative");
  return term(arena, Z3_mk_div(arena.context(), arena.raw(a), arena.raw(b)), std::max<Wide>(a.lo, 0) / b.hi,
              std::max<Wide>(a.hi, 0) / lowest);
}

IntTerm merge_int(const SymBool& c, const IntTerm& a, const IntTerm& b) {
  if (c.is_constant()) return c.constant() ? a : b;
  if (identical(a, b)) return a;
  Arena& arena = *c.arena();
  return {&arena, arena.made(Z3_mk_ite(arena.context(), arena.raw(c), arena.raw(a), arena.raw(b))),
          std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

SymBool less(const IntTerm& a, const IntTerm& b) {
  if (a.hi < b.lo) return SymBool{true};
  if (a.lo >= b.hi || identical(a, b)) return SymBool{false};
  Arena& arena = arena_of(a, b);
  return {&arena, arena.made(Z3_mk_lt(arena.context(), arena.raw(a), arena.raw(b))), true};
}

SymBool equal(const IntTerm& a, const IntTerm& b) {
  if (identical(a, b)) return SymBool{true};
  if (a.hi < b.lo || b.hi < a.lo) return SymBool{false};
  Arena& arena = arena_of(a, b);
  return {&arena, arena.made(Z3_mk_eq(arena.context(), arena.raw(a), arena.raw(b))), true};
}

IntTerm confine(const IntTerm& raw, const IntType& type, const char* operation) {
  if (raw.lo >= type.lo && raw.hi <= type.hi) return raw;
  if (raw.is_constant()) {
    const Wide size = type.hi - type.lo + 1;
    Wide v = (raw.lo - type.lo) % size;
    if (v < 0) v += size;
    return IntTerm::constant(type.lo + v);
  }
  const IntTerm lo = IntTerm::constant(type.lo), hi = IntTerm::constant(type.hi);
  raw.arena->oblige(!less(raw, lo) && !less(hi, raw), std::string(type.name) + " " + operation);
  IntTerm r = raw;
  r.lo = std::max(raw.lo, type.lo);
  r.hi = std::min(raw.hi, type.hi);
  if (r.lo > r.hi) r.lo = type.lo, r.hi = type.hi;  // never in range: the obligation says so
  return r;
}

}  // namespace schedproof::solver
