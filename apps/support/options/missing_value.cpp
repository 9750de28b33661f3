#include "apps/support/options/missing_value.hpp"

#include <algorithm>
#include <cstddef>

#include <CLI/App.hpp>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps {

namespace {

/// The subcommand of that name; null where there is none.
const CLI::App* below(const CLI::App& command, const std::string& name) {
  const std::vector<const CLI::App*> all = command.get_subcommands([](const CLI::App*) { return true; });
  const auto found = std::ranges::find(all, name, [](const CLI::App* each) { return each->get_name(); });
  return found == all.end() ? nullptr : *found;
}

const CLI::Option* option_named(const CLI::App& command, const std::string& word) {
  return word.starts_with('-') ? command.get_option_no_throw(word) : nullptr;
}

}  // namespace

std::string missing_value(const std::string& option) { return option + ": expected a value after it"; }

void require_values(const CLI::App& command, const std::vector<std::string>& words) {
  const CLI::App* named = &command;
  std::string name = command.get_name();
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (const CLI::App* const next = below(*named, words[i])) {
      named = next;
      name += ' ' + words[i];
      continue;
    }
    const CLI::Option* const option = option_named(*named, words[i]);
    if (option == nullptr || option->get_items_expected_min() == 0 || i + 1 == words.size()) continue;
    ++i;
    if (words[i].starts_with("--") || option_named(*named, words[i]) != nullptr)
      throw input_error(missing_value(option->get_name()) +
                        (name.empty() ? "" : " (" + name + " --help says more)"));
  }
}

}  // namespace jackdaw::apps
