// SPDX-License-Identifier: GPL-2.0-or-later
// The number domain of proofs: rules compute terms over all states at once. See model/value/concrete.h for
// what a domain offers. Plain `if` on a decision is explored both ways inside join, scan and for_value, and
// the outcomes merge at their ends: at a rule's return, at each iteration of a scan, per value of a number.
// So the size of a term is linear in the CPUs, not exponential in the decisions.
//
// A joined body runs once per path: it may change nothing but its own variables (and a scan's accumulator).
// && and || of decisions evaluate both sides: guard with a nested `if` where the right side needs the left.
#pragma once

#include "model/value/concrete.h"
#include "model/value/overrides.h"
#include "solver/merge.h"

namespace schedproof::solver {

class Symbolic {
 public:
  using Bool = SymBool;
  using U64 = SymInt<std::uint64_t>;
  using S64 = SymInt<std::int64_t>;
  using U32 = SymInt<std::uint32_t>;
  using Nr = SymNr;
  using Mask = SymMask;

  /// `arena` and `overrides` (may be null) must outlive this object.
  explicit Symbolic(Arena& arena, const model::Overrides* overrides = nullptr)
      : arena_(arena), overrides_(overrides) {}

  Arena& arena() const { return arena_; }

  template <class... N>
  SymBool when(const char* name, const SymBool& cond, const N&...) const {
    return test(name, cond);
  }
  SymBool test(const char* name, const SymBool& cond) const {
    const SymBool outcome = overridden(name, cond);
    arena_.saw_decision(name, outcome);
    return outcome;
  }
  template <class T>
  SymInt<T> param(const char* name, const SymInt<T>& value) const {
    if (overrides_ != nullptr)
      if (const auto* set = overrides_->param(name)) return SymInt<T>{static_cast<T>(*set)};
    return value;
  }
  template <class F>
  auto join(F&& f) const {
    return explore(arena_, f);
  }

  /// f of each possible value, explored under the fact that it is this one.
  template <class F>
  auto for_value(const SymNr& nr, F&& f) const -> std::decay_t<decltype(f(0))> {
    const auto possible = nr.possible();
    Guarded<std::decay_t<decltype(f(0))>> results;
    for (const auto& p : possible)
      if (p.when.is_true() || arena_.knows_true(p.when)) return explore(arena_, [&] { return f(p.value); });
    for (const auto& p : possible) {
      if (arena_.knows_false(p.when)) continue;
      Arena::Assume here(arena_, p.when);
      results.emplace_back(p.when, explore(arena_, [&] { return f(p.value); }));
    }
    if (results.empty()) throw std::logic_error("a number without a possible value");
    return merge_all(results);
  }
  template <class F>
  auto for_value(int nr, F&& f) const {
    return explore(arena_, [&] { return f(nr); });
  }

  template <class Range, class Acc, class F>
  void scan(const Range& range, Acc& acc, F&& f) const {
    SymBool running{true};
    Guarded<Acc> exits;
    std::vector<std::unique_ptr<Arena::Assume>> still_running;
    for (const auto& item : range) {
      const auto end = explore(arena_, [&] {
        Acc mine = acc;
        const model::Step step = f(item, mine);
        return Iteration<Acc>(step, std::move(mine));
      });
      if (end.stopped) exits.emplace_back(running && end.stops, *end.stopped);
      if (!end.went_on) {
        running = SymBool{false};
        break;
      }
      acc = *end.went_on;
      running = running && !end.stops;
      still_running.push_back(std::make_unique<Arena::Assume>(arena_, !end.stops));
    }
    while (!still_running.empty()) still_running.pop_back();
    if (!running.is_false()) exits.emplace_back(running, std::move(acc));
    acc = merge_all(exits);
    note_lemmas(arena_, acc);
  }

  template <class Range, class F>
  SymBool all_of(const Range& range, F&& pred) const {
    std::vector<SymBool> parts;
    for (const auto& item : range) parts.push_back(pred(item));
    return conjunction(parts);
  }
  template <class Range, class F>
  SymBool any_of(const Range& range, F&& pred) const {
    std::vector<SymBool> parts;
    for (const auto& item : range) parts.push_back(pred(item));
    return disjunction(parts);
  }
  template <class Range, class F>
  SymNr first_of(const Range& range, F&& pred) const {
    std::vector<SymNr::Possible> found;
    SymBool none_yet{true};
    for (const auto& item : range) {
      const SymBool here = pred(item);
      found.push_back({item, none_yet && here});
      none_yet = none_yet && !here;
      if (none_yet.is_false()) break;
    }
    found.push_back({-1, none_yet});
    return SymNr(std::move(found));
  }

  /// Both are at least 0 by their type; b == 0 breaks an obligation.
  static U64 divide(const U64& a, const U64& b) { return U64::of(quotient(a.term(), b.term()), "quotient"); }
  static U64 min(const U64& a, const U64& b) { return merge(b < a, b, a); }
  static U64 max(const U64& a, const U64& b) { return merge(a < b, b, a); }
  static S64 s64(const U64& v) { return S64::of(v.term(), "conversion"); }
  static U64 u64(const S64& v) { return U64::of(v.term(), "conversion"); }
  static U64 widen(const U32& v) { return U64::of(v.term(), "conversion"); }

 private:
  /// One iteration of a scan: the accumulators of the paths that stop and of those that go on, apart, so
  /// that what is found early is not carried through all later iterations.
  template <class Acc>
  struct Iteration {
    SymBool stops;
    std::optional<Acc> stopped, went_on;
    Iteration() = default;
    Iteration(model::Step step, Acc acc) : stops(step == model::kStop) {
      (step == model::kStop ? stopped : went_on) = std::move(acc);
    }
    static Iteration merged(const SymBool& c, const Iteration& a, const Iteration& b) {
      const auto either = [&](const std::optional<Acc>& x, const std::optional<Acc>& y) {
        if (!x) return y;
        if (!y) return x;
        return std::optional<Acc>(merge(c, *x, *y));
      };
      Iteration r;
      r.stops = merge_bool(c, a.stops, b.stops);
      r.stopped = either(a.stopped, b.stopped);
      r.went_on = either(a.went_on, b.went_on);
      return r;
    }
  };

  SymBool overridden(const char* name, const SymBool& cond) const {
    if (overrides_ == nullptr || overrides_->decisions.empty()) return cond;
    const auto it = overrides_->decisions.find(name);
    if (it == overrides_->decisions.end()) return cond;
    switch (it->second) {
      case model::Overrides::Force::to_true:
        return SymBool{true};
      case model::Overrides::Force::to_false:
        return SymBool{false};
      case model::Overrides::Force::negate:
        return !cond;
    }
    return cond;
  }

  Arena& arena_;
  const model::Overrides* overrides_;
};

}  // namespace schedproof::solver
