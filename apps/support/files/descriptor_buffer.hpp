// Writing into an open descriptor.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <streambuf>

#include <poll.h>
#include <unistd.h>

#include "apps/support/system/ending_signals.hpp"

namespace jackdaw::apps {

/// What is written to a stream with this buffer goes to the descriptor, 64 KiB at a time. Unlike a std::filebuf it takes
/// a descriptor that is open already, and keeps the reason why writing failed. Where a reader may be slow, it looks for
/// signals that are held meanwhile; one of them ends the writing.
class descriptor_buffer final : public std::streambuf {
 public:
  descriptor_buffer() { setp(bytes_.data(), bytes_.data() + bytes_.size()); }

  /// `to_reader`: it may be a pipe, which takes more only when somebody reads.
  void open(int descriptor, bool to_reader = false) noexcept {
    descriptor_ = descriptor;
    to_reader_ = to_reader;
  }

  /// errno of the first write that failed; 0: none has.
  [[nodiscard]] int error() const noexcept { return error_; }

 protected:
  int_type overflow(int_type next) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
    return traits_type::not_eof(next);
  }

  int sync() override {
    const char* from = pbase();
    while (error_ == 0 && from != pptr() && may_write()) {
      const auto left = static_cast<std::size_t>(pptr() - from);
      const std::size_t now =
          to_reader_ ? std::min<std::size_t>(left, PIPE_BUF) : left;  // so it does not block
      const ssize_t written = ::write(descriptor_, from, now);
      if (written >= 0)
        from += written;
      else if (errno != EINTR)
        error_ = errno;
    }
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    return error_ == 0 ? 0 : -1;
  }

 private:
  /// Waits for room where a reader makes it.
  [[nodiscard]] bool may_write() noexcept {
    constexpr int between_looks = 100;  // milliseconds
    pollfd place{descriptor_, POLLOUT, 0};
    while (to_reader_ && ::poll(&place, 1, between_looks) == 0) {
      if (!is_interrupted()) continue;
      error_ = EINTR;
      return false;
    }
    return true;
  }

  int descriptor_ = -1;
  bool to_reader_ = false;
  int error_ = 0;
  std::array<char, std::size_t{1} << 16U> bytes_;
};

}  // namespace jackdaw::apps
