#include "apps/grammar/language/settings.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

#include "apps/support/text/parse.hpp"

namespace jackdaw::apps::grammar {

std::vector<std::int64_t> values_with(const task_grammar& of, const std::vector<std::string>& settings) {
  std::vector<std::int64_t> all;
  for (const variable& each : of.variables) all.push_back(each.value);
  std::set<std::string> given;
  for (const std::string& text : settings) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const auto known = std::find_if(of.variables.begin(), of.variables.end(),
                                    [&](const variable& each) { return each.name == name; });
    std::int64_t value = 0;
    if (equals == std::string::npos || !parses_as(std::string_view(text).substr(equals + 1), value))
      throw input_error("--set " + text + ": expected NAME=VALUE, a whole number");
    if (known == of.variables.end())
      throw input_error("--set " + text + ": expected a shared variable of " + of.file);
    if (!given.insert(name).second)
      throw input_error("--set " + text + ": '" + name + "' is given more than once; expected one value");
    all[static_cast<std::size_t>(known - of.variables.begin())] = value;
  }
  return all;
}

}  // namespace jackdaw::apps::grammar
