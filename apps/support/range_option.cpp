#include "apps/support/range_option.hpp"

#include <cstdio>

#include "apps/support/input_error.hpp"

namespace jackdaw::apps {

std::string plain(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

void require_range(std::string_view option, double value, double least, double most) {
  if (value >= least && value <= most) return;
  throw input_error(std::string(option) + " " + plain(value) + ": expected " + plain(least) + " to " +
                    plain(most));
}

}  // namespace jackdaw::apps
