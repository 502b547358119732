// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/generators/contained.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <new>
#include <stdexcept>

namespace schedproof::properties {

namespace {

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string("contained: ") + what + ": " + std::strerror(errno));
}

/// A counter that survives the child.
class SharedCounter {
 public:
  SharedCounter()
      : at_(mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                 0)) {
    if (at_ == MAP_FAILED) fail("mmap");
    new (at_) std::atomic<int>(0);
  }
  ~SharedCounter() { munmap(at_, sizeof(std::atomic<int>)); }
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;
  std::atomic<int>& value() { return *static_cast<std::atomic<int>*>(at_); }

 private:
  void* at_;
};

/// No core file, no words of a failed assertion on the caller's terminal, and an end.
void restrict_child(double seconds) {
  const auto most = static_cast<rlim_t>(std::max(1.0, std::ceil(seconds)));
  const rlimit none{0, 0}, cpu{most, most + 1};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_CPU, &cpu);
  std::signal(SIGABRT, SIG_DFL);
  if (const int null = open("/dev/null", O_WRONLY); null != -1) dup2(null, STDERR_FILENO);
}

void write_all(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const auto n = write(fd, text.data() + done, text.size() - done);
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}

std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto n = read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

std::string how_it_ended(int status) {
  if (!WIFSIGNALED(status)) return "the rules ended the process";
  switch (WTERMSIG(status)) {
    case SIGXCPU:
    case SIGKILL:
      return "the rules do not end";
    case SIGABRT:
      return "an assertion of the rules failed";
    case SIGFPE:
      return "the rules divide by zero";
    default:
      return std::string("the rules crash: ") + strsignal(WTERMSIG(status));
  }
}

}  // namespace

ContainedEnd contained(double seconds, const std::function<Death(const std::function<void()>&)>& work) {
  SharedCounter counter;
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) fail("pipe");
  const pid_t child = fork();
  if (child == -1) fail("fork");
  if (child == 0) {
    close(pipe_ends[0]);
    restrict_child(seconds);
    try {
      const Death death = work([&] { ++counter.value(); });
      write_all(pipe_ends[1], death.by + '\n' + death.because);
      _exit(0);
    } catch (...) {
      _exit(1);
    }
  }
  close(pipe_ends[1]);
  const auto text = read_all(pipe_ends[0]);
  close(pipe_ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) == -1 && errno == EINTR) {
  }
  const auto line = text.find('\n');
  const bool ended = WIFEXITED(status) && WEXITSTATUS(status) == 0 && line != std::string::npos;
  if (!ended) return {{"stopped", how_it_ended(status)}, counter.value()};
  return {{text.substr(0, line), text.substr(line + 1)}, counter.value()};
}

}  // namespace schedproof::properties
