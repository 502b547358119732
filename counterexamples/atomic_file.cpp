// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "counterexamples/scenario_writer.h"

namespace schedproof::counterexamples {

namespace {

[[noreturn]] void cannot(const std::string& path, const char* what, int error) {
  throw CannotWrite(path + ": " + what + ": " + std::strerror(error));
}

/// The temporary file; removed unless it became the target.
class Temporary {
 public:
  explicit Temporary(const std::string& target) : target_(target) {
    const std::filesystem::path path(target);
    name_ = (path.parent_path() / ("." + path.filename().string() + ".XXXXXX")).string();
    fd_ = ::mkstemp(name_.data());
    if (fd_ == -1) cannot(target, "no file can be made in its folder", errno);
  }
  ~Temporary() {
    if (fd_ != -1) ::close(fd_);
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void write(std::string_view text) {
    while (!text.empty()) {
      const auto n = ::write(fd_, text.data(), text.size());
      if (n == -1 && errno == EINTR) continue;
      if (n == -1) cannot(target_, "writing failed", errno);
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    // mkstemp makes private files; scenarios are shared as other files are.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(fd_, 0666 & ~mask) == -1) cannot(target_, "its access rights cannot be set", errno);
    if (::fsync(fd_) == -1) cannot(target_, "writing to the disk failed", errno);
    const int closing = fd_;
    fd_ = -1;
    if (::close(closing) == -1) cannot(target_, "closing failed", errno);
  }
  void become_target() {
    if (::rename(name_.c_str(), target_.c_str()) == -1)
      cannot(target_, "the finished file cannot take this name", errno);
    name_.clear();
  }
  const std::string& name() const { return name_; }

 private:
  std::string target_;
  std::string name_;
  int fd_ = -1;
};

void write_to_device(const std::string& path, std::string_view text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd == -1) cannot(path, "cannot be opened for writing", errno);
  while (!text.empty()) {
    const auto n = ::write(fd, text.data(), text.size());
    if (n == -1 && errno == EINTR) continue;
    if (n == -1) {
      const int why = errno;
      ::close(fd);
      cannot(path, "writing failed", why);
    }
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  if (::close(fd) == -1) cannot(path, "closing failed", errno);
}

}  // namespace

void write_atomically(const std::string& path, std::string_view text,
                      const std::function<void(const std::string&)>& check) {
  namespace fs = std::filesystem;
  std::error_code error;
  // A link is followed, so that the file behind it changes and not the link; a device or pipe cannot be
  // replaced, so it is written to.
  const auto real = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error).string() : path;
  const auto status = fs::status(real, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
    write_to_device(real, text);
    return;
  }
  Temporary file(real);
  file.write(text);
  if (check) check(file.name());
  file.become_target();
}

}  // namespace schedproof::counterexamples
