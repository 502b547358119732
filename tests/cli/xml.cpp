// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/cli/xml.h"

#include <cctype>
#include <map>
#include <stdexcept>

namespace schedproof::cli {

namespace {

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::vector<XmlElement> read() {
    if (take("<?xml ")) at_ = find("?>") + 2;
    while (at_ < text_.size()) {
      if (text_[at_] != '<')
        character_data();
      else if (take("</"))
        close();
      else if (take("<"))
        open();
    }
    if (!open_.empty()) fail("<" + open_.back() + "> is not closed");
    if (elements_.empty()) fail("no element");
    return elements_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("character " + std::to_string(at_) + ": " + what);
  }
  bool take(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }
  std::size_t find(const std::string& word) const {
    const auto found = text_.find(word, at_);
    if (found == std::string::npos) fail(word + " is missing");
    return found;
  }
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  std::string name() {
    const auto begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  std::string("_-.:").find(text_[at_]) != std::string::npos))
      ++at_;
    if (at_ == begin || std::isdigit(static_cast<unsigned char>(text_[begin])) != 0) fail("no name");
    return text_.substr(begin, at_ - begin);
  }
  char character() {
    static const std::map<std::string, char> entities{
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    const char c = text_[at_];
    if (c == '<') fail("a bare <");
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r')
      fail("a control character");
    if (c != '&') {
      ++at_;
      return c;
    }
    for (const auto& [entity, meaning] : entities)
      if (take(entity)) return meaning;
    fail("a bare &");
  }
  void character_data() {
    const auto begin = at_;
    while (at_ < text_.size() && text_[at_] != '<') character();
    const auto data = text_.substr(begin, at_ - begin);
    if (open_.empty() && data.find_first_not_of(" \t\r\n") != std::string::npos)
      fail("text outside the root");
  }
  void open() {
    XmlElement element;
    element.name = name();
    element.depth = open_.size();
    if (open_.empty() && !elements_.empty()) fail("a second root");
    for (blanks(); text_[at_] != '>' && text_[at_] != '/'; blanks()) {
      const auto key = name();
      if (!element.attribute(key).empty()) fail("two attributes " + key);
      if (!take("=\"")) fail("=\" is missing");
      std::string value;
      while (at_ < text_.size() && text_[at_] != '"') value += character();
      if (!take("\"")) fail("a value does not end");
      element.attributes.emplace_back(key, value);
      if (at_ >= text_.size()) fail("a tag does not end");
    }
    elements_.push_back(element);
    if (take("/>")) return;
    if (!take(">")) fail("> is missing");
    open_.push_back(element.name);
  }
  void close() {
    const auto closed = name();
    if (open_.empty() || open_.back() != closed) fail("</" + closed + "> closes nothing");
    open_.pop_back();
    if (!take(">")) fail("> is missing");
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
  std::vector<XmlElement> elements_;
};

}  // namespace

std::vector<XmlElement> read_xml(const std::string& text) { return Reader(text).read(); }

}  // namespace schedproof::cli
