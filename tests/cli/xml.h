// SPDX-License-Identifier: GPL-2.0-or-later
// Is a text well-formed XML, as far as reports use it: a declaration, elements, attributes, text, the five
// named entities? No comments, no CDATA, no document type.
#pragma once

#include <string>
#include <vector>

namespace schedproof::cli {

struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;  // values unescaped
  std::size_t depth = 0;                                        // 0: the root
  std::string attribute(const std::string& key) const {
    for (const auto& [k, v] : attributes)
      if (k == key) return v;
    return "";
  }
};

/// The elements in document order. Throws std::runtime_error that says where the text is not well-formed.
std::vector<XmlElement> read_xml(const std::string& text);

}  // namespace schedproof::cli
