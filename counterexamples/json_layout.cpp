// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/json_layout.h"

namespace schedproof::counterexamples {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kWidth = 110;

std::string scalar(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string one_line(const Json& value) {
  if (!value.is_structured()) return scalar(value);
  if (value.empty()) return value.is_object() ? "{}" : "[]";
  std::string out;
  for (const auto& [key, item] : value.items()) {
    if (!out.empty()) out += ", ";
    if (value.is_object()) out += scalar(key) + ": ";
    out += one_line(item);
  }
  return value.is_object() ? "{ " + out + " }" : "[" + out + "]";
}

/// Several objects are read as a table, one a line.
bool table(const Json& value) { return value.is_array() && value.size() > 1 && value[0].is_object(); }

/// `used`: columns that stand before the value, and one for the comma behind it.
void print(const Json& value, std::size_t indent, std::size_t used, std::string& out) {
  const std::string flat = one_line(value);
  if (!value.is_structured() || value.empty() ||
      (indent > 0 && !table(value) && used + flat.size() <= kWidth)) {
    out += flat;
    return;
  }
  const std::string margin(indent + 2, ' ');
  out += value.is_object() ? "{" : "[";
  bool first = true;
  for (const auto& [key, item] : value.items()) {
    out += (first ? "\n" : ",\n") + margin;
    first = false;
    const std::string label = value.is_object() ? scalar(key) + ": " : "";
    out += label;
    print(item, indent + 2, indent + 2 + label.size() + 1, out);
  }
  out += "\n" + std::string(indent, ' ') + (value.is_object() ? "}" : "]");
}

}  // namespace

std::string laid_out(const Json& value) {
  std::string out;
  print(value, 0, 0, out);
  return out + "\n";
}

}  // namespace schedproof::counterexamples
