// SPDX-License-Identifier: GPL-2.0-or-later
// A JSON document that knows on which line each of its values stands, so that every complaint about a file
// can name one.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "counterexamples/bad_scenario_file.h"
#include "model/machine/cpu_mask.h"

namespace schedproof::counterexamples {

inline constexpr std::size_t kMaxFileBytes = 8 * 1024 * 1024;
inline constexpr int kMaxNesting = 32;

struct LocatedJson {
  std::string file;
  nlohmann::json value;
  std::map<std::string, int> lines;  // JSON pointer -> line of the key, or of the element

  /// The line of a JSON pointer ("/tasks/1/cpu"), or of its nearest ancestor that the document has.
  int line_of(std::string pointer) const;
};

/// Parses JSON in which comments are allowed. Throws BadScenarioFile: above kMaxFileBytes, nested deeper than
/// kMaxNesting, a key twice in one object, a syntax error.
LocatedJson parse_located_json(const std::string& file, std::string_view text);

/// "/tasks/1/cpu" as people write it: "tasks[1].cpu".
std::string place_of(const std::string& pointer);

/// One value of a document and the way to it. Documents outlive their cursors.
class Cursor {
 public:
  explicit Cursor(const LocatedJson& document) : Cursor(document, &document.value, "") {}

  bool has(const char* key) const { return value_->contains(key); }
  Cursor operator[](const std::string& key) const;  // of an object that has it
  Cursor at(std::size_t index) const;               // of an array
  std::size_t size() const { return value_->size(); }
  const nlohmann::json& json() const { return *value_; }
  const std::string& pointer() const { return pointer_; }
  std::string place() const { return place_of(pointer_); }

  /// The schema has checked types before these are called.
  std::string text() const { return value_->get<std::string>(); }
  bool yes() const { return value_->get<bool>(); }
  /// Numbers above 2^63 - 1 are accepted as the kernel's unsigned long.
  std::uint64_t number() const { return value_->get<std::uint64_t>(); }
  int small() const { return value_->get<int>(); }
  /// "0-3,8" or [0, 1, 2, 3, 8].
  model::CpuMask cpu_list() const;

  [[noreturn]] void fail(const std::string& reason) const;

 private:
  Cursor(const LocatedJson& document, const nlohmann::json* value, std::string pointer)
      : document_(&document), value_(value), pointer_(std::move(pointer)) {}

  const LocatedJson* document_;
  const nlohmann::json* value_;
  std::string pointer_;
};

}  // namespace schedproof::counterexamples
