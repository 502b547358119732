// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/located_json.h"

#include <iterator>
#include <vector>

namespace schedproof::counterexamples {

namespace {

/// How far the parser has read.
struct Position {
  int line = 1;
  char last = 0;
};

/// Hands characters to the parser and counts the lines that it has taken.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, Position* position) : at_(at), position_(position) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    position_->last = *at_;
    if (*at_ == '\n') ++position_->line;
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  Position* position_;
};

std::string escaped(const std::string& key) {
  std::string out;
  for (char c : key) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return out;
}

/// Builds the document from the parser's events and notes the line of each value.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(LocatedJson& out, const Position& position) : out_(out), position_(position) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool v) override { return add(v); }
  bool number_integer(number_integer_t v) override { return add(v); }
  bool number_unsigned(number_unsigned_t v) override { return add(v); }
  bool number_float(number_float_t v, const string_t&) override { return add(v); }
  bool string(string_t& v) override { return add(v); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(nlohmann::json::object()); }
  bool start_array(std::size_t) override { return open(nlohmann::json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    Level& level = levels_.back();
    level.key = key;
    const std::string pointer = level.pointer + "/" + escaped(key);
    if (level.value->contains(key))
      throw BadScenarioFile(
          out_.file, position_.line, place_of(pointer),
          "this key stands twice in one object; the first is on line " + std::to_string(out_.lines[pointer]));
    out_.lines[pointer] = position_.line;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    std::string text = error.what();
    if (const auto at = text.find("] "); at != std::string::npos) text = text.substr(at + 2);
    if (const auto at = text.find(": "); at != std::string::npos) text = text.substr(at + 2);
    throw BadScenarioFile(out_.file, position_.line, "", "this is not JSON: " + text);
  }

 private:
  struct Level {
    nlohmann::json* value;
    std::string pointer;
    std::string key;
  };

  /// Where the value goes that comes now.
  std::pair<nlohmann::json*, std::string> place(nlohmann::json&& value) {
    if (levels_.empty()) {
      out_.lines[""] = line();
      out_.value = std::move(value);
      return {&out_.value, ""};
    }
    Level& level = levels_.back();
    if (level.value->is_object()) {
      auto& slot = (*level.value)[level.key];
      slot = std::move(value);
      return {&slot, level.pointer + "/" + escaped(level.key)};
    }
    const std::string pointer = level.pointer + "/" + std::to_string(level.value->size());
    out_.lines[pointer] = line();
    level.value->push_back(std::move(value));
    return {&level.value->back(), pointer};
  }
  template <class T>
  bool add(T&& value) {
    place(nlohmann::json(std::forward<T>(value)));
    return true;
  }
  bool open(nlohmann::json&& value) {
    if (static_cast<int>(levels_.size()) >= kMaxNesting)
      throw BadScenarioFile(
          out_.file, position_.line, "",
          "nested deeper than the " + std::to_string(kMaxNesting) + " levels that are accepted");
    auto [at, pointer] = place(std::move(value));
    levels_.push_back({at, pointer, {}});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return true;
  }
  /// To see a number's end the parser reads one character more, which may be the line's end.
  int line() const { return position_.line - (position_.last == '\n' ? 1 : 0); }

  LocatedJson& out_;
  const Position& position_;
  std::vector<Level> levels_;
};

}  // namespace

int LocatedJson::line_of(std::string pointer) const {
  for (;;) {
    if (const auto it = lines.find(pointer); it != lines.end()) return it->second;
    const auto slash = pointer.rfind('/');
    if (slash == std::string::npos) return 1;
    pointer.resize(slash);
  }
}

LocatedJson parse_located_json(const std::string& file, std::string_view text) {
  LocatedJson out;
  out.file = file;
  if (text.size() > kMaxFileBytes)
    throw BadScenarioFile(
        file, 0, "",
        "has " + std::to_string(text.size()) + " bytes; accepted are " + std::to_string(kMaxFileBytes));
  Position position;
  Builder builder(out, position);
  nlohmann::json::sax_parse(CountingIterator(text.data(), &position),
                            CountingIterator(text.data() + text.size(), &position), &builder,
                            nlohmann::json::input_format_t::json, true, true);
  return out;
}

std::string place_of(const std::string& pointer) {
  std::string out;
  for (std::size_t i = 0; i < pointer.size();) {
    const auto end = std::min(pointer.find('/', i + 1), pointer.size());
    std::string part = pointer.substr(i + 1, end - i - 1);
    const bool index = !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
    for (std::size_t at = 0; (at = part.find('~', at)) != std::string::npos; ++at)
      part.replace(at, 2, part[at + 1] == '1' ? "/" : "~");
    if (index)
      out += "[" + part + "]";
    else
      out += (out.empty() ? "" : ".") + part;
    i = end;
  }
  return out;
}

Cursor Cursor::operator[](const std::string& key) const {
  return {*document_, &value_->at(key), pointer_ + "/" + escaped(key)};
}

Cursor Cursor::at(std::size_t index) const {
  return {*document_, &value_->at(index), pointer_ + "/" + std::to_string(index)};
}

model::CpuMask Cursor::cpu_list() const {
  if (value_->is_array()) {
    model::CpuMask mask;
    for (std::size_t i = 0; i < size(); ++i) mask.set(at(i).small());
    return mask;
  }
  try {
    return model::CpuMask::from_list(text());
  } catch (const std::invalid_argument& error) {
    fail(error.what());
  }
}

void Cursor::fail(const std::string& reason) const {
  throw BadScenarioFile(document_->file, document_->line_of(pointer_), place(), reason);
}

}  // namespace schedproof::counterexamples
