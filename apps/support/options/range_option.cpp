#include "apps/support/options/range_option.hpp"

#include <array>
#include <charconv>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps {

std::string plain(double value) {
  std::array<char, 32> text{};
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 6);
  return {text.data(), written.ptr};
}

void require_range(std::string_view option, double value, double least, double most) {
  if (value >= least && value <= most) return;
  throw input_error(std::string(option) + " " + plain(value) + ": expected a number from " + plain(least) +
                    " to " + plain(most));
}

}  // namespace jackdaw::apps
