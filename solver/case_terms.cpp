// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/case_terms.h"

namespace schedproof::solver {

namespace {

using Check = properties::Check<Symbolic>;

Check check_one(Arena& arena, const FreeState& free, const model::State<Symbolic>& before,
                const model::Era<Symbolic>& rules, properties::DecisionCheck<Symbolic> check,
                const ProofCase& what, bool sync) {
  const SymBool is_this = sync ? free.sync() : !free.sync();
  // On the path, so that an obligation knows of which decision it speaks.
  Arena::Assume here(arena, is_this);
  const auto request = free.request(what, sync);
  const auto outcome = rules.place(before, request);
  Symbolic plain(arena);
  Arena::FollowOrder follow(arena);
  return check(plain, {before, request, outcome, rules});
}

}  // namespace

CaseTerms case_terms(Arena& arena, const FreeState& free, const model::Era<Symbolic>& rules,
                     properties::DecisionCheck<Symbolic> check, const ProofCase& what) {
  arena.forget_obligations();
  arena.forget_lemmas();
  CaseTerms t{what, free.at(what), SymBool{false}, {}, {}, {}, {}, {}};
  const auto before = free.before(what, t.at, rules);
  const Check plain = check_one(arena, free, before, rules, check, what, false);
  if (what.why != model::Placement::wake) {
    t.premise = plain.premise && !free.sync();
    t.holds = plain.holds;
    t.situations = plain.situations;
  } else {
    const Check sync = check_one(arena, free, before, rules, check, what, true);
    t.sync = free.sync();
    t.premise = merge(t.sync, sync.premise, plain.premise);
    t.holds = merge(t.sync, sync.holds, plain.holds);
    for (std::size_t i = 0; i < plain.situations.size(); ++i)
      t.situations.push_back(merge(t.sync, sync.situations[i], plain.situations[i]));
  }
  t.obligations = arena.obligations();
  t.lemmas = arena.lemmas();
  return t;
}

}  // namespace schedproof::solver
