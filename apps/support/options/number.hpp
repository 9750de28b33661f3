// The numbers of the command line: one reader, with bounds, and one message.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace jackdaw::apps {

/// `text` as a whole number from `least` to `most`: in digits, with a minus sign where it may be below 0, or as 1e8 and
/// 2.5e6. No plus sign, blanks, hexadecimal digits; nothing wraps and nothing saturates. Throws input_error "OPTION TEXT:
/// expected a whole number from A to B".
[[nodiscard]] std::uint64_t whole_number(std::string_view option, std::string_view text, std::uint64_t least,
                                         std::uint64_t most);
[[nodiscard]] std::int64_t whole_number(std::string_view option, std::string_view text, std::int64_t least,
                                        std::int64_t most);

/// `text` as a finite number from `least` to `most`, such as 1.5, .5 or 1e-3. What is too small for a double is 0. Throws
/// input_error "OPTION TEXT: expected a number from A to B", or only that a number was expected where there are no bounds.
[[nodiscard]] double real_number(std::string_view option, std::string_view text,
                                 double least = std::numeric_limits<double>::lowest(),
                                 double most = std::numeric_limits<double>::max());

/// "0..60", as the type name of an option of type int that takes only these: read_numbers_of() reads its value so.
[[nodiscard]] std::string whole_numbers(int least, int most);
/// The same for an option of type std::uint64_t.
[[nodiscard]] std::string whole_numbers(std::uint64_t least, std::uint64_t most);

/// The bounds in such a type name, in digits.
struct whole_bounds {
  std::string least, most;
};
[[nodiscard]] std::optional<whole_bounds> bounds_in(std::string_view type);

/// From now on all numbers of `command` and of the commands below it are read by these, whose bounds are those of whole_numbers() or of the type;
/// CLI11 gets them as it understands them in any locale. An empty value of any other option is refused: programs take it
/// for none given. After all options were declared, before the line is parsed, which
/// throws input_error then.
void read_numbers_of(CLI::App& command);

}  // namespace jackdaw::apps
