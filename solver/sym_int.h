// SPDX-License-Identifier: GPL-2.0-or-later
// A number of the symbolic domain: a constant or an unbounded integer term, with an interval that holds its
// value. The kernel's types wrap, the term does not: each operation whose interval leaves the type's range
// records an obligation (on this path the result is in range), which a proof has to discharge. Operations on
// two constants are computed as the machine does, wrapping included, and need no obligation.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "solver/sym_bool.h"

namespace schedproof::solver {

__extension__ typedef __int128 Wide;  // holds the bounds of every kernel type, and sums of them

struct IntChoices;

/// An integer term without a type: a constant (ast == nullptr, lo == hi), a term, or a choice among such.
/// Choices keep a scan's best-so-far apart from "nothing found yet" and from the other candidates: comparing
/// with it is a comparison with each candidate under the condition that it is the one. The solver copes with
/// that far better than with a chain of nested if-then-else numbers.
struct IntTerm {
  Arena* arena = nullptr;
  _Z3_ast* ast = nullptr;
  Wide lo = 0, hi = 0;
  std::shared_ptr<const IntChoices> choices{};

  bool is_constant() const { return ast == nullptr && choices == nullptr; }
  bool is_choice() const { return choices != nullptr; }
  static IntTerm constant(Wide v) { return {nullptr, nullptr, v, v, nullptr}; }
};

// In unbounded integers; bounds that leave Wide stop at its ends.
IntTerm add(const IntTerm& a, const IntTerm& b);
IntTerm subtract(const IntTerm& a, const IntTerm& b);
IntTerm multiply(const IntTerm& a, const IntTerm& b);
/// C's division for a >= 0, b > 0. Records the obligation b > 0 where the interval of b does not show it.
IntTerm quotient(const IntTerm& a, const IntTerm& b);
/// `c ? a : b` (int_choice.cpp).
IntTerm merge_int(const SymBool& c, const IntTerm& a, const IntTerm& b);
SymBool less(const IntTerm& a, const IntTerm& b);
SymBool equal(const IntTerm& a, const IntTerm& b);
/// A kernel type, for confine().
struct IntType {
  const char* name;
  Wide lo, hi;
};
/// `raw` as a value of `type`: a constant wraps; a term whose interval leaves the type records an obligation
/// named by type and `operation`.
IntTerm confine(const IntTerm& raw, const IntType& type, const char* operation);

template <class T>
class SymInt {
 public:
  using Value = T;
  constexpr SymInt() = default;  // 0
  explicit SymInt(T v) : term_(IntTerm::constant(v)) {}
  static SymInt of(const IntTerm& raw, const char* operation) {
    SymInt r;
    r.term_ = confine(raw, type(), operation);
    return r;
  }
  static const IntType& type() {
    static constexpr IntType t{sizeof(T) == 4                      ? "U32"
                               : std::numeric_limits<T>::is_signed ? "S64"
                                                                   : "U64",
                               std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
    return t;
  }

  const IntTerm& term() const { return term_; }
  bool is_constant() const { return term_.is_constant(); }
  /// The value of a constant.
  T constant() const { return static_cast<T>(term_.lo); }

  friend SymInt operator+(const SymInt& a, const SymInt& b) { return of(add(a.term_, b.term_), "sum"); }
  friend SymInt operator-(const SymInt& a, const SymInt& b) {
    return of(subtract(a.term_, b.term_), "difference");
  }
  friend SymInt operator*(const SymInt& a, const SymInt& b) {
    return of(multiply(a.term_, b.term_), "product");
  }
  SymInt operator-() const { return of(subtract(IntTerm::constant(0), term_), "negation"); }

  friend SymBool operator==(const SymInt& a, const SymInt& b) { return equal(a.term_, b.term_); }
  friend SymBool operator!=(const SymInt& a, const SymInt& b) { return !equal(a.term_, b.term_); }
  friend SymBool operator<(const SymInt& a, const SymInt& b) { return less(a.term_, b.term_); }
  friend SymBool operator>(const SymInt& a, const SymInt& b) { return less(b.term_, a.term_); }
  friend SymBool operator<=(const SymInt& a, const SymInt& b) { return !less(b.term_, a.term_); }
  friend SymBool operator>=(const SymInt& a, const SymInt& b) { return !less(a.term_, b.term_); }

 private:
  IntTerm term_;
};

}  // namespace schedproof::solver
