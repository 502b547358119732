// SPDX-License-Identifier: GPL-2.0-or-later
// The candidates of a number that depends on the path, and what is known of their order.
//
// A scan for the least load ends with "candidate k is the one, so it is at most every load that was
// compared". The solver can prove that, but only by induction over the candidates, pair by pair. So merging
// notes upper bounds as it goes: of (x < m ? x : m) it knows that it is at most x and at most what m is known
// to be. The bounds follow from how the terms are made, so they change no answer; they are told to the solver
// only where a claim asks a rule's single steps (Arena::follow_order).
#pragma once

#include "solver/sym_int.h"

namespace schedproof::solver {

/// One candidate. Of all conditions of a number exactly one is true.
struct IntChoice {
  SymBool when;
  IntTerm term;  // not a choice itself
};

/// Where `when` is true, the number is at most `term` (not a choice itself).
struct UpperBound {
  SymBool when;
  IntTerm term;
};

struct IntChoices {
  std::vector<IntChoice> list;  // at least two
  std::vector<UpperBound> bounds;
  IntTerm not_above{};  // a number that this one never exceeds, from which it was merged
};

bool identical(const IntTerm& a, const IntTerm& b);
/// The candidates; the term itself under `true` if it is no choice.
std::vector<IntChoice> choices_of(const IntTerm& t);
/// A term of candidates, of which the same ones are joined and impossible ones left out.
IntTerm choose(const std::vector<IntChoice>& candidates);
/// The same value as one term, without choices.
IntTerm whole(const IntTerm& t);
/// A choice with more candidates becomes an if-then-else term, and so do two choices of which more pairs of
/// candidates would have to be compared.
inline constexpr std::size_t kMaxChoices = 160;

/// What is known of the order of t's candidates, as formulas that are true of every state.
std::vector<SymBool> order_lemmas(const IntTerm& t);

}  // namespace schedproof::solver
