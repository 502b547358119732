// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/sym_bool.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <z3.h>

#include "solver/arena.h"

namespace schedproof::solver {

namespace {

bool opposite(const SymBool& a, const SymBool& b) {
  return a.ast() == b.ast() && a.positive() != b.positive();
}

bool is(Z3_context context, Z3_ast ast, Z3_decl_kind kind) {
  return Z3_get_ast_kind(context, ast) == Z3_APP_AST &&
         Z3_get_decl_kind(context, Z3_get_app_decl(context, Z3_to_app(context, ast))) == kind;
}

/// The parts of a conjunction, one level deep; any other formula is its own only part.
std::vector<SymBool> parts_of(const SymBool& b) {
  if (b.is_constant()) return {};
  Arena& arena = *b.arena();
  const Z3_context context = arena.context();
  if (!b.positive() || !is(context, b.ast(), Z3_OP_AND)) return {b};
  std::vector<SymBool> parts;
  const Z3_app app = Z3_to_app(context, b.ast());
  for (unsigned i = 0; i < Z3_get_app_num_args(context, app); ++i) {
    const Z3_ast arg = Z3_get_app_arg(context, app, i);
    if (is(context, arg, Z3_OP_NOT))
      parts.emplace_back(&arena, Z3_get_app_arg(context, Z3_to_app(context, arg), 0), false);
    else
      parts.emplace_back(&arena, arg, true);
  }
  return parts;
}

bool contains(const std::vector<SymBool>& parts, const SymBool& b) {
  return std::any_of(parts.begin(), parts.end(), [&](const SymBool& p) { return identical(p, b); });
}

/// c ? a : b where both need the same thing first: that thing, and a choice of what remains. An if-then-else
/// would hide it from the solver until it has decided c; along a chain of choices that is exponential.
std::optional<SymBool> common_first(const SymBool& c, const SymBool& a, const SymBool& b) {
  const auto in_a = parts_of(a), in_b = parts_of(b);
  std::vector<SymBool> common, rest_a, rest_b;
  for (const SymBool& p : in_a) (contains(in_b, p) ? common : rest_a).push_back(p);
  if (common.empty()) return std::nullopt;
  for (const SymBool& p : in_b)
    if (!contains(common, p)) rest_b.push_back(p);
  common.push_back(merge_bool(c, conjunction(rest_a), conjunction(rest_b)));
  return conjunction(common);
}

}  // namespace

SymBool SymBool::dual() const { return arena_->dual(*this); }
bool SymBool::ask() const { return arena_->decide(*this); }

SymBool SymBool::both(const SymBool& a, const SymBool& b) {
  if (a.is_constant()) return a.positive_ ? b : a;
  if (b.is_constant()) return b.positive_ ? a : b;
  if (identical(a, b)) return a;
  if (opposite(a, b)) return SymBool{false};
  const auto in_a = parts_of(a), in_b = parts_of(b);
  if (contains(in_b, a)) return b;
  if (contains(in_a, b)) return a;
  if (contains(in_b, a.flipped()) || contains(in_a, b.flipped())) return SymBool{false};
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
  if (const auto both = common_first(c, a, b)) return *both;
  if (const auto neither = common_first(c, a.flipped(), b.flipped())) return neither->flipped();
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
  return {&arena, arena.made(Z3_mk_and(arena.context(), static_cast<unsigned>(raw.size()), raw.data())),
          true};
}

SymBool disjunction(std::span<const SymBool> parts) {
  std::vector<SymBool> negated;
  for (const SymBool& p : parts) negated.push_back(!p);
  return !conjunction(negated);
}

}  // namespace schedproof::solver
