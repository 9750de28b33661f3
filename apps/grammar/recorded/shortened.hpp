// Names of tasks in a row, as a grammar has them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/grammar/language/lexer.hpp"
#include "apps/grammar/language/model.hpp"

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

/// For the line "initial A*3 B": " A*3", and so many entries where one stands for too few.
inline void append_initial(std::string& line, const std::string& task, std::uint64_t times) {
  while (times > 0) {
    const std::uint64_t some = std::min<std::uint64_t>(times, most_initial);
    line += ' ' + task + (some > 1 ? '*' + std::to_string(some) : std::string());
    times -= some;
  }
}

}  // namespace jackdaw::apps::grammar
