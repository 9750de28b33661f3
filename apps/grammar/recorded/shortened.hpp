// Names of tasks in a row, as a grammar has them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/grammar/language/lexer.hpp"

namespace jackdaw::apps::grammar {

/// "A*2 B" for A A B.
[[nodiscard]] inline std::string shortened(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size();) {
    std::size_t end = i;
    while (end < names.size() && names[end] == names[i]) ++end;
    text += (text.empty() ? "" : " ") + written_name(names[i]);
    if (end - i > 1) text += '*' + std::to_string(end - i);
    i = end;
  }
  return text;
}

}  // namespace jackdaw::apps::grammar
