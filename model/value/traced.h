// SPDX-License-Identifier: GPL-2.0-or-later
// Concrete, with a record of every decision and its numbers, and with overrides applied. Explanations,
// replay, decision coverage and mutants come from here.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/value/concrete.h"
#include "model/value/overrides.h"

namespace schedproof::model {

/// One decision as it was taken.
struct Decision {
  struct Value {
    const char* name;
    std::int64_t value;
    friend bool operator==(const Value& a, const Value& b) {
      return std::string_view(a.name) == b.name && a.value == b.value;
    }
  };
  const char* name;  // "sis.target_idle"; string literals of the rules, so they live for ever
  bool outcome;
  std::vector<Value> values;
  friend bool operator==(const Decision& a, const Decision& b) {
    return std::string_view(a.name) == b.name && a.outcome == b.outcome && a.values == b.values;
  }
};
using Trace = std::vector<Decision>;

struct Traced : Concrete {
  Traced() = default;
  /// `trace` (may be null: nothing is recorded) and `overrides` (may be null) must outlive this object.
  Traced(Trace* trace, const Overrides* overrides) : trace_(trace), overrides_(overrides) {}

  template <class... N>
  bool when(const char* name, bool cond, const N&... values) const {
    const bool outcome = overrides_ == nullptr ? cond : overrides_->decide(name, cond);
    if (trace_ != nullptr)
      trace_->push_back(
          {name, outcome, {Decision::Value{values.name, static_cast<std::int64_t>(values.value)}...}});
    return outcome;
  }
  bool test(const char* name, bool cond) const {
    return overrides_ == nullptr ? cond : overrides_->decide(name, cond);
  }
  template <class T>
  T param(const char* name, T value) const {
    if (overrides_ != nullptr)
      if (const auto* set = overrides_->param(name)) return static_cast<T>(*set);
    return value;
  }

 private:
  Trace* trace_ = nullptr;
  const Overrides* overrides_ = nullptr;
};

}  // namespace schedproof::model
