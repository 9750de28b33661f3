// What a grammar expands to, or why it does not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/grammar/expansion/figures.hpp"
#include "apps/grammar/language/parse.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::tests {

inline apps::grammar::figures expanded(const std::string& text, std::uint64_t seed = 1,
                                       std::uint64_t most = 1'000'000) {
  const apps::grammar::task_grammar of = apps::grammar::parse("g.tg", text);
  std::vector<std::int64_t> values;
  for (const auto& each : of.variables) values.push_back(each.value);
  return apps::grammar::expand_all(apps::grammar::expander(of, values), seed, most, [](std::uint64_t) {});
}

/// The line with which `text` is refused, when it is parsed or expanded; empty when it is not.
inline std::string refused(const std::string& text, std::uint64_t most = 1'000'000) {
  try {
    (void)expanded(text, 1, most);
  } catch (const apps::input_error& error) { return error.what(); }
  return {};
}

}  // namespace jackdaw::tests
