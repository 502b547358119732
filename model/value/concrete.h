// SPDX-License-Identifier: GPL-2.0-or-later
// The number domain "machine integers": what the kernel computes with. Rules are written once over a domain D
// and are members of a class that holds a D; with Concrete everything here disappears at compile time.
//
// What a domain offers (Traced adds a record of every decision, Symbolic in solver/ computes with terms):
// clang-format off
//   Bool, U64, S64, U32   kernel types; with -fwrapv all of them wrap as the kernel's do
//   Nr                    a CPU or object number, -1 = none; few possible values
//   Mask                  an affinity mask: mask.test(cpu) is a Bool
//   when(name, cond, values...)  names a decision; may stand in a plain `if` inside join, scan, for_value
//   test(name, cond)      the same for a condition inside a scan: can be overridden, is not recorded
//   param(name, value)    a named constant of a rule
//   join(f)               a rule's body: inside it, plain `if` and `return` on decisions
//   for_value(nr, f)      f(n) for the value n of nr; symbolically f of every possible value, merged
//   scan(range, acc, f)   the loop with a best-so-far: f(item, acc) returns kNext or kStop
//   all_of, any_of, first_of(range, pred)  Bool, Bool, Nr
// clang-format on
#pragma once

#include <cstdint>
#include <string_view>

#include "model/machine/cpu_mask.h"

namespace schedproof::model {

/// What a scan's body answers.
enum class Step : bool { next = false, stop = true };
inline constexpr Step kNext = Step::next;
inline constexpr Step kStop = Step::stop;

/// A number that a decision compares, with the name by which explanations print it.
template <class T>
struct Named {
  const char* name;
  const T& value;
};
template <class T>
constexpr Named<T> num(const char* name, const T& value) {
  return {name, value};
}

struct Concrete {
  using Bool = bool;
  using U64 = std::uint64_t;
  using S64 = std::int64_t;
  using U32 = std::uint32_t;
  using Nr = int;
  using Mask = CpuMask;

  template <class... N>
  constexpr bool when(const char*, bool cond, const N&...) const {
    return cond;
  }
  template <class B>
  constexpr B test(const char*, B cond) const {
    return cond;
  }
  template <class T>
  constexpr T param(const char*, T value) const {
    return value;
  }
  template <class F>
  constexpr auto join(F&& f) const {
    return f();
  }
  template <class F>
  constexpr auto for_value(int nr, F&& f) const {
    return f(nr);
  }
  template <class Range, class Acc, class F>
  constexpr void scan(const Range& range, Acc& acc, F&& f) const {
    for (const auto& item : range)
      if (f(item, acc) == kStop) return;
  }
  template <class Range, class F>
  constexpr bool all_of(const Range& range, F&& pred) const {
    for (const auto& item : range)
      if (!pred(item)) return false;
    return true;
  }
  template <class Range, class F>
  constexpr bool any_of(const Range& range, F&& pred) const {
    for (const auto& item : range)
      if (pred(item)) return true;
    return false;
  }
  template <class Range, class F>
  constexpr int first_of(const Range& range, F&& pred) const {
    for (const auto& item : range)
      if (pred(item)) return item;
    return -1;
  }
  /// C's unsigned division; a rule calls it only where the kernel's divisor cannot be 0.
  static constexpr std::uint64_t divide(std::uint64_t a, std::uint64_t b) {
    assert(b != 0);
    return a / b;
  }
  static constexpr std::uint64_t min(std::uint64_t a, std::uint64_t b) { return b < a ? b : a; }
  static constexpr std::uint64_t max(std::uint64_t a, std::uint64_t b) { return a < b ? b : a; }
  /// C's conversions between unsigned long and long, and from unsigned int.
  static constexpr std::int64_t s64(std::uint64_t v) { return static_cast<std::int64_t>(v); }
  static constexpr std::uint64_t u64(std::int64_t v) { return static_cast<std::uint64_t>(v); }
  static constexpr std::uint64_t widen(std::uint32_t v) { return v; }
};

}  // namespace schedproof::model
