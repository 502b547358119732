// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/arena.h"

#include <z3.h>

#include "solver/int_choice.h"

namespace schedproof::solver {

namespace {

constexpr std::size_t kMaxPaths = 20000;  // through one body; rules have fewer than a hundred

Z3_context make_context() {
  const Z3_config config = Z3_mk_config();
  const Z3_context context = Z3_mk_context(config);
  Z3_del_config(config);
  // No handler: a failed call answers null, which made() turns into an exception.
  Z3_set_error_handler(context, nullptr);
  return context;
}

}  // namespace

Arena::Arena() : context_(make_context()) {}
Arena::~Arena() { Z3_del_context(context_); }

_Z3_ast* Arena::made(_Z3_ast* ast) const {
  if (ast == nullptr || Z3_get_error_code(context_) != Z3_OK)
    throw SolverFault(std::string("the solver refused a term: ") +
                      Z3_get_error_msg(context_, Z3_get_error_code(context_)));
  return ast;
}

_Z3_ast* Arena::raw(const SymBool& b) {
  if (b.is_constant()) return made(b.constant() ? Z3_mk_true(context_) : Z3_mk_false(context_));
  if (b.arena() != this) throw std::logic_error("a term of another arena");
  return b.positive() ? b.ast() : made(Z3_mk_not(context_, b.ast()));
}

_Z3_ast* Arena::raw(const IntTerm& t) {
  if (!t.is_constant()) {
    if (t.arena != this) throw std::logic_error("a term of another arena");
    return t.ast;
  }
  const Z3_sort sort = Z3_mk_int_sort(context_);
  if (t.lo >= std::numeric_limits<std::int64_t>::min() && t.lo <= std::numeric_limits<std::int64_t>::max())
    return made(Z3_mk_int64(context_, static_cast<std::int64_t>(t.lo), sort));
  if (t.lo >= 0 && t.lo <= std::numeric_limits<std::uint64_t>::max())
    return made(Z3_mk_unsigned_int64(context_, static_cast<std::uint64_t>(t.lo), sort));
  throw std::logic_error("a constant outside every kernel type");
}

SymBool Arena::free_bool(const std::string& name) {
  if (!names_.insert(name).second) throw std::logic_error("variable '" + name + "' exists");
  const Z3_symbol symbol = Z3_mk_string_symbol(context_, name.c_str());
  return {this, made(Z3_mk_const(context_, symbol, Z3_mk_bool_sort(context_))), true};
}

IntTerm Arena::free_int(const std::string& name, Wide lo, Wide hi) {
  if (lo > hi) throw std::logic_error("variable '" + name + "' has an empty range");
  if (!names_.insert(name).second) throw std::logic_error("variable '" + name + "' exists");
  if (lo == hi) return IntTerm::constant(lo);
  const Z3_symbol symbol = Z3_mk_string_symbol(context_, name.c_str());
  const Z3_ast ast = made(Z3_mk_const(context_, symbol, Z3_mk_int_sort(context_)));
  const Z3_ast low = raw(IntTerm::constant(lo)), high = raw(IntTerm::constant(hi));
  require({this, made(Z3_mk_ge(context_, ast, low)), true});
  require({this, made(Z3_mk_le(context_, ast, high)), true});
  return {this, ast, lo, hi};
}

SymNr Arena::free_nr(const std::string& name, const std::vector<int>& values) {
  if (values.size() == 1) return SymNr(values.front());
  std::vector<SymNr::Possible> possible;
  SymBool earlier{false};
  for (int value : values) {
    const SymBool here = free_bool(name + "=" + std::to_string(value));
    require(!(earlier && here));
    earlier = earlier || here;
    possible.push_back({value, here});
  }
  require(earlier);
  return SymNr(std::move(possible));
}

void Arena::learn(const SymBool& fact) {
  if (fact.is_constant() || known(fact) == 1) return;
  // A fact against an earlier one (a path that cannot be) goes to the path but does not replace it.
  const bool first = facts_by_term_.emplace(fact.ast(), fact.positive()).second;
  facts_.push_back(fact);
  fact_is_first_.push_back(first);
}

void Arena::forget(std::size_t mark) {
  while (facts_.size() > mark) {
    if (fact_is_first_.back()) facts_by_term_.erase(facts_.back().ast());
    facts_.pop_back();
    fact_is_first_.pop_back();
  }
}

int Arena::known(const SymBool& b) const {
  if (b.is_constant()) return b.constant() ? 1 : 0;
  if (const auto it = facts_by_term_.find(b.ast()); it != facts_by_term_.end())
    return it->second == b.positive() ? 1 : 0;
  const auto dual = dual_.find(b.ast());  // stands for the positive literal
  if (dual == dual_.end()) return -1;
  const auto it = facts_by_term_.find(dual->second.ast());
  if (it == facts_by_term_.end()) return -1;
  return (it->second == dual->second.positive()) == b.positive() ? 1 : 0;
}

void Arena::make_dual(const SymBool& a, const SymBool& b) {
  if (a.is_constant() || b.is_constant() || a.positive() || b.positive() || a.ast() == b.ast()) return;
  if (dual_.contains(a.ast()) || dual_.contains(b.ast())) return;
  dual_.emplace(a.ast(), b);
  dual_.emplace(b.ast(), a);
}

SymBool Arena::dual(const SymBool& b) const {
  const auto it = dual_.find(b.ast());
  return it == dual_.end() ? b : it->second;
}

SymBool Arena::path() const { return conjunction(facts_); }

void Arena::note_comparison(const SymBool& result, const IntTerm& a, const IntTerm& b, bool strict) {
  if (follow_order_)
    comparisons_[result.positive() ? 1 : 0].insert_or_assign(result.ast(), Comparison{a, b, strict});
}

const Arena::Comparison* Arena::comparison(const SymBool& b) const {
  const auto& by_term = comparisons_[b.positive() ? 1 : 0];
  const auto it = by_term.find(b.ast());
  return it == by_term.end() ? nullptr : &it->second;
}

bool Arena::picks_smaller(const SymBool& c, const IntTerm& a, const IntTerm& b) const {
  const auto orders = [&](const SymBool& s, bool strict) {
    const Comparison* known = comparison(s);
    return known != nullptr && known->strict == strict && identical(known->a, a) && identical(known->b, b);
  };
  if (orders(c, true)) return true;
  if (c.positive() || Z3_get_ast_kind(context_, c.ast()) != Z3_APP_AST) return false;
  const Z3_app app = Z3_to_app(context_, c.ast());
  if (Z3_get_decl_kind(context_, Z3_get_app_decl(context_, app)) != Z3_OP_AND) return false;
  // c is a disjunction: its parts are the negated arguments.
  bool less = false;
  for (unsigned i = 0; i < Z3_get_app_num_args(context_, app); ++i) {
    const Z3_ast arg = Z3_get_app_arg(context_, app, i);
    const bool negated =
        Z3_get_ast_kind(context_, arg) == Z3_APP_AST &&
        Z3_get_decl_kind(context_, Z3_get_app_decl(context_, Z3_to_app(context_, arg))) == Z3_OP_NOT;
    const SymBool part(c.arena(), negated ? Z3_get_app_arg(context_, Z3_to_app(context_, arg), 0) : arg,
                       negated);
    if (orders(part, true))
      less = true;
    else if (!orders(part, false))
      return false;
  }
  return less;
}

void Arena::add_lemmas(const std::vector<SymBool>& lemmas) {
  lemmas_.insert(lemmas_.end(), lemmas.begin(), lemmas.end());
}

bool Arena::decide(const SymBool& b) {
  if (const int value = known(b); value >= 0) return value == 1;
  if (explorer_ == nullptr)
    throw std::logic_error("a decision outside join, scan and for_value was used in a plain condition");
  return explorer_->decide(b);
}

void Arena::oblige(const SymBool& ok, const std::string& what) {
  const SymBool claim = !path() || ok;
  if (claim.is_true()) return;
  if (!claim.is_constant() && !obliged_.insert(raw(claim)).second) return;
  obligations_.push_back(
      {claim, last_decision_ == nullptr ? what : what + " (after decision " + last_decision_ + ")"});
}

void Arena::forget_obligations() {
  obligations_.clear();
  obliged_.clear();
}

void Arena::saw_decision(const char* name, const SymBool& outcome) {
  last_decision_ = name;
  auto it = decisions_seen_.find(name);
  if (it == decisions_seen_.end()) it = decisions_seen_.emplace(name, DecisionSeen{}).first;
  if (!outcome.is_constant())
    it->second.open = true;
  else
    (outcome.constant() ? it->second.constant_true : it->second.constant_false) = true;
}

Explorer::Explorer(Arena& arena) : arena_(arena), enclosing_(arena.explorer_), mark_(arena.facts_.size()) {
  arena_.explorer_ = this;
}

Explorer::~Explorer() {
  arena_.forget(mark_);
  arena_.explorer_ = enclosing_;
}

void Explorer::begin_run() {
  position_ = 0;
  ++arena_.paths;
  if (++runs_ > kMaxPaths) throw TooManyPaths("a rule body has too many paths to enumerate");
}

void Explorer::end_run() {
  if (position_ != choices_.size())
    throw std::logic_error("a joined body took fewer decisions when it was run again");
  arena_.forget(mark_);
}

bool Explorer::decide(const SymBool& b) {
  if (position_ == choices_.size())
    choices_.push_back({b, true});
  else if (!identical(choices_[position_].condition, b))
    throw std::logic_error("a joined body took another decision when it was run again");
  const bool side = choices_[position_++].side;
  arena_.learn(side ? b : !b);
  return side;
}

}  // namespace schedproof::solver
