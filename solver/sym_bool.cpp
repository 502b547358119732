// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/sym_bool.h"

#include <algorithm>
#include <vector>

#include <z3.h>

#include "solver/arena.h"

namespace schedproof::solver {

namespace {

bool opposite(const SymBool& a, const SymBool& b) { return identical(a, !b); }

}  // namespace

bool SymBool::ask() const { return arena_->decide(*this); }

SymBool SymBool::both(const SymBool& a, const SymBool& b) {
  if (a.is_constant()) return a.positive_ ? b : a;
  if (b.is_constant()) return b.positive_ ? a : b;
  if (identical(a, b)) return a;
  if (opposite(a, b)) return SymBool{false};
  Arena& arena = *a.arena_;
  Z3_ast parts[] = {arena.raw(a), arena.raw(b)};
  return {&arena, arena.made(Z3_mk_and(arena.context(), 2, parts)), true};
}

SymBool SymBool::iff(const SymBool& a, const SymBool& b) {
  if (a.is_constant()) return a.positive_ ? b : !b;
  if (b.is_constant()) return b.positive_ ? a : !a;
  if (identical(a, b)) return SymBool{true};
  if (opposite(a, b)) return SymBool{false};
  Arena& arena = *a.arena_;
  return {&arena, arena.made(Z3_mk_iff(arena.context(), arena.raw(a), arena.raw(b))), true};
}

SymBool merge_bool(const SymBool& c, const SymBool& a, const SymBool& b) {
  if (c.is_constant()) return c.constant() ? a : b;
  if (identical(a, b)) return a;
  if (a.is_true() || identical(a, c)) return c || b;
  if (a.is_false() || opposite(a, c)) return !c && b;
  if (b.is_true() || opposite(b, c)) return !c || a;
  if (b.is_false() || identical(b, c)) return c && a;
  if (opposite(a, b)) return c == a;
  Arena& arena = *c.arena();
  return {&arena, arena.made(Z3_mk_ite(arena.context(), arena.raw(c), arena.raw(a), arena.raw(b))), true};
}

SymBool conjunction(std::span<const SymBool> parts) {
  std::vector<SymBool> open;
  for (const SymBool& p : parts) {
    if (p.is_false()) return p;
    if (p.is_true()) continue;
    if (std::any_of(open.begin(), open.end(), [&](const SymBool& o) { return opposite(o, p); }))
      return SymBool{false};
    if (std::none_of(open.begin(), open.end(), [&](const SymBool& o) { return identical(o, p); }))
      open.push_back(p);
  }
  if (open.empty()) return SymBool{true};
  if (open.size() == 1) return open.front();
  Arena& arena = *open.front().arena();
  std::vector<Z3_ast> raw;
  for (const SymBool& p : open) raw.push_back(arena.raw(p));
  return {&arena, arena.made(Z3_mk_and(arena.context(), static_cast<unsigned>(raw.size()), raw.data())), true};
}

SymBool disjunction(std::span<const SymBool> parts) {
  std::vector<SymBool> negated;
  for (const SymBool& p : parts) negated.push_back(!p);
  return !conjunction(negated);
}

}  // namespace schedproof::solver
