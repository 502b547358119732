// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/generators/generate.h"

#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <chrono>
#include <iostream>

#include "properties/generators/draw.h"
#include "properties/generators/simpler.h"

namespace schedproof::properties {

using model::Policy;
using model::Scenario;

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Whether the policy can run the case to its end.
bool is_possible(const Policy& policy, const Scenario& s) {
  try {
    model::Runner runner(policy, s, false);
    while (!runner.done()) runner.step();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

rc::Gen<Scenario> drawn_case(const Claim& claim, const Policy& policy, const GenerateOptions& options) {
  return rc::gen::exec([&claim, &policy, &options] {
    Scenario s;
    s.policy = policy.name;
    s.overrides = options.overrides;
    s.machine =
        options.machine
            ? *options.machine
            : draw::machine({.max_cpus = options.max_cpus, .odd_distances = true, .absent_cpus = true});
    draw::case_for(claim, s);
    return s;
  });
}

rc::Gen<Scenario> case_generator(const Claim& claim, const Policy& policy, const GenerateOptions& options) {
  // RapidCheck's own shrinking of the drawn numbers is left out: a smaller number is not a simpler case.
  return rc::gen::shrink(rc::gen::noShrink(drawn_case(claim, policy, options)), [&](const Scenario& s) {
    return rc::seq::fromContainer(simpler_cases(s, policy, !options.machine));
  });
}

/// RapidCheck prints a configuration seed that is not ours when it is first asked; nobody else writes to cerr
/// meanwhile.
class QuietErrors {
 public:
  QuietErrors() : old_(std::cerr.rdbuf(nullptr)) {}
  ~QuietErrors() {
    std::cerr.rdbuf(old_);
    std::cerr.clear();
  }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  std::streambuf* old_;
};

/// What a run of the property keeps. RapidCheck runs the minimal case once more at the end, so the last
/// violation kept is the minimal one.
class Run {
 public:
  Run(const Claim& claim, const Policy& policy, const GenerateOptions& options, GenerateResult& result)
      : claim_(claim), policy_(policy), options_(options), result_(result), start_(Clock::now()) {
    result_.situations.assign(claim.situations.size(), 0);
  }

  /// May another case be drawn? A violation, once found, is shrunk to the end, which `breaks` hurries.
  bool time_is_up() {
    result_.out_of_time = result_.cases_to_violation == 0 && since(start_) > options_.seconds;
    return result_.out_of_time;
  }

  /// True if the case breaks the claim and counts.
  bool breaks(const Scenario& s) {
    const bool shrinking = result_.cases_to_violation != 0;
    if (!result_.error.empty() || (shrinking && since(start_) > options_.seconds * 2)) return false;
    try {
      const auto finding = judge(claim_, policy_, s);
      shrinking ? void(++result_.shrinks) : count(finding);
      if (!finding.violated() || (options_.only_unlisted && is_known(policy_, claim_, s.machine, s.options)))
        return false;
      if (!shrinking) {
        result_.cases_to_violation = result_.cases;
        result_.seconds_to_violation = since(start_);
      }
      keep(s, finding);
      return true;
    } catch (const std::exception& e) {
      result_.error = e.what();
      return false;
    }
  }
  double seconds() const { return since(start_); }

 private:
  void count(const Finding& finding) {
    ++result_.cases;
    if (finding.premise) ++result_.with_premise;
    for (std::size_t i = 0; i < finding.situations.size(); ++i)
      if (finding.premise && finding.situations[i]) ++result_.situations[i];
  }
  void keep(const Scenario& s, const Finding& finding) {
    result_.counterexample = s;
    result_.because = finding.because;
    result_.counterexample->claim =
        Scenario::Claim{claim_.id, "violated", finding.because, to_string(claim_.intent)};
    result_.counterexample->found_by = Scenario::FoundBy{"generate", options_.seed, SCHEDPROOF_VERSION};
  }

  const Claim& claim_;
  const Policy& policy_;
  const GenerateOptions& options_;
  GenerateResult& result_;
  Clock::time_point start_;
};

std::optional<std::string> not_applicable(const Claim& claim, const Policy& policy,
                                          const GenerateOptions& options) {
  if (!options.machine) return std::nullopt;
  return claim.not_applicable(policy.domains->boot(*options.machine, policy.features));
}

}  // namespace

std::optional<std::string> GenerateResult::unreached(const Claim& claim) const {
  if (not_applicable || violated()) return std::nullopt;
  if (with_premise == 0) return "no case met the premises";
  for (std::size_t i = 0; i < situations.size(); ++i)
    if (situations[i] == 0) return claim.situations[i];
  return std::nullopt;
}

GenerateResult generate(const Claim& claim, const Policy& policy, const GenerateOptions& options) {
  GenerateResult result;
  result.not_applicable = not_applicable(claim, policy, options);
  if (result.not_applicable) return result;
  Run run(claim, policy, options, result);
  const auto cases = case_generator(claim, policy, options);
  const auto property = [&] {
    if (run.time_is_up()) RC_DISCARD("the time is up");
    const Scenario s = *cases;
    const bool broken = run.breaks(s);
    RC_ASSERT_FALSE(broken);
  };
  rc::detail::TestParams params;
  params.seed = options.seed;
  params.maxSuccess = options.cases;
  params.maxSize = 60;
  params.maxDiscardRatio = 0;  // the generators discard nothing, so the first discard is the end
  rc::detail::TestListenerAdapter silent;
  const QuietErrors quiet;
  rc::detail::checkTestable(property, rc::detail::TestMetadata{claim.id, claim.sentence}, params, silent);
  result.seconds = run.seconds();
  return result;
}

std::vector<Scenario> simpler_cases(const Scenario& s, const Policy& policy, bool machine_too) {
  auto list = simpler(s, machine_too);
  std::erase_if(list, [&](const Scenario& c) { return !is_possible(policy, c); });
  return list;
}

std::vector<Scenario> draw_cases(const Claim& claim, const Policy& policy, const GenerateOptions& options,
                                 int count) {
  const auto cases = case_generator(claim, policy, options);
  std::vector<Scenario> out;
  for (int i = 0; i < count; ++i) {
    rc::Random random(options.seed * 1000003 + static_cast<std::uint64_t>(i));
    out.push_back(cases(random, 60 * i / std::max(1, count)).value());
  }
  return out;
}

}  // namespace schedproof::properties
