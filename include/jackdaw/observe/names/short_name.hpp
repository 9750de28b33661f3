// Names of tasks for people: compilers write out every template argument of a type.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jackdaw::observe {

/// `name` as it is when it is short; else without what is long in its brackets: "f<...>(...)::<lambda>".
[[nodiscard]] inline std::string short_name(std::string_view name) {
  constexpr std::size_t most = 40;
  if (name.size() <= 2 * most) return std::string(name);
  const auto closing = [name](std::size_t open) {
    std::size_t depth = 0;
    for (std::size_t i = open; i < name.size(); ++i) {
      if (name[i] == '<' || name[i] == '(') ++depth;
      if (name[i] == ')' || (name[i] == '>' && name[i - 1] != '-')) --depth;
      if (depth == 0) return i;
    }
    return name.size();
  };
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    result += name[i];
    if (name[i] != '<' && name[i] != '(') continue;
    const std::size_t end = closing(i);
    if (end == name.size() || end - i <= most) continue;
    const std::string_view inside = name.substr(i + 1, end - i - 1);
    if (inside.starts_with("lambda at ")) {  // clang++: with the path
      result += "lambda at ";
      result += inside.substr(inside.rfind('/') == std::string_view::npos ? 10 : inside.rfind('/') + 1);
    } else {
      result += inside.starts_with("lambda") ? "lambda" : "...";
    }
    i = end - 1;
  }
  return result;
}

}  // namespace jackdaw::observe
