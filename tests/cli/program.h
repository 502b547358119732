// SPDX-License-Identifier: GPL-2.0-or-later
// Runs the built schedproof as its users do: a child process with arguments, whose output goes into pipes.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace schedproof::cli {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

struct Outcome {
  int exit = -1;  // exit code; -SIGNAL if a signal ended it
  std::string out, err;
  double seconds = 0;
  Json json() const { return Json::parse(out); }  // throws where stdout is not one JSON document
  Json results() const { return json().at("results"); }
};

struct HowToRun {
  std::string folder;                  // working directory; empty = this process's
  bool terminal = false;               // stderr is a terminal
  std::function<void(pid_t)> running;  // called once in the parent after the start
  double seconds = 120;                // then it is killed
};

Outcome schedproof(const Words& arguments, const HowToRun& how = {});
/// A line as it stands in a help text: words are split at blanks, '*' is expanded as a shell does.
Outcome schedproof_line(const std::string& line, const HowToRun& how = {});

/// The processes whose parent is `pid`.
std::vector<pid_t> children_of(pid_t pid);
/// Asks until it is so, or 10 seconds are over: was it so?
bool until(const std::function<bool()>& so);

/// A folder of its own that is gone at the end.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return path_ / name; }
  std::string path() const { return path_; }
  Words files() const;  // names, sorted

 private:
  std::filesystem::path path_;
};

std::string text_of(const std::string& path);
void write(const std::string& path, const std::string& text);
/// A file of the source tree.
std::string source(const std::string& path);
/// The scenarios of counterexamples/corpus/, sorted.
Words corpus();
/// A report without what may differ between two runs: the seconds.
Json without_seconds(Json report);

}  // namespace schedproof::cli
