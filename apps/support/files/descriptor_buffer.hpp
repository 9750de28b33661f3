// Writing into an open descriptor.
#pragma once

#include <array>
#include <cerrno>
#include <streambuf>

#include <unistd.h>

namespace jackdaw::apps {

/// What is written to a stream with this buffer goes to the descriptor, 64 KiB at a time. Unlike a std::filebuf it takes
/// a descriptor that is open already, and keeps the reason why writing failed.
class descriptor_buffer final : public std::streambuf {
 public:
  descriptor_buffer() { setp(bytes_.data(), bytes_.data() + bytes_.size()); }

  void open(int descriptor) noexcept { descriptor_ = descriptor; }

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
    while (error_ == 0 && from != pptr()) {
      const ssize_t written = ::write(descriptor_, from, static_cast<std::size_t>(pptr() - from));
      if (written >= 0)
        from += written;
      else if (errno != EINTR)
        error_ = errno;
    }
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    return error_ == 0 ? 0 : -1;
  }

 private:
  int descriptor_ = -1;
  int error_ = 0;
  std::array<char, std::size_t{1} << 16U> bytes_;
};

}  // namespace jackdaw::apps
