// SPDX-License-Identifier: GPL-2.0-or-later
// What reading a scenario file throws: what() is "FILE:LINE: PLACE: what is wrong; what is accepted".
#pragma once

#include <stdexcept>
#include <string>

namespace schedproof::counterexamples {

class BadScenarioFile : public std::runtime_error {
 public:
  /// `line` counts from 1, 0 = the file as a whole; `place` is a path in the document ("tasks[1].cpu"), "" =
  /// its top.
  BadScenarioFile(std::string file, int line, std::string place, const std::string& reason)
      : std::runtime_error(file + (line > 0 ? ":" + std::to_string(line) : "") + ": " +
                           (place.empty() ? "" : place + ": ") + reason),
        file_(std::move(file)),
        line_(line),
        place_(std::move(place)) {}
  const std::string& file() const { return file_; }
  int line() const { return line_; }
  const std::string& place() const { return place_; }

 private:
  std::string file_;
  int line_;
  std::string place_;
};

}  // namespace schedproof::counterexamples
