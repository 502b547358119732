// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/pool.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>

namespace schedproof::cli {

namespace {

volatile std::sig_atomic_t g_interrupted = 0;  // the one global: a signal handler can reach nothing else

struct Worker {
  pid_t pid = -1;
  int fd = -1;
  std::string buffer;
  std::vector<std::size_t> mine;  // cells in order
  std::size_t answered = 0;
};

void write_all(int fd, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t n = ::write(fd, text.data() + sent, text.size() - sent);
    if (n <= 0) ::_exit(5);
    sent += static_cast<std::size_t>(n);
  }
}

using Clock = std::chrono::steady_clock;

/// With a budget a cell may use an equal share of what is left of it, so that what one does not need is the
/// next ones'. A cell without a share is not begun: it is inconclusive.
CheckOptions share(CheckOptions options, Clock::time_point deadline, std::size_t cells_left) {
  if (options.budget <= 0) return options;
  const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
  options.cell_seconds = std::max(0.0, left / static_cast<double>(cells_left));
  return options;
}

Worker start(const std::vector<Cell>& cells, const CheckOptions& options, Clock::time_point deadline,
             std::vector<std::size_t> mine) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("cannot make a pipe for a worker");
  Worker w;
  w.mine = std::move(mine);
  w.pid = ::fork();
  if (w.pid < 0) throw std::runtime_error("cannot start a worker process");
  if (w.pid == 0) {
    ::close(ends[0]);
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    for (std::size_t k = 0; k < w.mine.size(); ++k) {
      const auto& cell = cells[w.mine[k]];
      const auto result = run_cell(cell, share(options, deadline, w.mine.size() - k));
      write_all(ends[1], result.to_json().dump() + "\n");
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  w.fd = ends[0];
  return w;
}

CellResult lost(const Cell& cell, const CheckOptions& options) {
  CellResult r;
  r.policy = cell.policy;
  r.machine = cell.machine;
  r.claim = cell.claim;
  r.seed = options.seed;
  r.engine = cell.engine == Engine::prove ? "prove" : "generate";
  r.why = "the worker process died on this cell";
  return r;
}

}  // namespace

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { g_interrupted = 1; };
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return g_interrupted != 0; }

std::vector<CellResult> run_cells(const std::vector<Cell>& cells, const CheckOptions& options, unsigned jobs,
                                  const CellDone& done) {
  jobs = std::max(1u, std::min(jobs, static_cast<unsigned>(std::max<std::size_t>(1, cells.size()))));
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(options.budget));
  std::vector<Worker> workers;
  for (unsigned w = 0; w < jobs; ++w) {
    std::vector<std::size_t> mine;
    for (std::size_t i = w; i < cells.size(); i += jobs) mine.push_back(i);
    workers.push_back(start(cells, options, deadline, std::move(mine)));
  }
  std::vector<std::optional<CellResult>> results(cells.size());
  std::size_t finished = 0;
  const auto take = [&](Worker& w, CellResult r) {
    const auto index = w.mine[w.answered++];
    if (done) done(r, ++finished, cells.size());
    results[index] = std::move(r);
  };
  for (std::size_t open = workers.size(); open > 0 && !interrupted();) {
    std::vector<pollfd> fds;
    for (auto& w : workers) fds.push_back({w.fd, POLLIN, 0});  // a closed worker has fd -1, which poll skips
    if (::poll(fds.data(), fds.size(), 200) < 0) continue;
    for (std::size_t k = 0; k < workers.size(); ++k) {
      auto& w = workers[k];
      if (w.fd < 0 || fds[k].revents == 0) continue;
      char chunk[65536];
      const ssize_t n = ::read(w.fd, chunk, sizeof chunk);
      if (n > 0) w.buffer.append(chunk, static_cast<std::size_t>(n));
      for (std::size_t end; (end = w.buffer.find('\n')) != std::string::npos; w.buffer.erase(0, end + 1))
        take(w, CellResult::from_json(nlohmann::ordered_json::parse(w.buffer.substr(0, end))));
      if (n > 0) continue;
      ::close(w.fd);
      ::waitpid(w.pid, nullptr, 0);
      w.fd = -1;
      if (w.answered == w.mine.size()) {
        --open;
      } else {  // it died: blame the cell it was at, and go on with the rest
        auto rest = std::vector<std::size_t>(w.mine.begin() + static_cast<std::ptrdiff_t>(w.answered) + 1,
                                             w.mine.end());
        take(w, lost(cells[w.mine[w.answered]], options));
        w = start(cells, options, deadline, std::move(rest));
      }
    }
  }
  for (auto& w : workers)
    if (w.fd >= 0) {
      ::kill(w.pid, SIGKILL);
      ::waitpid(w.pid, nullptr, 0);
      ::close(w.fd);
    }
  std::vector<CellResult> list;
  for (auto& r : results)
    if (r) list.push_back(std::move(*r));
  return list;
}

}  // namespace schedproof::cli
