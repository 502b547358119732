// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/int_choice.h"

#include <algorithm>

#include <z3.h>

#include "solver/arena.h"

namespace schedproof::solver {

bool identical(const IntTerm& a, const IntTerm& b) {
  return a.ast == b.ast && a.choices == b.choices && (a.ast != nullptr || a.is_choice() || a.lo == b.lo);
}

std::vector<IntChoice> choices_of(const IntTerm& t) {
  if (t.is_choice()) return t.choices->list;
  return {{SymBool{true}, t}};
}

IntTerm whole(const IntTerm& t) {
  if (!t.is_choice()) return t;
  const auto& list = t.choices->list;
  Arena& arena = *t.arena;
  _Z3_ast* ast = arena.raw(list.back().term);
  for (std::size_t i = list.size() - 1; i-- > 0;)
    ast = arena.made(Z3_mk_ite(arena.context(), arena.raw(list[i].when), arena.raw(list[i].term), ast));
  return {&arena, ast, t.lo, t.hi, nullptr};
}

IntTerm choose(const std::vector<IntChoice>& candidates) {
  std::vector<IntChoice> joined;
  for (const IntChoice& c : candidates) {
    if (c.when.is_false()) continue;
    const auto same = std::find_if(joined.begin(), joined.end(),
                                   [&](const IntChoice& j) { return identical(j.term, c.term); });
    if (same == joined.end())
      joined.push_back(c);
    else
      same->when = same->when || c.when;
  }
  if (joined.empty()) throw std::logic_error("a choice needs a candidate");
  if (joined.size() == 1) return joined.front().term;
  IntTerm r;
  r.lo = joined.front().term.lo;
  r.hi = joined.front().term.hi;
  for (const IntChoice& j : joined) {
    if (!j.when.is_constant()) r.arena = j.when.arena();
    r.lo = std::min(r.lo, j.term.lo);
    r.hi = std::max(r.hi, j.term.hi);
  }
  const bool too_many = joined.size() > kMaxChoices;
  r.choices = std::make_shared<const IntChoices>(IntChoices{std::move(joined), {}, {}});
  return too_many ? whole(r) : r;
}

namespace {

SymBool condition_of(const std::vector<IntChoice>& choices, const IntTerm& term) {
  for (const IntChoice& x : choices)
    if (identical(x.term, term)) return x.when;
  return SymBool{false};
}

const std::vector<UpperBound>& bounds_of(const IntTerm& t) {
  static const std::vector<UpperBound> none;
  return t.is_choice() ? t.choices->bounds : none;
}

bool never_above(const IntTerm& a, const IntTerm& b) {
  return a.is_choice() && (a.choices->not_above.is_choice() || a.choices->not_above.ast != nullptr) &&
         identical(a.choices->not_above, b);
}

/// Adds the bounds of `t`, each under `c` too, but for those that `to` has already.
void add_bounds(std::vector<UpperBound>& to, const SymBool& c, const IntTerm& t) {
  const std::size_t had = to.size();
  for (const UpperBound& bound : bounds_of(t)) {
    const auto same = [&](const UpperBound& b) {
      return identical(b.when, bound.when) && identical(b.term, bound.term);
    };
    const auto end = to.begin() + static_cast<std::ptrdiff_t>(had);
    if (std::none_of(to.begin(), end, same)) to.push_back({c && bound.when, bound.term});
  }
}

/// What is known of merged = (c ? a : b).
void note_order(const SymBool& c, const IntTerm& a, const IntTerm& b, IntChoices& merged) {
  const Arena& arena = *c.arena();
  auto& bounds = merged.bounds;
  if (arena.picks_smaller(c, a, b)) {
    bounds = bounds_of(b);
    add_bounds(bounds, SymBool{true}, a);
    if (!a.is_choice()) bounds.push_back({SymBool{true}, a});
    merged.not_above = b;
  } else if (never_above(a, b)) {
    bounds = bounds_of(b);
    add_bounds(bounds, c, a);
    merged.not_above = b;
  } else if (never_above(b, a)) {
    bounds = bounds_of(a);
    add_bounds(bounds, !c, b);
    merged.not_above = a;
  } else {
    add_bounds(bounds, c, a);
    add_bounds(bounds, !c, b);
  }
}

}  // namespace

IntTerm merge_int(const SymBool& c, const IntTerm& a, const IntTerm& b) {
  if (c.is_constant()) return c.constant() ? a : b;
  if (identical(a, b)) return a;
  const auto as = choices_of(a), bs = choices_of(b);
  std::vector<IntChoice> candidates;
  for (const IntChoice& x : as)
    candidates.push_back({merge_bool(c, x.when, condition_of(bs, x.term)), x.term});
  for (const IntChoice& y : bs)
    if (condition_of(as, y.term).is_false()) candidates.push_back({!c && y.when, y.term});
  IntTerm merged = choose(candidates);
  if (merged.is_choice() && c.arena()->follows_order()) {
    IntChoices noted = *merged.choices;
    note_order(c, a, b, noted);
    merged.choices = std::make_shared<const IntChoices>(std::move(noted));
  }
  return merged;
}

std::vector<SymBool> order_lemmas(const IntTerm& t) {
  std::vector<SymBool> lemmas;
  if (!t.is_choice()) return lemmas;
  for (const IntChoice& c : t.choices->list)
    for (const UpperBound& bound : t.choices->bounds) {
      const SymBool lemma = !(c.when && bound.when) || !less(bound.term, c.term);
      if (!lemma.is_true()) lemmas.push_back(lemma);
    }
  return lemmas;
}

}  // namespace schedproof::solver
