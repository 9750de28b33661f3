// Files, pipes and devices that are read once, from front to back.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jackdaw::apps {

/// What a file is that begins with these bytes, such as "compressed by gzip", where that is no format of ours; else
/// null. It looks at six bytes.
[[nodiscard]] const char* foreign_kind(std::string_view beginning) noexcept;

/// An open input. Opened once and never sought in: a pipe, a FIFO or `<(…)` is as good as a file. A byte order
/// mark of UTF-8 at the start is passed over. Memory: what front() was asked for, or a line.
class input_file {
 public:
  /// Throws input_error when it cannot be read, is a folder, is empty, or begins as compressed files and UTF-16
  /// do; `expected` says what it should have been.
  input_file(std::string path, std::string expected);
  input_file(input_file&& other) noexcept;
  input_file& operator=(input_file&&) = delete;
  ~input_file();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// The path, as it stands in messages.
  [[nodiscard]] const std::string& shown_path() const noexcept { return shown_path_; }

  /// The next `most` bytes, which stay to be read; fewer only where the input ends.
  [[nodiscard]] std::string_view front(std::size_t most);

  /// Reads the next line, without its end: "\n", "\r\n" or "\r". False at the end of the input. Throws input_error
  /// for a line of more than `longest_line` bytes.
  bool line(std::string& into);

  /// Takes up to `most` bytes, fewer where no more are there yet; 0 at the end of the input.
  std::size_t read(char* into, std::size_t most);

  /// All that is left. Throws input_error when these are more than `most` bytes.
  [[nodiscard]] std::string rest(std::size_t most);

  /// Throws input_error "path: problem; expected what".
  [[noreturn]] void refuse(const std::string& problem, const std::string& expected) const;
  [[noreturn]] void refuse_at(std::size_t line, const std::string& problem,
                              const std::string& expected) const;

  static constexpr std::size_t longest_line = std::size_t{1} << 26U;

 private:
  [[nodiscard]] std::string_view unread() const noexcept {
    return std::string_view(buffer_).substr(taken_, filled_ - taken_);
  }
  /// Reads more behind what is unread; false at the end.
  bool more();
  void refuse_foreign();

  std::string path_;
  std::string shown_path_;
  std::string expected_;
  int descriptor_;
  std::string buffer_;
  std::size_t taken_ = 0, filled_ = 0;
  std::size_t lines_ = 0;
};

}  // namespace jackdaw::apps
