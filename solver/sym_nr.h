// SPDX-License-Identifier: GPL-2.0-or-later
// A CPU or object number of the symbolic domain, and an affinity mask. A number is the finite set of its
// possible values, each with the condition under which it is this one: `nr == 3` is a look-up, and merging
// is per value. The conditions of one number exclude each other by construction.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "model/machine/cpu_mask.h"
#include "solver/sym_bool.h"

namespace schedproof::solver {

class SymNr {
 public:
  struct Possible {
    int value;
    SymBool when;
  };
  SymNr() = default;  // 0
  explicit SymNr(int value) : only_(value) {}
  /// Values in any order, each once; conditions exclude each other, and one is true.
  explicit SymNr(std::vector<Possible> possible);

  bool is_constant() const { return many_.empty(); }
  int constant() const { return only_; }
  /// All possible values, ascending; a constant's condition is true.
  std::vector<Possible> possible() const;
  SymBool is(int value) const;

  friend SymBool operator==(const SymNr& a, int b) { return a.is(b); }
  friend SymBool operator!=(const SymNr& a, int b) { return !a.is(b); }
  friend SymBool operator==(const SymNr& a, const SymNr& b);
  friend SymBool operator!=(const SymNr& a, const SymNr& b) { return !(a == b); }
  friend bool identical(const SymNr& a, const SymNr& b);

 private:
  int only_ = 0;
  std::vector<Possible> many_;  // ascending; empty: the constant only_
};

SymNr merge_nr(const SymBool& c, const SymNr& a, const SymNr& b);
/// One of several numbers, by guards of which one is true.
SymNr merge_nrs(std::span<const std::pair<SymBool, SymNr>> guarded);

/// One condition per CPU number.
class SymMask {
 public:
  SymMask() = default;  // empty
  explicit SymMask(std::vector<SymBool> bits) : bits_(std::move(bits)) {}
  explicit SymMask(const model::CpuMask& mask);
  SymBool test(model::Cpu c) const {
    return c >= 0 && static_cast<std::size_t>(c) < bits_.size() ? bits_[static_cast<std::size_t>(c)]
                                                                : SymBool{false};
  }

 private:
  std::vector<SymBool> bits_;
};

}  // namespace schedproof::solver
