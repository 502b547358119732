// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/sym_bool.h"

#include <algorithm>
#include <vector>

#include <z3.h>

#include "solver/arena.h"

namespace schedproof::solver {

namespace {

bool opposite(const SymBool& a, const SymBool& b) {
  return a.ast() == b.ast() && a.positive() != b.positive();
}

/// Is `part` (1) or its opposite (-1) among the parts of the conjunction `b`? 0: neither, or b is none.
int part_of(const SymBool& part, const SymBool& b) {
  if (!b.positive()) return 0;
  const Z3_context context = b.arena()->context();
  const auto is = [&](Z3_ast ast, Z3_decl_kind kind) {
    return Z3_get_ast_kind(context, ast) == Z3_APP_AST &&
           Z3_get_decl_kind(context, Z3_get_app_decl(context, Z3_to_app(context, ast))) == kind;
  };
  if (!is(b.ast(), Z3_OP_AND)) return 0;
  const Z3_app app = Z3_to_app(context, b.ast());
  for (unsigned i = 0; i < Z3_get_app_num_args(context, app); ++i) {
    const Z3_ast arg = Z3_get_app_arg(context, app, i);
    if (arg == part.ast()) return part.positive() ? 1 : -1;
    if (is(arg, Z3_OP_NOT) && Z3_get_app_arg(context, Z3_to_app(context, arg), 0) == part.ast())
      return part.positive() ? -1 : 1;
  }
  return 0;
}

}  // namespace

SymBool SymBool::dual() const { return arena_->dual(*this); }
bool SymBool::ask() const { return arena_->decide(*this); }

SymBool SymBool::both(const SymBool& a, const SymBool& b) {
  if (a.is_constant()) return a.positive_ ? b : a;
  if (b.is_constant()) return b.positive_ ? a : b;
  if (identical(a, b)) return a;
  if (opposite(a, b)) return SymBool{false};
  if (const int part = part_of(a, b); part != 0) return part > 0 ? b : SymBool{false};
  if (const int part = part_of(b, a); part != 0) return part > 0 ? a : SymBool{false};
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
