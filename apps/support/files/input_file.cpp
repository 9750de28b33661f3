#include "apps/support/files/input_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/support/files/named_files.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps {

namespace {

constexpr std::size_t piece = std::size_t{1} << 16U;  // bytes read at a time

struct beginning {
  std::string_view bytes;
  const char* what;
};

using namespace std::string_view_literals;

/// Files that are none of ours, whatever is expected.
constexpr std::array<beginning, 8> foreign{{{"\x1f\x8b"sv, "compressed by gzip"},
                                            {"BZh"sv, "compressed by bzip2"},
                                            {"\xfd"
                                             "7zXZ\0"sv,
                                             "compressed by xz"},
                                            {"\x28\xb5\x2f\xfd"sv, "compressed by zstd"},
                                            {"\x1f\x9d"sv, "compressed by compress"},
                                            {"PK\x03\x04"sv, "a zip archive"},
                                            {"\xff\xfe"sv, "text in UTF-16 or UTF-32"},
                                            {"\xfe\xff"sv, "text in UTF-16"}}};

/// -1 and errno where that is not possible; a name with a zero in it names nothing, nor does "-".
int opened(const std::string& path) {
  if (path.find('\0') == std::string::npos && path != "-")
    return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  errno = ENOENT;
  return -1;
}

}  // namespace

const char* foreign_kind(std::string_view beginning) noexcept {
  for (const auto& each : foreign)
    if (beginning.starts_with(each.bytes)) return each.what;
  return nullptr;
}

input_file::input_file(std::string path, std::string expected)
    : path_(std::move(path)),
      shown_path_(quoted(path_, 160)),
      expected_(std::move(expected)),
      descriptor_(opened(path_)) {
  if (descriptor_ < 0 && path_ == "-")
    refuse("names no input", "a path such as /dev/stdin, or ./- for a file of that name");
  if (descriptor_ < 0) refuse(std::string("cannot be read (") + std::strerror(errno) + ")", expected_);
  try {
    struct stat about{};
    if (fstat(descriptor_, &about) == 0 && S_ISDIR(about.st_mode)) refuse("is a folder", expected_);
    note_input(descriptor_, path_);
    refuse_foreign();
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

input_file::input_file(input_file&& other) noexcept
    : path_(std::move(other.path_)),
      shown_path_(std::move(other.shown_path_)),
      expected_(std::move(other.expected_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_(std::move(other.buffer_)),
      taken_(other.taken_),
      filled_(other.filled_),
      lines_(other.lines_) {}

input_file::~input_file() {
  if (descriptor_ >= 0) close(descriptor_);
}

void input_file::refuse(const std::string& problem, const std::string& expected) const {
  throw input_error(shown_path_ + ": " + problem + "; expected " + expected);
}

void input_file::refuse_at(std::size_t line, const std::string& problem, const std::string& expected) const {
  throw input_error(shown_path_ + ":" + std::to_string(line) + ": " + problem + "; expected " + expected);
}

void input_file::refuse_foreign() {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  const std::string_view start = front(6);
  if (start.empty()) refuse("is empty", expected_);
  if (const char* const kind = foreign_kind(start)) refuse(std::string("is ") + kind, expected_);
  if (start.starts_with(byte_order_mark)) taken_ += byte_order_mark.size();
}

bool input_file::more() {
  if (taken_ > 0) {
    buffer_.erase(0, taken_);
    filled_ -= taken_;
    taken_ = 0;
  }
  // Doubled, so that a long line is copied as often as it is long, not more.
  buffer_.resize(std::max(filled_ + piece, std::min(2 * filled_, filled_ + longest_line)));
  while (true) {
    const ssize_t got = ::read(descriptor_, buffer_.data() + filled_, buffer_.size() - filled_);
    if (got > 0) filled_ += static_cast<std::size_t>(got);
    if (got >= 0) return got > 0;
    if (errno != EINTR) refuse(std::string("cannot be read (") + std::strerror(errno) + ")", expected_);
  }
}

std::string_view input_file::front(std::size_t most) {
  while (filled_ - taken_ < most && more()) {}
  return unread().substr(0, most);
}

bool input_file::line(std::string& into) {
  for (std::size_t seen = 0;;) {
    const std::size_t end = unread().find_first_of("\r\n", seen);
    if (end != std::string_view::npos) {
      into.assign(unread().substr(0, end));
      const bool is_return = unread()[end] == '\r';
      taken_ += end + 1;
      ++lines_;
      if (is_return && front(1) == "\n") ++taken_;
      return true;
    }
    seen = filled_ - taken_;
    if (seen > longest_line) {
      refuse_at(lines_ + 1, "a line of more than " + std::to_string(longest_line) + " bytes", expected_);
    }
    if (more()) continue;
    into.assign(unread());
    taken_ = filled_;
    lines_ += into.empty() ? 0 : 1;
    return !into.empty();
  }
}

std::size_t input_file::read(char* into, std::size_t most) {
  if (unread().empty() && !more()) return 0;
  const std::size_t taken = unread().copy(into, most);
  taken_ += taken;
  return taken;
}

std::string input_file::rest(std::size_t most) {
  const std::string_view all = front(most + 1);
  if (all.size() > most) refuse("more than " + std::to_string(most) + " bytes", expected_);
  taken_ = filled_;
  return std::string(all);
}

}  // namespace jackdaw::apps
