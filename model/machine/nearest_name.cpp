// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/nearest_name.h"

#include <algorithm>
#include <numeric>

namespace schedproof::model {

namespace {

/// Levenshtein distance, one row at a time.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  const auto common_prefix = [&](std::string_view other) {
    return std::mismatch(name.begin(), name.end(), other.begin(), other.end()).first - name.begin();
  };
  std::string best;
  std::size_t fewest = 0;
  for (const auto& candidate : known) {
    const std::size_t n = edits(name, candidate);
    const std::size_t limit = std::max<std::size_t>(2, std::max(name.size(), candidate.size()) / 3);
    if (n > limit || n >= std::max(name.size(), candidate.size())) continue;
    if (best.empty() || n < fewest || (n == fewest && common_prefix(candidate) > common_prefix(best)))
      best = candidate, fewest = n;
  }
  return best;
}

std::string unknown_name_text(std::string_view kind, std::string_view name,
                              const std::vector<std::string>& known) {
  std::string text = "no " + std::string(kind) + " is called \"" + std::string(name) + "\"";
  if (const auto near = nearest_name(name, known); !near.empty()) text += "; did you mean " + near + "?";
  text += text.back() == '?' ? " Known are " : "; known are ";
  for (std::size_t i = 0; i < known.size(); ++i) text += (i == 0 ? "" : ", ") + known[i];
  return text;
}

}  // namespace schedproof::model
