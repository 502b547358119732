// SPDX-License-Identifier: GPL-2.0-or-later
// A truth value of the symbolic number domain: a constant, or a term of the solver (or its negation).
// Constants never reach the solver. A SymBool in a plain `if` asks the arena which way the path that is
// being explored goes (arena.h); with no exploration under way that is an error, never a silent "true".
#pragma once

#include <concepts>
#include <span>

struct _Z3_ast;  // NOLINT(bugprone-reserved-identifier): the solver's own handle type

namespace schedproof::solver {

class Arena;

class SymBool {
 public:
  constexpr SymBool() = default;  // false
  template <std::same_as<bool> B>
  constexpr SymBool(B value) : positive_(value) {}  // implicit: rules mix plain bools with decisions
  /// The term `ast` of `arena`, or its negation. Only arena.cpp has reason to call it.
  SymBool(Arena* arena, _Z3_ast* ast, bool positive) : arena_(arena), ast_(ast), positive_(positive) {}

  bool is_constant() const { return ast_ == nullptr; }
  /// The value of a constant.
  bool constant() const { return positive_; }
  bool is_true() const { return is_constant() && positive_; }
  bool is_false() const { return is_constant() && !positive_; }

  /// Which way the path under exploration goes. Throws std::logic_error outside join, scan and for_value.
  explicit operator bool() const { return is_constant() ? positive_ : ask(); }

  SymBool operator!() const {
    const SymBool r = flipped();
    return r.ast_ != nullptr && r.positive_ ? r.dual() : r;
  }
  friend SymBool operator&&(const SymBool& a, const SymBool& b) { return both(a, b); }
  friend SymBool operator||(const SymBool& a, const SymBool& b) { return !both(!a, !b); }
  friend SymBool operator==(const SymBool& a, const SymBool& b) { return iff(a, b); }
  friend SymBool operator!=(const SymBool& a, const SymBool& b) { return !iff(a, b); }
  // Exact overloads: without them the built-in operators, which convert to bool, would be as good a match.
  friend SymBool operator&&(bool a, const SymBool& b) { return a ? b : SymBool{false}; }
  friend SymBool operator&&(const SymBool& a, bool b) { return b ? a : SymBool{false}; }
  friend SymBool operator||(bool a, const SymBool& b) { return a ? SymBool{true} : b; }
  friend SymBool operator||(const SymBool& a, bool b) { return b ? SymBool{true} : a; }
  friend SymBool operator==(bool a, const SymBool& b) { return a ? b : !b; }
  friend SymBool operator==(const SymBool& a, bool b) { return b ? a : !a; }
  friend SymBool operator!=(bool a, const SymBool& b) { return a ? !b : b; }
  friend SymBool operator!=(const SymBool& a, bool b) { return b ? !a : a; }

  /// The same constant, or the same term with the same sign. Terms are shared, so equal ones are identical.
  friend bool identical(const SymBool& a, const SymBool& b) {
    return a.ast_ == b.ast_ && a.positive_ == b.positive_;
  }

  /// The same term with the other sign; unlike `!`, never the dual of it (Arena::make_dual).
  SymBool flipped() const {
    SymBool r = *this;
    r.positive_ = !r.positive_;
    return r;
  }
  Arena* arena() const { return arena_; }
  _Z3_ast* ast() const { return ast_; }
  bool positive() const { return positive_; }

 private:
  bool ask() const;
  SymBool dual() const;
  static SymBool both(const SymBool& a, const SymBool& b);
  static SymBool iff(const SymBool& a, const SymBool& b);

  Arena* arena_ = nullptr;
  _Z3_ast* ast_ = nullptr;
  bool positive_ = false;
};

/// `c ? a : b` as a term.
SymBool merge_bool(const SymBool& c, const SymBool& a, const SymBool& b);
SymBool conjunction(std::span<const SymBool> parts);
SymBool disjunction(std::span<const SymBool> parts);

}  // namespace schedproof::solver
