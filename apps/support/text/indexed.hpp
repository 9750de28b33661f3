// What a part of something is called.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace jackdaw::apps {

/// `A[3,4]` of "A", 3 and 4.
[[nodiscard]] std::string indexed(std::string_view whole, std::integral auto... at) {
  std::string text(whole);
  char before = '[';
  ((text += before, text += std::to_string(at), before = ','), ...);
  return text + ']';
}

}  // namespace jackdaw::apps
