#include "apps/support/files/output_file.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/support/system/ending_signals.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw input_error(quoted(path, 160) + ": cannot be written (" + why +
                    "); expected a path in an existing, writable folder");
}

[[noreturn]] void refuse(const std::string& path, int error) {
  if (error == ENOSPC || error == EDQUOT || error == EFBIG)
    throw input_error(quoted(path, 160) + ": cannot be written (" + std::strerror(error) +
                      "); expected more room there");
  refuse(path, std::strerror(error));
}

output_place place_or_refusal(const std::string& path) {
  if (path.empty()) refuse("(empty path)", "no name given");
  if (path.find('\0') != std::string::npos) refuse(path, ENOENT);
  try {
    return place_of(path);
  } catch (const std::system_error& failed) { refuse(path, failed.code().message()); }
}

/// Signals to this thread that would end the process wait while a file of its is half written, and do what they always
/// do afterwards. It has an effect while no other thread takes them. SIGXFSZ, which a thread gets for its own write
/// beyond `ulimit -f`, does nothing meanwhile: the write fails, and the file is removed.
struct held_signals {
  int files = 0;
  sigset_t before{};

  void hold() {
    if (files++ > 0) return;
    sigset_t held = ending_signals();
    sigaddset(&held, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &held, &before);
  }
  void release() {
    if (--files > 0) return;
    if (sigismember(&before, SIGXFSZ) == 0) {
      sigset_t too_large;
      sigemptyset(&too_large);
      sigaddset(&too_large, SIGXFSZ);
      constexpr timespec at_once{};
      while (sigtimedwait(&too_large, nullptr, &at_once) > 0) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
};
thread_local held_signals signals;

/// A new file in the folder of `place`, with a name that cannot be guessed beforehand: no file or link of
/// others is opened. -1 and errno where there can be none.
int open_beside(const std::string& place, std::string& path) {
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    char name[32];
    std::snprintf(name, sizeof name, ".jackdaw-%08x.tmp", static_cast<unsigned>(random()));
    path = (std::filesystem::path(place).parent_path() / name).string();
    const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (made >= 0 || errno != EEXIST) return made;
  }
  return -1;
}

/// Opens what is no file. A FIFO is opened when somebody reads from it. -1 and errno where that cannot be, or one of the
/// signals that are held has come meanwhile.
int open_stream(const std::string& place) {
  constexpr timespec between_looks{0, 20'000'000};
  for (;;) {
    const int made = ::open(place.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (made >= 0) {
      fcntl(made, F_SETFL, fcntl(made, F_GETFL) & ~O_NONBLOCK);
      return made;
    }
    struct stat about{};
    if (errno != ENXIO || stat(place.c_str(), &about) != 0 || !S_ISFIFO(about.st_mode)) return -1;
    if (is_interrupted()) {
      errno = EINTR;
      return -1;
    }
    nanosleep(&between_looks, nullptr);
  }
}

/// Whether somebody reads what is written, as from a pipe or a terminal. Other devices take it when they are written to, and
/// may never say that they would: /dev/random does not.
bool may_have_reader(int descriptor) {
  struct stat about{};
  return fstat(descriptor, &about) == 0 &&
         (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode) || isatty(descriptor) == 1);
}

/// Of the file that it will replace, if there is one: its owner, where this process may give files away, and its mode.
void keep_rights(int descriptor, const std::string& place) {
  struct stat about{};
  if (stat(place.c_str(), &about) != 0) return;
  const bool is_same_owner = fchown(descriptor, about.st_uid, about.st_gid) == 0;
  fchmod(descriptor, about.st_mode & (is_same_owner ? 07777U : 0777U));
}

}  // namespace

void require_writable(const std::string& path) {
  std::error_code ignored;
  const output_place place = place_or_refusal(path);
  if (std::filesystem::is_directory(place.path, ignored)) refuse(path, "it is a folder");
  if (place.is_stream) {  // not opened: a reader of a pipe would take its end for that of the output
    const int flags = place.descriptor ? fcntl(*place.descriptor, F_GETFL) : O_WRONLY;
    if (flags < 0) refuse(path, errno);
    if ((flags & O_ACCMODE) == O_RDONLY) refuse(path, "it is open for reading only");
    if (!place.descriptor && ::access(place.path.c_str(), W_OK) != 0) refuse(path, errno);
    return;
  }
  output_file probe(path);  // removed again by its destructor
}

void require_writable(const std::vector<named_output>& all) {
  require_unnamed(all);
  for (const named_output& each : all) {
    if (each.path.empty()) continue;
    require_suffix(each.option, each.path, each.kind);
    try {
      require_writable(each.path);
    } catch (const input_error& refused) { throw input_error(each.option + ' ' + refused.what()); }
  }
  require_apart(all);
}

output_file::output_file(std::string path)
    : path_(std::move(path)), place_(place_or_refusal(path_)), stream_(&buffer_) {
  signals.hold();
  errno = 0;
  if (place_.descriptor) {
    descriptor_ = fcntl(*place_.descriptor, F_DUPFD_CLOEXEC, 0);
  } else if (place_.is_stream) {
    descriptor_ = open_stream(place_.path);
  } else if (::access(place_.path.c_str(), W_OK) == 0 || errno == ENOENT) {
    descriptor_ = open_beside(place_.path, temporary_);
    if (descriptor_ >= 0)
      keep_rights(descriptor_, place_.path);
    else
      temporary_.clear();
  }
  if (descriptor_ >= 0) {
    buffer_.open(descriptor_, may_have_reader(descriptor_));
    return;
  }
  const int error = errno;
  signals.release();
  if (error == 0) refuse(path_, "it could not be opened");
  refuse(path_, error);
}

output_file::~output_file() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) std::remove(temporary_.c_str());
  signals.release();
}

void output_file::commit() {
  stream_.flush();
  if (buffer_.error() != 0) refuse(path_, buffer_.error());
  if (!stream_.good()) refuse(path_, "writing failed");
  if (::close(std::exchange(descriptor_, -1)) != 0) refuse(path_, errno);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), place_.path.c_str()) != 0) refuse(path_, errno);
  temporary_.clear();
}

}  // namespace jackdaw::apps
