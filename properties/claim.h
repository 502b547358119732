// SPDX-License-Identifier: GPL-2.0-or-later
// A claim: what should hold, of which it is said (its shape), with its real premises and the situations that
// a run must have reached before "holds" means anything. The list of all claims is in registry.h.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/run/run.h"

namespace schedproof::properties {

/// hard: no kernel may break it. policy: these eras promise it. performance: a cost that we watch.
enum class Intent { hard, policy, performance };
/// domains: of the trees of one moment. sequence: of a run of domain events. decision: of (before, event,
/// after).
enum class Shape { domains, sequence, decision };
const char* to_string(Intent intent);
const char* to_string(Shape shape);

/// What a claim says of one case.
struct Finding {
  bool premise = false;          // the claim speaks of this case
  std::vector<bool> situations;  // as Claim::situations, reached in this case
  bool holds = true;             // of no meaning without the premise
  std::string because;           // of a violation: the broken sentence with its numbers
  bool violated() const { return premise && !holds; }
};

/// A decision as a claim sees it: the state that the rules read, the request, the outcome.
template <class D>
struct DecisionView {
  const model::State<D>& before;
  const model::PlacementRequest<D>& request;
  const model::PlacementOutcome<D>& outcome;
  const model::Era<D>& era;  // claims may ask its single steps
};

/// The same finding over a number domain.
template <class D>
struct Check {
  typename D::Bool premise{false};
  std::vector<typename D::Bool> situations;
  typename D::Bool holds{true};
};

/// Judges a run of domain events while it happens.
class SequenceJudge {
 public:
  virtual ~SequenceJudge() = default;
  /// An event is about to happen.
  virtual void expect(const model::DomainEvent& /*event*/) {}
  virtual void see(const model::DomainState& state, model::DomainMoment moment) = 0;
  virtual Finding finding() const = 0;
};

/// Which (this_cpu, p->wake_cpu) pairs a proof must go through for the claim to be said of all of them.
enum class Pairs {
  all,       // every pair
  target,    // (t, t) and (another CPU, t): the claim is about the CPU given to select_idle_sibling
  this_cpu,  // (t, t): the claim does not read wake_cpu
};

struct Claim {
  std::string id{};  // "idle_sibling_shares_cache"
  std::string sentence{};
  std::string source{};  // kernel function, commit or document that promises it
  std::string cls{};     // P1 .. P18
  Intent intent = Intent::policy;
  Shape shape = Shape::decision;
  std::vector<std::string> premises{};         // in words
  std::vector<std::string> situations{};       // names of what must have been reached
  Pairs pairs = Pairs::all;                    // decision claims
  std::vector<model::Placement> placements{};  // decision claims: which kinds of placement it speaks of

  /// Why the claim cannot say anything on this machine and its domains; none = it can.
  std::optional<std::string> (*not_applicable)(const model::DomainState&) = nullptr;
  Finding (*judge_domains)(const model::DomainState&) = nullptr;  // shape domains
  std::unique_ptr<SequenceJudge> (*judge_sequence)() = nullptr;   // shape sequence
  /// shape decision: the violated sentence with its numbers filled in.
  std::string (*explain)(const DecisionView<model::Traced>&) = nullptr;
};

/// The check of a decision claim over one number domain; nullptr for other shapes and unknown ids.
/// Instantiated for Traced in properties/, for Symbolic in solver/ (by including
/// properties/decision_checks.h).
template <class D>
using DecisionCheck = Check<D> (*)(D& d, const DecisionView<D>& view);
template <class D>
DecisionCheck<D> decision_check(std::string_view id);

}  // namespace schedproof::properties
