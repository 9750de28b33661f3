// Small numbers in lines for people.
#pragma once

#include <cstdio>
#include <string>

namespace jackdaw::apps {

/// With three digits and an exponent, such as 1.23e-15.
[[nodiscard]] inline std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2e", value);
  return text;
}

}  // namespace jackdaw::apps
