#include "apps/support/output_file.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "apps/support/input_error.hpp"
#include "apps/support/quoted.hpp"

namespace jackdaw::apps {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw input_error(quoted(path, 160) + ": cannot be written (" + why +
                    "); expected a path in an existing, writable folder");
}

/// Where the file really is: behind symbolic links.
std::string resolved(const std::string& path) {
  std::error_code unknown;
  const auto real = std::filesystem::weakly_canonical(path, unknown);
  return unknown ? path : real.string();
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code unknown;
  return resolved(a) == resolved(b) || std::filesystem::equivalent(a, b, unknown);
}

/// Devices and pipes (/dev/stdout, /dev/null) are written through: there is nothing to replace.
bool is_stream(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown);
}

/// SIGINT and SIGTERM to this thread wait while a file of its is half written, and do what they always do afterwards. It
/// has an effect while no other thread takes them.
struct held_signals {
  int files = 0;
  sigset_t before{};

  void hold() {
    if (files++ > 0) return;
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &held, &before);
  }
  void release() {
    if (--files == 0) pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
};
thread_local held_signals signals;

}  // namespace

void require_writable(const std::string& path) {
  std::error_code ignored;
  if (path.empty()) refuse("(empty path)", "no name given");
  if (std::filesystem::is_directory(path, ignored)) refuse(path, "it is a folder");
  if (is_stream(path)) {  // opened once only: whoever reads a pipe would take its end for that of the output
    if (::access(path.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
    return;
  }
  output_file probe(path);  // removed again by its destructor
}

namespace {

/// The outputs of the command under way; without one, nobody asks.
std::optional<std::vector<named_output>> named_so_far;

void require_apart(const named_output& one, const named_output& other) {
  if (one.path.empty() || other.path.empty() || is_stream(other.path) || !is_same_file(one.path, other.path))
    return;
  throw input_error(one.option + ", " + other.option + ": " + quoted(other.path, 160) +
                    " named by both; expected two files");
}

}  // namespace

separate_outputs::separate_outputs() { named_so_far.emplace(); }

separate_outputs::~separate_outputs() { named_so_far.reset(); }

void require_writable(const std::vector<named_output>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].path.empty()) continue;
    for (std::size_t k = 0; k < i; ++k) require_apart(all[k], all[i]);
    if (named_so_far) {
      for (const named_output& each : *named_so_far)
        if (each.option != all[i].option) require_apart(each, all[i]);
      named_so_far->push_back(all[i]);
    }
    require_writable(all[i].path);
  }
}

output_file::output_file(std::string path) : path_(std::move(path)), place_(resolved(path_)) {
  temporary_ = is_stream(path_) ? path_ : place_ + "." + std::to_string(getpid()) + ".tmp";
  const bool replaces = temporary_ != path_;
  if (replaces) signals.hold();
  errno = 0;
  stream_.open(temporary_, std::ios::binary | std::ios::trunc);
  if (stream_) return;
  const std::string why = errno != 0 ? std::strerror(errno) : "it could not be opened";
  if (replaces) signals.release();
  refuse(path_, why);
}

output_file::~output_file() {
  if (!committed_) stream_.close();
  if (temporary_ == path_) return;
  if (!committed_) std::remove(temporary_.c_str());
  signals.release();
}

void output_file::commit() {
  errno = 0;
  stream_.flush();
  const bool written = stream_.good();
  stream_.close();
  if (!written || stream_.fail()) refuse(path_, errno != 0 ? std::strerror(errno) : "writing failed");
  if (temporary_ != path_ && std::rename(temporary_.c_str(), place_.c_str()) != 0)
    refuse(path_, std::strerror(errno));
  committed_ = true;
}

}  // namespace jackdaw::apps
