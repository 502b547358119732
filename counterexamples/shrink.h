// SPDX-License-Identifier: GPL-2.0-or-later
// The steps of minimise(). Each tries plainer scenarios than the current one and says whether one was taken.
// Together they end: every step lowers a measure that later ones in the list do not raise, or is bounded by
// the budget.
#pragma once

#include <vector>

#include "counterexamples/minimise.h"

namespace schedproof::counterexamples {

class Search {
 public:
  Search(model::Scenario start, const StillBreaks& still_breaks, int max_tries)
      : current_(std::move(start)), still_breaks_(still_breaks), max_tries_(max_tries) {}

  const model::Scenario& current() const { return current_; }
  bool spent() const { return tries_ >= max_tries_; }
  /// Takes the candidate if it differs from the current scenario and still breaks the claim.
  bool attempt(model::Scenario candidate);
  /// attempt() with a changed copy; `change` returns false if there is nothing to change.
  template <class Change>
  bool attempt_change(Change change) {
    model::Scenario candidate = current_;
    return change(candidate) && attempt(std::move(candidate));
  }
  int tries() const { return tries_; }
  int accepted() const { return accepted_; }

 private:
  model::Scenario current_;
  const StillBreaks& still_breaks_;
  int max_tries_;
  int tries_ = 0, accepted_ = 0;
};

using ShrinkStep = bool (*)(Search&);

/// Delta debugging of a set of `count()` items: `without(first, n)` tries the scenario without n items from
/// the first on; halves first, then quarters ... then single ones. True if anything went.
template <class Count, class Without>
bool remove_chunks(Search& search, Count count, Without without) {
  bool any = false;
  for (std::size_t size = std::max<std::size_t>(count(), 1); size >= 1; size /= 2)
    for (std::size_t first = 0; first < count() && !search.spent();)
      if (without(first, std::min(size, count() - first)))
        any = true;
      else
        first += size;
  return any;
}

// shrink_scenario.cpp: what happens, and to whom
/// Removes a task and what other tasks know of it; false if an event speaks of it.
bool erase_task(model::Scenario& scenario, std::size_t index);
bool drop_events(Search& search);
bool drop_tasks(Search& search);
bool drop_busy_cpus(Search& search);
bool drop_queue_overrides(Search& search);
bool plainer_tasks(Search& search);
bool plainer_domain_events(Search& search);

// shrink_wakers.cpp: who wakes, from where
bool plainest_wakeup(Search& search);
bool plainer_wakers(Search& search);

// shrink_numbers.cpp: loads, groups, options
bool drop_groups(Search& search);
bool default_options(Search& search);
bool smaller_numbers(Search& search);

// shrink_machine.cpp: CPUs and what they share
bool flat_machine(Search& search);
bool drop_cpus(Search& search);
bool merge_nodes(Search& search);
bool plainer_distances(Search& search);
bool merge_units(Search& search);
bool split_smt_and_clusters(Search& search);
bool plainer_cpus(Search& search);
bool lower_numbering(Search& search);

}  // namespace schedproof::counterexamples
