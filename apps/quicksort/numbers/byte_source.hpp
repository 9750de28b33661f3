// Bytes of a file or pipe, in order.
#pragma once

#include <cstddef>
#include <string>

namespace jackdaw::apps::quicksort {

/// An open file. Read in pieces rather than mapped: pipes work too, text needs no memory of its size, and a
/// file that shrinks meanwhile is an error and not a signal. Every failure is an input_error with the path.
class byte_source {
 public:
  explicit byte_source(std::string path);
  byte_source(const byte_source&) = delete;
  byte_source& operator=(const byte_source&) = delete;
  ~byte_source();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Size of a regular file in bytes, 0 for anything else. A hint: the file may grow.
  [[nodiscard]] std::size_t expected_size() const noexcept { return expected_size_; }

  /// Fills `buffer` as far as there are bytes; fewer than `size` are returned only at the end.
  std::size_t read(char* buffer, std::size_t size);

 private:
  std::string path_;
  int descriptor_;
  std::size_t expected_size_ = 0;
};

}  // namespace jackdaw::apps::quicksort
