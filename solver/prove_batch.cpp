// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove_batch.h"

#include "properties/registry.h"
#include "solver/decode.h"
#include "solver/symbolic_rules.h"

namespace schedproof::solver {

namespace {

const char* word(model::Placement why) {
  return why == model::Placement::wake ? "wake" : why == model::Placement::fork ? "fork" : "exec";
}

class Batch {
 public:
  explicit Batch(const ProofTask& task)
      : task_(task),
        symbolic_(arena_, &task.policy.overrides),
        rules_(model::make_rules<Symbolic>(task.policy, symbolic_)),
        check_(properties::decision_check<Symbolic>(task.claim.id)),
        free_(arena_, task.domains, task.policy, task.options.bounds),
        solver_(arena_, {task.options.rlimit, task.options.seed}) {
    result_.situations.assign(task.claim.situations.size(), false);
  }

  BatchResult run(std::span<const ProofCase> cases) {
    for (const ProofCase& c : cases) {
      if (task_.stop()) {
        inconclusive(c, "stopped before this case");
        result_.smt.clear();
        break;
      }
      solver_.push();
      prove_case(c);
      if (result_.final()) break;
      solver_.pop();
      ++result_.done;
      task_.case_done();
    }
    result_.queries = solver_.queries();
    result_.steps = solver_.steps();
    return std::move(result_);
  }

 private:
  static std::string place(const ProofCase& c) {
    return std::string(word(c.why)) + " with this_cpu " + std::to_string(c.this_cpu) + " and wake_cpu " +
           std::to_string(c.wake_cpu);
  }
  void inconclusive(const ProofCase& c, const std::string& what) {
    if (!result_.inconclusive) {
      result_.reason = place(c) + ": " + what;
      result_.smt = solver_.dump();
    }
    result_.inconclusive = true;
  }
  Sat ask(const SymBool& what) {
    if (what.is_false()) return Sat::no;
    const SymBool also[] = {what};
    return solver_.check(also);
  }

  void prove_case(const ProofCase& c) {
    const CaseTerms terms = case_terms(arena_, free_, *rules_, check_, c);
    if (terms.premise.is_false()) return;
    for (const SymBool& lemma : terms.lemmas) solver_.add(lemma);
    solver_.add(terms.premise);
    switch (solver_.check()) {
      case Sat::no:
        return;
      case Sat::unknown:
        return inconclusive(c, "premise not decided within the budget");
      case Sat::yes:
        ++result_.premise_met;
    }
    for (std::size_t i = 0; i < terms.situations.size(); ++i)
      if (!result_.situations[i]) reach(c, terms, i);
    result_.obligations += terms.obligations.size();
    std::vector<SymBool> claims;
    for (const auto& o : terms.obligations) claims.push_back(o.claim);
    const SymBool no_wrap = conjunction(claims);
    // A term stands for the kernel's number only where nothing wraps.
    switch (ask(!terms.holds && no_wrap)) {
      case Sat::no:
        break;
      case Sat::yes:
        return refute(terms, !terms.holds && no_wrap);
      case Sat::unknown:
        inconclusive(c, "claim not decided within the budget");
    }
    switch (ask(!no_wrap)) {
      case Sat::no:
        break;
      case Sat::yes:
        return find_wraps(terms);
      case Sat::unknown:
        inconclusive(c, "no-wrap obligations not decided within the budget");
    }
  }

  void reach(const ProofCase& c, const CaseTerms& terms, std::size_t i) {
    switch (ask(terms.situations[i])) {
      case Sat::yes:
        result_.situations[i] = true;
        break;
      case Sat::no:
        break;
      // Another case may still reach it; if none does, the verdict must not be "vacuous".
      case Sat::unknown:
        inconclusive(c, "situation not decided within the budget");
        break;
    }
  }

  /// A model says that the claim is broken: the concrete rules have the last word.
  void refute(const CaseTerms& terms, const SymBool& broken) {
    solver_.add(broken);
    const std::string smt = solver_.dump();
    make_plain(solver_, terms);
    auto scenario = decode(solver_, terms, task_.policy, task_.domains, task_.options.domains);
    result_.scenario = scenario;
    std::string why_not;
    try {
      const auto finding = task_.options.judge(task_.claim, task_.policy, scenario);
      if (finding.violated()) {
        result_.violated = true;
        result_.reason = finding.because;
        return;
      }
      why_not = finding.premise ? "the claim holds of it" : "the claim's premise does not hold of it";
    } catch (const std::exception& e) {
      why_not = e.what();
    }
    result_.faulty = true;
    result_.smt = smt;
    result_.reason = place(terms.what) + ": the solver's counterexample does not replay: " + why_not;
  }

  /// Reports each operation that can wrap, once, with a plain state in which it does. If the claim breaks
  /// there, that is a violation like any other.
  void find_wraps(const CaseTerms& terms) {
    for (const auto& o : terms.obligations) {
      if (ask(!o.claim) != Sat::yes) continue;
      solver_.push();
      solver_.add(!o.claim);
      if (solver_.check() == Sat::yes) {
        make_plain(solver_, terms);
        Wrap wrap{o.what, decode(solver_, terms, task_.policy, task_.domains, task_.options.domains)};
        inconclusive(terms.what, "an operation can wrap: " + o.what);
        bool known = false;
        for (const auto& w : result_.wraps) known = known || w.what == wrap.what;
        if (!known) result_.wraps.push_back(std::move(wrap));
      }
      solver_.pop();
    }
  }

  const ProofTask& task_;
  Arena arena_;
  Symbolic symbolic_;
  std::unique_ptr<model::Era<Symbolic>> rules_;
  properties::DecisionCheck<Symbolic> check_;
  FreeState free_;
  SmtSolver solver_;
  BatchResult result_;
};

}  // namespace

BatchResult prove_batch(const ProofTask& task, std::span<const ProofCase> cases) {
  try {
    return Batch(task).run(cases);
  } catch (const TooManyPaths& e) {
    BatchResult r;
    r.inconclusive = true;
    r.reason = e.what();
    r.situations.assign(task.claim.situations.size(), false);
    return r;
  } catch (const SolverFault& e) {
    BatchResult r;
    r.faulty = true;
    r.reason = e.what();
    r.situations.assign(task.claim.situations.size(), false);
    return r;
  }
}

}  // namespace schedproof::solver
