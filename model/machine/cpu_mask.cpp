// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/cpu_mask.h"

#include <charconv>
#include <stdexcept>

namespace schedproof::model {

std::string CpuMask::to_list() const {
  std::string out;
  for (Cpu c = first(); c != -1;) {
    Cpu last = c;
    while (test(last + 1)) ++last;
    if (!out.empty()) out += ',';
    out += std::to_string(c);
    if (last > c) out += '-' + std::to_string(last);
    c = next(last);
  }
  return out;
}

namespace {

[[noreturn]] void bad_list(std::string_view text, std::string_view why) {
  throw std::invalid_argument("CPU list \"" + std::string(text) + "\": " + std::string(why) +
                              "; accepted is a list of CPU numbers and ranges below " +
                              std::to_string(kMaxCpus) + " such as \"0-3,8\"");
}

Cpu number(std::string_view text, std::string_view part) {
  int value = -1;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
  if (error != std::errc{} || end != part.data() + part.size() || value < 0)
    bad_list(text, "\"" + std::string(part) + "\" is not a CPU number");
  if (value >= kMaxCpus) bad_list(text, "CPU " + std::to_string(value) + " is too large");
  return value;
}

}  // namespace

CpuMask CpuMask::from_list(std::string_view text) {
  CpuMask mask;
  std::string_view rest = text;
  while (!rest.empty() && (rest.back() == '\n' || rest.back() == ' ')) rest.remove_suffix(1);
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    const auto part = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    if (comma != std::string_view::npos && rest.empty()) bad_list(text, "it ends in a comma");
    const auto dash = part.find('-');
    const Cpu first = number(text, part.substr(0, dash));
    const Cpu last = dash == std::string_view::npos ? first : number(text, part.substr(dash + 1));
    if (last < first) bad_list(text, "\"" + std::string(part) + "\" runs backwards");
    mask |= range(first, last);
  }
  return mask;
}

}  // namespace schedproof::model
