// Formats of Fortran, such as (16I5) or (1P,4E20.12), as READ statements take them (ISO/IEC 1539-1, 13).
//
// A format says in which columns of which lines numbers stand. It is gone through from left to right; a part in
// parentheses and what has a repeat count in front are repeated. When it ends while numbers are to come, it goes on
// from its last part in parentheses, repeat count included, on the next line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jackdaw::apps::sparse {

/// Where numbers stand, and what the field means.
struct fortran_field {
  std::string name;   ///< the descriptor, such as E20.12, for messages
  char letter = ' ';  ///< I; F for reals in whatever form they were written; G for both
  std::size_t width = 0;
  int digits = 0;      ///< behind the point of a number that is written without one
  int scale = 0;       ///< kP: a number without an exponent was multiplied by 10^k before it was written
  bool zeros = false;  ///< BZ: blanks are zeros; else they mean nothing
};

class fortran_format {
 public:
  /// What the format does, in steps. Throws std::invalid_argument, whose what() names the descriptor, when it is none,
  /// or has a descriptor that reads no numbers (A, L, Z, O, B, '…', H, …).
  explicit fortran_format(std::string_view text);

  /// What stands on the lines.
  struct input {
    std::function<void()> next_line;
    /// Characters from a column (from 0) on, fewer where the line ends.
    std::function<std::string_view(std::size_t column, std::size_t width)> text;
    std::function<void(std::size_t index, const fortran_field& field, std::string_view text)> take;
  };

  /// Reads `count` numbers, from the next line on. Throws std::invalid_argument when the format leads nowhere: beyond a
  /// million columns, or through a million steps more than 32 for each number and line.
  void read(std::size_t count, const input& from) const;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  enum class step { number, right, left, column, scale, next_line, stop_if_done, blanks, zeros, group };
  struct item {
    step what;
    std::int64_t count = 1;  ///< columns; the scale; how often
    fortran_field field{};
    std::vector<item> group{};
  };

  /// Whether there is a number among these, or in their groups.
  [[nodiscard]] static bool has_number(const std::vector<item>& items);

 private:
  std::string text_;
  std::vector<item> items_;
};

/// What the field holds; nothing where it is no whole number.
[[nodiscard]] std::optional<std::int64_t> fortran_whole(const fortran_field& field, std::string_view text);

/// What the field holds; nothing where it is no finite number, or blank.
[[nodiscard]] std::optional<double> fortran_real(const fortran_field& field, std::string_view text);

}  // namespace jackdaw::apps::sparse
