// SPDX-License-Identifier: GPL-2.0-or-later
// Where the terms of one proof live: one solver context without reference counts, so that handles are plain
// values and everything goes at once. The arena also knows the path that is being explored, the facts that
// hold on it, and collects what the terms rest on: ranges of variables, and obligations.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "solver/sym_int.h"
#include "solver/sym_nr.h"

struct _Z3_context;  // NOLINT(bugprone-reserved-identifier)

namespace schedproof::solver {

/// `ok` must be true wherever the path leads here; `what` names the operation.
struct Obligation {
  SymBool claim;  // path implies ok
  std::string what;
};

/// Which constant or open outcomes a named decision had.
struct DecisionSeen {
  bool constant_true = false, constant_false = false, open = false;
};

/// The solver reported a fault of its own or of ours (not "unknown").
class SolverFault : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// More paths through one rule body than we are willing to enumerate.
class TooManyPaths : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Explorer;

class Arena {
 public:
  Arena();
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Variables, by names that appear in models and dumps. A name may be used once.
  SymBool free_bool(const std::string& name);
  IntTerm free_int(const std::string& name, Wide lo, Wide hi);
  template <class T>
  SymInt<T> free(const std::string& name, T lo, T hi) {
    return SymInt<T>::of(free_int(name, lo, hi), "variable");
  }
  /// One of `values` (at least one).
  SymNr free_nr(const std::string& name, const std::vector<int>& values);
  /// What every model must satisfy: the variables' ranges, and what was added by require().
  const std::vector<SymBool>& requirements() const { return requirements_; }
  void require(const SymBool& fact) { requirements_.push_back(fact); }

  // The path. A fact is a literal that holds on the path under exploration.
  /// Assumes `fact` until it is destroyed; they nest.
  class Assume {
   public:
    Assume(Arena& arena, const SymBool& fact) : arena_(arena), mark_(arena.facts_.size()) {
      arena.learn(fact);
    }
    ~Assume() { arena_.forget(mark_); }
    Assume(const Assume&) = delete;
    Assume& operator=(const Assume&) = delete;

   private:
    Arena& arena_;
    std::size_t mark_;
  };
  bool knows_true(const SymBool& b) const { return known(b) == 1; }
  bool knows_false(const SymBool& b) const { return known(b) == 0; }
  SymBool path() const;
  bool decide(const SymBool& b);  // for SymBool's conversion to bool

  /// Two terms of which one is true exactly where the other is false. Negating one then answers the other.
  void make_dual(const SymBool& a, const SymBool& b);
  SymBool dual(const SymBool& b) const;

  // The order of merged numbers (int_choice.h). Followed only while asked, for it costs time and memory.
  class FollowOrder {
   public:
    explicit FollowOrder(Arena& arena) : arena_(arena) { arena_.follow_order_ = true; }
    ~FollowOrder() { arena_.follow_order_ = false; }
    FollowOrder(const FollowOrder&) = delete;
    FollowOrder& operator=(const FollowOrder&) = delete;

   private:
    Arena& arena_;
  };
  bool follows_order() const { return follow_order_; }
  void note_comparison(const SymBool& result, const IntTerm& a, const IntTerm& b, bool strict);
  /// Does `c` say that a is less than b, or an alternative of a less than b and a equal to b?
  bool picks_smaller(const SymBool& c, const IntTerm& a, const IntTerm& b) const;
  void add_lemmas(const std::vector<SymBool>& lemmas);
  const std::vector<SymBool>& lemmas() const { return lemmas_; }
  void forget_lemmas() { lemmas_.clear(); }

  // Records.
  void oblige(const SymBool& ok, const std::string& what);
  const std::vector<Obligation>& obligations() const { return obligations_; }
  void forget_obligations();
  void saw_decision(const char* name, const SymBool& outcome);
  const std::map<std::string, DecisionSeen, std::less<>>& decisions_seen() const { return decisions_seen_; }
  bool nonlinear = false;  // a product or quotient of two terms was built
  std::size_t paths = 0;   // local paths explored

  _Z3_context* context() const { return context_; }
  /// The term of `b`, negation included.
  _Z3_ast* raw(const SymBool& b);
  _Z3_ast* raw(const IntTerm& t);  // not of a choice: whole() first
  /// Throws SolverFault if the solver could not make `ast`.
  _Z3_ast* made(_Z3_ast* ast) const;

 private:
  friend class Explorer;
  void learn(const SymBool& fact);
  void forget(std::size_t mark);
  int known(const SymBool& b) const;  // 1 true, 0 false, -1 open

  _Z3_context* context_;
  std::unordered_set<std::string> names_;
  std::vector<SymBool> requirements_;
  std::vector<SymBool> facts_;
  std::vector<bool> fact_is_first_;  // about its term
  std::unordered_map<_Z3_ast*, bool> facts_by_term_;
  std::unordered_map<_Z3_ast*, SymBool> dual_;
  struct Comparison {
    IntTerm a, b;
    bool strict;  // a < b, else a == b
  };
  const Comparison* comparison(const SymBool& b) const;
  bool follow_order_ = false;
  std::unordered_map<_Z3_ast*, Comparison> comparisons_[2];  // by sign
  std::vector<SymBool> lemmas_;
  Explorer* explorer_ = nullptr;
  std::vector<Obligation> obligations_;
  std::unordered_set<_Z3_ast*> obliged_;
  std::map<std::string, DecisionSeen, std::less<>> decisions_seen_;
  const char* last_decision_ = nullptr;
};

/// One enumeration of the local paths of a body, by re-execution: the true side of each open decision first.
/// Decisions that the facts of the path settle do not fork. Explorers nest (a joined rule calls another).
class Explorer {
 public:
  explicit Explorer(Arena& arena);
  ~Explorer();
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  void begin_run();
  void end_run();
  bool decide(const SymBool& b);
  std::size_t depth() const { return choices_.size(); }
  const SymBool& last_condition() const { return choices_.back().condition; }
  bool last_is_done() const { return !choices_.back().side; }
  void take_false_side() { choices_.back().side = false; }
  void drop_last() { choices_.pop_back(); }

 private:
  struct Choice {
    SymBool condition;
    bool side;
  };
  Arena& arena_;
  Explorer* enclosing_;
  std::size_t mark_;
  std::vector<Choice> choices_;
  std::size_t position_ = 0;
  std::size_t runs_ = 0;
};

}  // namespace schedproof::solver
