#include "apps/support/count_option.hpp"

#include <cmath>
#include <cstdint>

#include <unistd.h>

#include "apps/support/input_error.hpp"
#include "apps/support/parse.hpp"

namespace jackdaw::apps {

std::size_t parse_count(std::string_view option, const std::string& text) {
  if (std::uint64_t digits = 0; parses_as(text, digits) && digits != 0) return digits;
  constexpr double exact = 0x1p53;  // beyond, a double skips whole numbers
  if (double number = 0;
      parses_as(text, number) && number >= 1 && number <= exact && number == std::floor(number)) {
    return static_cast<std::size_t>(number);
  }
  throw input_error(std::string(option) + " " + text +
                    ": not a count; expected a whole number from 1, such as 1000000 or 1e6");
}

std::size_t parse_count(std::string_view option, const std::string& text, std::size_t most) {
  const std::size_t value = parse_count(option, text);
  if (value <= most) return value;
  throw input_error(std::string(option) + " " + text + ": expected 1 to " + std::to_string(most));
}

void require_memory(std::string_view what, std::size_t count, std::size_t bytes) {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return;
  const double memory = static_cast<double>(pages) * static_cast<double>(page);
  const auto most = static_cast<std::size_t>(memory / (3 * static_cast<double>(bytes)));
  if (count <= most) return;
  throw input_error(std::string(what) + ": " + std::to_string(count) +
                    " elements do not fit into this machine's memory three times; expected at most " +
                    std::to_string(most));
}

}  // namespace jackdaw::apps
