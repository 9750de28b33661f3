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

/// The same beside another number: with as many digits as it takes that the two look different when they are.
[[nodiscard]] inline std::string shown_beside(double value, double other, int digits = 3,
                                              const char* form = "%.*e") {
  char text[64];
  char others[64];
  for (;; ++digits) {
    std::snprintf(text, sizeof text, form, digits - 1, value);
    std::snprintf(others, sizeof others, form, digits - 1, other);
    if (digits >= 17 || std::string(text) != others || !(value < other || other < value)) return text;
  }
}

}  // namespace jackdaw::apps
