// An input as a stream of the standard library.
#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <streambuf>

#include "apps/support/files/input_file.hpp"

namespace jackdaw::apps {

/// What is left of an input, for readers that take a std::istream. The input must outlive it. An input_error of reading
/// comes out of whatever reads from stream(), as it is.
class input_stream final : private std::streambuf {
 public:
  explicit input_stream(input_file& input) : input_(input), stream_(this) {
    stream_.exceptions(std::ios::badbit);  // else it would swallow them
  }

  [[nodiscard]] std::istream& stream() noexcept { return stream_; }

 protected:
  int_type underflow() override {
    const std::size_t got = input_.read(bytes_.data(), bytes_.size());
    setg(bytes_.data(), bytes_.data(), bytes_.data() + got);
    return got == 0 ? traits_type::eof() : traits_type::to_int_type(bytes_[0]);
  }

 private:
  input_file& input_;
  std::istream stream_;
  std::array<char, std::size_t{1} << 16U> bytes_;
};

}  // namespace jackdaw::apps
