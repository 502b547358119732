// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove.h"

#include <chrono>
#include <mutex>
#include <thread>

#include "properties/registry.h"
#include "solver/prove_batch.h"

namespace schedproof::solver {

using model::Cpu;
using model::DomainState;
using model::Placement;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t kCasesPerBatch = 32;  // bounds an arena's memory

DomainState boot(const model::Policy& policy, const model::Machine& machine,
                 const model::DomainOptions& wanted) {
  auto options = wanted;
  options.force_sd_overlap = options.force_sd_overlap || policy.features.force_sd_overlap;
  model::validate(machine, policy.domains->llc_may_cross_node());
  DomainState domains = policy.domains->init(machine, options);
  domains.overrides = policy.overrides;
  policy.domains->apply(domains, model::DomainEvent{});
  return domains;
}

/// A CPU from which a wakeup of a task of `t` is affine: the nearest by domains, else any other.
Cpu other_cpu(const DomainState& s, Cpu t) {
  for (auto* sd = s.domains.base(t); sd != nullptr; sd = s.domains.parent(*sd))
    if (sd->has(model::SD_WAKE_AFFINE))
      for (Cpu c : sd->span)
        if (c != t) return c;
  for (Cpu c : s.online& s.active)
    if (c != t) return c;
  return t;
}

/// Runs the batches on `jobs` threads. A batch after one whose result is final is not needed, and its result
/// is dropped, so that what is reported does not depend on who was faster.
std::vector<BatchResult> run_batches(const ProofTask& task, const std::vector<ProofCase>& cases,
                                     unsigned jobs) {
  const std::size_t batches = (cases.size() + kCasesPerBatch - 1) / kCasesPerBatch;
  std::vector<BatchResult> results(batches);
  std::atomic<std::size_t> next{0}, last{batches};  // batches from `last` on are not needed
  std::exception_ptr failure;
  std::mutex lock;
  const auto work = [&] {
    for (std::size_t b; (b = next++) < batches;) {
      if (b >= last) continue;
      try {
        const auto first = cases.begin() + static_cast<std::ptrdiff_t>(b * kCasesPerBatch);
        const auto count = std::min(kCasesPerBatch, cases.size() - b * kCasesPerBatch);
        results[b] = prove_batch(task, {first, count});
      } catch (...) {
        const std::lock_guard guard(lock);
        failure = std::current_exception();
        last = 0;
        return;
      }
      if (!results[b].final()) continue;
      const std::lock_guard guard(lock);
      last = std::min<std::size_t>(last, b + 1);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned j = 1; j < std::min<std::size_t>(jobs, batches); ++j) threads.emplace_back(work);
  work();
  for (auto& t : threads) t.join();
  if (failure) std::rethrow_exception(failure);
  results.resize(last);
  return results;
}

void add_up(ProofResult& all, BatchResult&& one, bool& inconclusive) {
  all.cases_done += one.done;
  all.premise_met += one.premise_met;
  all.obligations += one.obligations;
  all.queries += one.queries;
  all.steps += one.steps;
  for (std::size_t i = 0; i < one.situations.size(); ++i)
    if (one.situations[i]) all.situations[i] = true;
  for (auto& wrap : one.wraps) {
    bool known = false;
    for (const auto& w : all.wraps) known = known || w.what == wrap.what;
    if (!known) all.wraps.push_back(std::move(wrap));
  }
  if (one.final()) {
    all.verdict = one.faulty ? Verdict::error : Verdict::violated;
    all.reason = std::move(one.reason);
    all.scenario = std::move(one.scenario);
    all.smt = std::move(one.smt);
  } else if (one.inconclusive && !inconclusive) {
    inconclusive = true;
    all.reason = std::move(one.reason);
    all.smt = std::move(one.smt);
  }
}

void conclude(ProofResult& r, const properties::Claim& claim, bool final, bool inconclusive) {
  if (final) return;
  if (inconclusive) {
    r.verdict = Verdict::inconclusive;
    return;
  }
  r.verdict = Verdict::holds;
  if (r.premise_met == 0) {
    r.verdict = Verdict::vacuous;
    r.reason = "no state meets the premise";
    return;
  }
  for (std::size_t i = 0; i < r.situations.size(); ++i)
    if (!r.situations[i]) {
      r.verdict = Verdict::vacuous;
      r.reason = "no state reaches the situation \"" + claim.situations[i] + "\"";
      return;
    }
}

void sign(ProofResult& r, const properties::Claim& claim, std::uint32_t seed) {
  if (!r.scenario) return;
  auto& s = *r.scenario;
  s.title = "breaks: " + claim.sentence;
  const char* verdict = r.verdict == Verdict::violated ? "violated" : "holds";
  s.claim = {claim.id, verdict, r.verdict == Verdict::violated ? r.reason : "",
             properties::to_string(claim.intent)};
  s.found_by = {"prove", seed, ""};
}

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::violated:
      return "violated";
    case Verdict::vacuous:
      return "vacuous";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::error:
      return "error";
    case Verdict::not_applicable:
      return "not applicable";
  }
  return "";
}

std::vector<ProofCase> proof_cases(const properties::Claim& claim, const DomainState& domains) {
  std::vector<ProofCase> cases;
  const model::CpuMask possible = domains.machine.possible(), here = domains.online & domains.active;
  for (const Placement why : claim.placements) {
    if (why != Placement::wake || claim.pairs == properties::Pairs::this_cpu) {
      for (Cpu c : here) cases.push_back({why, c, c});
    } else if (claim.pairs == properties::Pairs::target) {
      for (Cpu c : here) {
        cases.push_back({why, c, c});
        if (const Cpu other = other_cpu(domains, c); other != c) cases.push_back({why, other, c});
      }
    } else {
      for (Cpu c : here)
        for (Cpu w : possible) cases.push_back({why, c, w});
    }
  }
  return cases;
}

ProofResult prove(const properties::Claim& claim, const model::Policy& policy, const model::Machine& machine,
                  const ProofOptions& wanted) {
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  ProofOptions options = wanted;
  if (!options.judge) options.judge = properties::judge;
  ProofResult r;
  r.claim = claim.id;
  r.policy = policy.name;
  r.machine = machine.name;
  r.bound = options.bounds.in_words();
  r.situations.assign(claim.situations.size(), false);
  const DomainState domains = boot(policy, machine, options.domains);
  std::optional<std::string> why_not;
  if (claim.shape != properties::Shape::decision)
    why_not = "a claim about domains is concrete: it is judged, there is nothing to prove";
  else if (claim.not_applicable != nullptr)
    why_not = claim.not_applicable(domains);
  if (why_not) {
    r.verdict = Verdict::not_applicable;
    r.reason = *why_not;
    return r;
  }
  const auto cases = proof_cases(claim, domains);
  r.cases = cases.size();
  std::mutex lock;
  std::size_t done = 0;
  const ProofTask task{claim,
                       policy,
                       domains,
                       options,
                       [&] {
                         return (options.max_seconds > 0 && seconds() > options.max_seconds) ||
                                (options.stop && options.stop());
                       },
                       [&] {
                         const std::lock_guard guard(lock);
                         ++done;
                         if (options.progress) options.progress(done, cases.size());
                       }};
  bool final = false, inconclusive = false;
  for (auto& one : run_batches(task, cases, options.jobs)) {
    final = final || one.final();
    add_up(r, std::move(one), inconclusive);
  }
  conclude(r, claim, final, inconclusive);
  sign(r, claim, options.seed);
  r.seconds = seconds();
  return r;
}

}  // namespace schedproof::solver
