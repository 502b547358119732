// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/cli/program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace schedproof::cli {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Ends {
  int read = -1, write = -1;
};

Ends make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  return {ends[0], ends[1]};
}

Ends make_terminal() {
  const int ours = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (ours < 0 || ::grantpt(ours) != 0 || ::unlockpt(ours) != 0)
    throw std::runtime_error("cannot make a terminal");
  const int theirs = ::open(::ptsname(ours), O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (theirs < 0) throw std::runtime_error("cannot open the terminal");
  return {ours, theirs};
}

[[noreturn]] void become(const Words& arguments, const HowToRun& how, int out, int err) {
  // A group of its own, as a shell gives each job: what signals are sent to one child reach no other.
  ::setpgid(0, 0);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  if (!how.folder.empty() && ::chdir(how.folder.c_str()) != 0) ::_exit(126);
  std::vector<char*> argv{const_cast<char*>(SCHEDPROOF_BINARY)};
  for (const auto& word : arguments) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::execv(SCHEDPROOF_BINARY, argv.data());
  ::_exit(127);
}

/// False at the end of the stream; a terminal whose other side is gone says EIO.
bool take(int fd, std::string& text) {
  char chunk[65536];
  const ssize_t n = ::read(fd, chunk, sizeof chunk);
  if (n <= 0) return n < 0 && errno == EINTR;
  text.append(chunk, static_cast<std::size_t>(n));
  return true;
}

}  // namespace

Outcome schedproof(const Words& arguments, const HowToRun& how) {
  const auto start = Clock::now();
  const Ends out = make_pipe(), err = how.terminal ? make_terminal() : make_pipe();
  const pid_t pid = ::fork();
  if (pid < 0) throw std::runtime_error("cannot fork");
  if (pid == 0) become(arguments, how, out.write, err.write);
  ::setpgid(pid, pid);
  ::close(out.write);
  ::close(err.write);
  if (how.running) how.running(pid);
  Outcome outcome;
  pollfd fds[] = {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}};
  while (fds[0].fd >= 0 || fds[1].fd >= 0) {
    if (since(start) > how.seconds) ::kill(-pid, SIGKILL);
    if (::poll(fds, 2, 200) <= 0) continue;
    if (fds[0].revents != 0 && !take(fds[0].fd, outcome.out)) fds[0].fd = -1;
    if (fds[1].revents != 0 && !take(fds[1].fd, outcome.err)) fds[1].fd = -1;
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  ::close(out.read);
  ::close(err.read);
  outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  outcome.seconds = since(start);
  return outcome;
}

Outcome schedproof_line(const std::string& line, const HowToRun& how) {
  std::istringstream in(line);
  Words words;
  for (std::string word; in >> word;) {
    const auto star = word.find('*');
    if (star == std::string::npos) {
      words.push_back(word);
      continue;
    }
    const auto slash = word.rfind('/', star);
    const std::string folder = word.substr(0, slash), end = word.substr(star + 1);
    Words matches;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(how.folder) / folder))
      if (entry.path().string().ends_with(end)) matches.push_back(entry.path());
    std::sort(matches.begin(), matches.end());
    words.insert(words.end(), matches.begin(), matches.end());
  }
  return schedproof(words, how);
}

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const auto name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    // "PID (NAME) STATE PPID ...", where the name may hold anything
    const auto stat = text_of(entry.path() / "stat");
    std::istringstream rest(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
    std::string state;
    pid_t parent = 0;
    if (rest >> state >> parent && parent == pid && state != "Z") children.push_back(std::stoi(name));
  }
  return children;
}

bool until(const std::function<bool()>& so) {
  for (const auto start = Clock::now(); since(start) < 10;) {
    if (so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return so();
}

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "schedproof-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Words Folder::files() const {
  Words names;
  for (const auto& entry : std::filesystem::directory_iterator(path_))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

std::string source(const std::string& path) { return SCHEDPROOF_SOURCE_DIR "/" + path; }

Words corpus() {
  Words files;
  for (const auto& entry : std::filesystem::directory_iterator(source("counterexamples/corpus")))
    if (entry.path().string().ends_with(".scenario.json")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Json without_seconds(Json report) {
  if (report.is_object()) report.erase("seconds");
  if (report.is_structured())
    for (auto& part : report) part = without_seconds(part);
  return report;
}

}  // namespace schedproof::cli
