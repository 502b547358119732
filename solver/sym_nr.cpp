// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/sym_nr.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace schedproof::solver {

SymNr::SymNr(std::vector<Possible> possible) {
  std::erase_if(possible, [](const Possible& p) { return p.when.is_false(); });
  std::sort(possible.begin(), possible.end(),
            [](const Possible& a, const Possible& b) { return a.value < b.value; });
  if (possible.empty()) throw std::logic_error("a number needs a possible value");
  for (std::size_t i = 1; i < possible.size(); ++i)
    if (possible[i].value == possible[i - 1].value)
      throw std::logic_error("a number's value may be listed once only");
  if (possible.size() == 1)
    only_ = possible.front().value;
  else
    many_ = std::move(possible);
}

std::vector<SymNr::Possible> SymNr::possible() const {
  if (is_constant()) return {{only_, SymBool{true}}};
  return many_;
}

SymBool SymNr::is(int value) const {
  if (is_constant()) return SymBool{only_ == value};
  const auto at = std::lower_bound(many_.begin(), many_.end(), value,
                                   [](const Possible& p, int v) { return p.value < v; });
  return at != many_.end() && at->value == value ? at->when : SymBool{false};
}

SymBool operator==(const SymNr& a, const SymNr& b) {
  std::vector<SymBool> same;
  for (const auto& p : a.possible()) same.push_back(p.when && b.is(p.value));
  return disjunction(same);
}

bool identical(const SymNr& a, const SymNr& b) {
  if (a.is_constant() || b.is_constant()) return a.is_constant() && b.is_constant() && a.only_ == b.only_;
  return std::equal(a.many_.begin(), a.many_.end(), b.many_.begin(), b.many_.end(),
                    [](const SymNr::Possible& x, const SymNr::Possible& y) {
                      return x.value == y.value && identical(x.when, y.when);
                    });
}

SymNr merge_nr(const SymBool& c, const SymNr& a, const SymNr& b) {
  if (c.is_constant()) return c.constant() ? a : b;
  if (identical(a, b)) return a;
  std::map<int, SymBool> values;
  for (const auto& p : a.possible()) values[p.value] = SymBool{false};
  for (const auto& p : b.possible()) values[p.value] = SymBool{false};
  std::vector<SymNr::Possible> merged;
  for (const auto& [value, unused] : values)
    merged.push_back({value, merge_bool(c, a.is(value), b.is(value))});
  return SymNr(std::move(merged));
}

SymNr merge_nrs(std::span<const std::pair<SymBool, SymNr>> guarded) {
  std::map<int, std::vector<SymBool>> ways;
  for (const auto& [guard, nr] : guarded)
    for (const auto& p : nr.possible()) ways[p.value].push_back(guard && p.when);
  std::vector<SymNr::Possible> merged;
  for (const auto& [value, conditions] : ways) merged.push_back({value, disjunction(conditions)});
  return SymNr(std::move(merged));
}

SymMask::SymMask(const model::CpuMask& mask) {
  for (model::Cpu c : mask) {
    bits_.resize(static_cast<std::size_t>(c) + 1);
    bits_.back() = SymBool{true};
  }
}

}  // namespace schedproof::solver
