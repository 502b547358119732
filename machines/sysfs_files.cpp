// SPDX-License-Identifier: GPL-2.0-or-later
#include "machines/sysfs_files.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <stdexcept>

namespace schedproof::machines {

using model::Cpu;
using model::CpuMask;

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

[[noreturn]] void bad_map(std::string_view text, const std::string& why) {
  throw std::invalid_argument("CPU map \"" + std::string(text) + "\": " + why +
                              "; accepted are words of 8 hex digits with commas between, the highest first");
}

}  // namespace

CpuMask cpu_mask_from_hex(std::string_view text) {
  CpuMask mask;
  int bit = 0, digits_in_word = 0;
  if (text.empty()) bad_map(text, "it is empty");
  for (auto it = text.rbegin(); it != text.rend(); ++it) {
    if (*it == ',') {
      if (digits_in_word != 8) bad_map(text, "a word has not 8 digits");
      digits_in_word = 0;
      continue;
    }
    const int digit = hex_digit(*it);
    if (digit < 0) bad_map(text, std::string("'") + *it + "' is no hex digit");
    if (++digits_in_word > 8 && text.find(',') != std::string_view::npos)
      bad_map(text, "a word has more than 8 digits");
    for (int k = 0; k < 4; ++k, ++bit) {
      if ((digit >> k & 1) == 0) continue;
      if (bit >= model::kMaxCpus) bad_map(text, "CPU " + std::to_string(bit) + " is too large");
      mask.set(bit);
    }
  }
  return mask;
}

std::string trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\0'; };
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  return std::string(text);
}

std::optional<std::string> SysfsFiles::text(const std::string& path) const {
  const auto raw = tree_.read(join(base_, path));
  if (!raw) return std::nullopt;
  auto value = trimmed(*raw);
  if (value.empty()) return std::nullopt;
  return value;
}

std::optional<int> SysfsFiles::number(const std::string& path) const {
  const auto value = text(path);
  if (!value) return std::nullopt;
  const auto n = whole_number(*value);
  if (!n) bad(path, "\"" + *value + "\" is not a number");
  return n;
}

std::vector<int> SysfsFiles::numbers(const std::string& path) const {
  std::vector<int> values;
  std::istringstream words(text(path).value_or(""));
  for (std::string word; words >> word;) {
    const auto n = whole_number(word);
    if (!n) bad(path, "\"" + word + "\" is not a number");
    values.push_back(*n);
  }
  return values;
}

std::optional<CpuMask> SysfsFiles::list(const std::string& path) const {
  const auto raw = tree_.read(join(base_, path));
  if (!raw) return std::nullopt;
  const auto value = trimmed(*raw);
  if (value == "(null)") return CpuMask{};  // some kernels print no mask so
  try {
    return CpuMask::from_list(value);
  } catch (const std::invalid_argument& e) {
    bad(path, e.what());
  }
}

std::optional<CpuMask> SysfsFiles::mask(const std::vector<std::string>& paths) const {
  for (const auto& path : paths) {
    if (path.ends_with("list")) {
      if (const auto m = list(path)) return m;
    } else if (const auto value = text(path)) {
      try {
        return cpu_mask_from_hex(*value);
      } catch (const std::invalid_argument& e) {
        bad(path, e.what());
      }
    }
  }
  return std::nullopt;
}

std::vector<int> SysfsFiles::numbered(const std::string& dir, std::string_view prefix) const {
  std::vector<int> found;
  for (const auto& name : names(dir)) {
    if (!name.starts_with(prefix)) continue;
    const auto n = whole_number(std::string_view(name).substr(prefix.size()));
    if (n && *n >= 0) found.push_back(*n);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void SysfsFiles::bad(const std::string& path, const std::string& reason) const {
  throw BadInput(tree_.origin(), join(base_, path) + ": " + reason);
}

}  // namespace schedproof::machines
