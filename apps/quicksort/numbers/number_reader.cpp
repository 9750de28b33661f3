#include "apps/quicksort/numbers/number_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "apps/quicksort/numbers/byte_source.hpp"
#include "apps/quicksort/numbers/element.hpp"
#include "apps/support/files/input_file.hpp"
#include "apps/support/text/decimal.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps::quicksort {

namespace {

constexpr std::size_t piece = std::size_t{1} << 20;  // bytes read at a time, and the longest line

/// The text for a message.
std::string in_marks(std::string_view text) { return "'" + quoted(text, 40) + "'"; }

template <class T>
[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw input_error(where + ": " + what + "; expected " + std::string(element<T>::range));
}

template <class T>
[[nodiscard]] bool is_nan(T value) {
  if constexpr (std::is_floating_point_v<T>) return std::isnan(value);
  return false;
}

/// Takes text in pieces that end anywhere and collects the numbers of its lines.
template <class T>
class line_reader {
 public:
  explicit line_reader(byte_source& source) : source_(source) {}

  std::vector<T> read_all() {
    std::vector<char> buffer(piece);
    std::size_t kept = 0;  // bytes of an unfinished line at the front
    bool is_first = true;
    for (;;) {
      const std::size_t got = source_.read(buffer.data() + kept, buffer.size() - kept);
      const char* const end = buffer.data() + kept + got;
      const char* begin = buffer.data();
      if (is_first) {
        const std::string_view all(begin, static_cast<std::size_t>(end - begin));
        if (const char* const kind = foreign_kind(all))
          throw input_error(quoted(source_.path(), 160) + ": is " + kind +
                            "; expected a text of numbers, one a line");
        if (all.starts_with("\xef\xbb\xbf")) begin += 3;  // a byte order mark
      }
      is_first = false;
      while (const auto* stop =
                 static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)))) {
        take_line(begin, stop);
        begin = stop + 1;
      }
      kept = static_cast<std::size_t>(end - begin);
      if (got == 0) {
        if (kept != 0) take_line(begin, end);
        break;
      }
      if (kept == buffer.size()) {
        // Lines that end with a carriage return only; the last one may be half of an end.
        const std::size_t last = std::string_view(begin, kept).rfind('\r', kept - 2);
        if (last != std::string_view::npos) {
          take_line(begin, begin + last);
          begin += last + 1;
          kept -= last + 1;
        }
      }
      if (kept == buffer.size()) refuse<T>(where(line_ + 1), "a line longer than 1 MiB");
      std::memmove(buffer.data(), begin, kept);
    }
    if (values_.empty())
      throw input_error(quoted(source_.path(), 160) + ": holds no number; expected one a line");
    return std::move(values_);
  }

 private:
  [[nodiscard]] std::string where(std::uint64_t line) const {
    return quoted(source_.path(), 160) + ":" + std::to_string(line);
  }

  void take_line(const char* begin, const char* end) {
    if (empty_line_ != 0) refuse<T>(where(empty_line_), "an empty line before the end of the file");
    ++line_;
    const char* stop = end;
    while (stop != begin && (stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '\r')) --stop;
    if (stop == begin) {
      empty_line_ = line_;
      return;
    }
    T value{};
    const auto [parsed, error] = std::from_chars(begin, stop, value);
    const std::string_view text(begin, static_cast<std::size_t>(stop - begin));
    if (const char* const inner = parsed == stop ? stop : std::find(begin, stop, '\r'); inner != stop) {
      --line_;
      for (const char* next = inner; begin != stop; next = std::find(begin, stop, '\r')) {
        take_line(begin, next);
        begin = next == stop ? stop : next + 1;
      }
      return;
    }
    if constexpr (std::is_floating_point_v<T>) {
      if (error == std::errc::result_out_of_range) {
        if (const auto tiny = decimal(text)) return values_.push_back(*tiny);
      }
    }
    if (parsed != stop || error == std::errc::invalid_argument) {
      refuse<T>(where(line_), in_marks(text) + " is not one number" + hint(text));
    }
    if (error == std::errc::result_out_of_range) refuse<T>(where(line_), in_marks(text) + " is out of range");
    if (is_nan(value)) refuse<T>(where(line_), in_marks(text) + " has no place in an order");
    values_.push_back(value);
  }

  /// For a text that an other option would make valid.
  static std::string hint(std::string_view text) {
    if constexpr (std::is_integral_v<T>) {
      double value = 0;
      const auto [parsed, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error == std::errc{} && parsed == text.data() + text.size())
        return " of type int (--type double reads it)";
    }
    return text.find('\0') != std::string_view::npos ? " (--format binary reads raw elements)" : "";
  }

  byte_source& source_;
  std::vector<T> values_;
  std::uint64_t line_ = 0;        // the last line taken, from 1
  std::uint64_t empty_line_ = 0;  // the empty line met, which must be the last; 0: none
};

}  // namespace

template <class T>
std::vector<T> read_text(const std::string& path) {
  byte_source source(path);
  return line_reader<T>(source).read_all();
}

template <class T>
std::vector<T> read_binary(const std::string& path) {
  byte_source source(path);
  // One element more than expected, so that the usual file ends within the first read.
  std::vector<T> values(std::max(source.expected_size(), piece) / sizeof(T) + 1);
  std::size_t bytes = 0;
  for (;;) {
    const std::size_t room = values.size() * sizeof(T) - bytes;
    const std::size_t got = source.read(reinterpret_cast<char*>(values.data()) + bytes, room);
    bytes += got;
    if (got < room) break;
    values.resize(values.size() + values.size() / 2);
  }
  if (bytes == 0)
    throw input_error(quoted(path, 160) + ": holds no number; expected elements of " +
                      std::to_string(sizeof(T)) + " bytes");
  if (bytes % sizeof(T) != 0) {
    throw input_error(quoted(path, 160) + ": its size of " + std::to_string(bytes) +
                      " bytes is wrong; expected a multiple of " + std::to_string(sizeof(T)) +
                      " for elements of type " + std::string(element<T>::name));
  }
  values.resize(bytes / sizeof(T));
  for (std::size_t at = 0; at < values.size(); ++at) {
    if (!is_nan(values[at])) continue;
    refuse<T>(path + ": byte " + std::to_string(at * sizeof(T)), "NaN has no place in an order");
  }
  return values;
}

template std::vector<std::int32_t> read_text(const std::string&);
template std::vector<double> read_text(const std::string&);
template std::vector<std::int32_t> read_binary(const std::string&);
template std::vector<double> read_binary(const std::string&);

}  // namespace jackdaw::apps::quicksort
