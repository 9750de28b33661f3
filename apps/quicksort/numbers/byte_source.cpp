#include "apps/quicksort/numbers/byte_source.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/support/files/named_files.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::quicksort {

namespace {

[[noreturn]] void refuse(const std::string& path, const char* why) {
  throw input_error(quoted(path, 160) + ": cannot be read (" + why +
                    "); expected a readable file of numbers");
}

}  // namespace

byte_source::byte_source(std::string path)
    : path_(std::move(path)), descriptor_(open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (path_ == "-") {
    if (descriptor_ >= 0) close(descriptor_);
    throw input_error(
        "-: names no input; expected a path such as /dev/stdin, or ./- for a file of that name");
  }
  if (descriptor_ < 0) refuse(path_, std::strerror(errno));
  try {
    note_input(descriptor_, path_);
  } catch (...) {
    close(descriptor_);
    throw;
  }
  struct stat about{};
  if (fstat(descriptor_, &about) != 0) return;
  if (S_ISREG(about.st_mode)) {
    expected_size_ = static_cast<std::size_t>(about.st_size);
    posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
  }
}

byte_source::~byte_source() { close(descriptor_); }

std::size_t byte_source::read(char* buffer, std::size_t size) {
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got = ::read(descriptor_, buffer + filled, size - filled);
    if (got == 0) break;
    if (got > 0) {
      filled += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      refuse(path_, std::strerror(errno));
    }
  }
  return filled;
}

}  // namespace jackdaw::apps::quicksort
