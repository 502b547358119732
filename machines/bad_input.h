// SPDX-License-Identifier: GPL-2.0-or-later
// What a reader throws when a file cannot be used: what() is "FILE: reason", with the place inside the file
// where there is one, and with what is accepted.
#pragma once

#include <stdexcept>
#include <string>

namespace schedproof::machines {

class BadInput : public std::runtime_error {
 public:
  BadInput(const std::string& file, const std::string& reason)
      : std::runtime_error(file + ": " + reason), file_(file) {}
  const std::string& file() const { return file_; }

 private:
  std::string file_;
};

}  // namespace schedproof::machines
