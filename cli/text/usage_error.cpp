#include "cli/text/usage_error.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

#include "apps/support/options/missing_value.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/text/names.hpp"

namespace jackdaw::cli {

namespace {

using commands = std::vector<const CLI::App*>;

/// The command line's chain of commands: jackdaw, run, synthetic.
commands chain(const CLI::App& root) {
  commands all{&root};
  while (!all.back()->get_subcommands().empty()) all.push_back(all.back()->get_subcommands().front());
  return all;
}

/// The first `count` of them: "jackdaw run fib".
std::string name_of(const commands& chain, std::size_t count) {
  std::string name;
  for (std::size_t i = 0; i < count; ++i) name += (i == 0 ? "" : " ") + chain[i]->get_name();
  return name;
}

std::string full_name(const CLI::App& root) {
  const commands all = chain(root);
  return name_of(all, all.size());
}

/// Of these commands, each name once.
std::vector<std::string> option_names(std::span<const CLI::App* const> commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) {
    for (const CLI::Option* option : command->get_options()) {
      for (const auto& each : option->get_lnames()) {
        if (const std::string name = "--" + each; std::ranges::find(names, name) == names.end())
          names.push_back(name);
      }
    }
  }
  return names;
}

bool knows(const CLI::App& command, const std::string& option) {
  return command.get_option_no_throw(option) != nullptr;
}

/// The commands below `command`, or the applications.
commands below(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> command_names(const commands& all) {
  std::vector<std::string> names;
  for (const CLI::App* each : all) names.push_back(each->get_name());
  return names;
}

std::string word_for(bool is_application) { return is_application ? "application" : "command"; }

/// The kind of value an option takes, in words; CLI11 calls it INT.
std::string expected_value(const std::string& type) {
  if (type == "INT") return "a whole number";
  if (type == "UINT") return "a whole number, not negative";
  if (type == "FLOAT") return "a number";
  if (type.empty()) return "true or false";  // a flag
  if (const auto bounds = apps::bounds_in(type))
    return "a whole number from " + bounds->least + " to " + bounds->most;
  return type;
}

bool is_number(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type == "INT" || type == "UINT" || type == "FLOAT" || apps::bounds_in(type);
}

/// "Could not convert: --k = abc", as something to act upon; empty where `text` is of another form.
std::string unconverted_line(const CLI::App& root, const std::string& text) {
  constexpr std::string_view beginning = "Could not convert: ";
  const std::size_t equals = text.find(" = ");
  if (!text.starts_with(beginning) || equals == std::string::npos) return {};
  const std::string name = text.substr(beginning.size(), equals - beginning.size());
  const std::string value = text.substr(equals + 3);
  for (const CLI::App* command : chain(root)) {
    const CLI::Option* const option = name.starts_with('-') ? command->get_option_no_throw(name) : nullptr;
    if (option == nullptr) continue;
    // A number that the reader has taken (apps/support/options/number.hpp).
    if (option->get_type_name() == "INT")
      return name + " " + value + ": expected a whole number from -2147483648 to 2147483647";
    return name + " '" + apps::quoted(value) + "': expected " + expected_value(option->get_type_name());
  }
  return {};
}

std::string repeated_line(const std::string& option) {
  return option + ": given more than once; expected one value";
}

/// Options may stand before an application's name and after it: the second value would win without a word. A flag may
/// be said again.
void require_once(const commands& chain) {
  const auto refuse = [&chain](const CLI::Option& option) {
    throw apps::input_error(repeated_line(option.get_name()) + " (" + name_of(chain, chain.size()) +
                            " --help says more)");
  };
  std::map<std::string, const CLI::Option*> given;
  for (const CLI::App* command : chain) {
    for (const CLI::Option* option : command->get_options()) {
      if (option->count() == 0) continue;
      const bool is_flag = option->get_items_expected_max() == 0;
      for (const auto& value : option->results()) {
        if (!is_flag) break;
        if (value != "true" && value != "false")
          throw apps::input_error(option->get_name() + " '" + apps::quoted(value) +
                                  "': expected true or false");
        if (value != option->results().front()) refuse(*option);
      }
      const auto [before, is_new] = given.try_emplace(option->get_name(), option);
      if (!is_new && !(is_flag && before->second->results().front() == option->results().front()))
        refuse(*option);
    }
  }
}

/// An option that `chain[at]` does not know stands after it.
[[noreturn]] void refuse_option(const commands& chain, std::size_t at, const std::string& option) {
  const std::string shown = "'" + apps::quoted(option) + "'";
  for (std::size_t i = at + 1; i < chain.size(); ++i) {
    if (knows(*chain[i], option))
      throw apps::input_error(shown + " is an option of " + name_of(chain, i + 1) +
                              "; expected it after that (" + name_of(chain, i + 1) + " --help says more)");
  }
  for (std::size_t i = at; i > 0; --i) {
    if (knows(*chain[i - 1], option))
      throw apps::input_error(shown + " is an option of " + name_of(chain, i) + "; expected it before " +
                              chain[i]->get_name());
  }
  const std::string name = name_of(chain, chain.size());
  if (at + 1 == chain.size()) {
    commands having = below(*chain[at]);
    std::erase_if(having, [&option](const CLI::App* each) { return !knows(*each, option); });
    if (!having.empty()) {
      std::string line = "no " + word_for(at > 0) + " given before " + shown + "; expected one that has it:";
      for (const auto& each : command_names(having)) line += " " + each;
      throw apps::input_error(line + " (" + name + " --help says more)");
    }
  }
  throw apps::input_error("no option of " + name + " is called " + shown + "; " +
                          suggestion(option, option_names(std::span(chain).subspan(at))) + " (" + name +
                          " --help shows all)");
}

/// CLI11 takes an empty text for the number 0.
void require_numbers(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!is_number(*option)) continue;
    for (const auto& value : option->results()) {
      if (value.find_first_not_of(' ') == std::string::npos) {
        throw apps::input_error(option->get_name() + " '" + apps::quoted(value) + "': expected " +
                                expected_value(option->get_type_name()));
      }
    }
  }
}

/// A word that is no option stands behind `chain[at]`, which has no such command.
[[noreturn]] void refuse_word(const commands& chain, std::size_t at, const std::string& wrong) {
  const std::string name = name_of(chain, chain.size());
  const auto known = command_names(below(*chain[at]));
  const std::string shown = "'" + apps::quoted(wrong) + "'";
  if (known.empty() || at + 1 < chain.size())
    throw apps::input_error(shown + " is not expected here (" + name + " --help says more)");
  throw apps::input_error("no " + word_for(at > 0) + " is called " + shown + "; " + suggestion(wrong, known) +
                          " (" + name + " --help shows all)");
}

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

}  // namespace

std::string usage_line(const CLI::App& root, const CLI::ParseError& error) {
  const std::string text = error.what();
  std::string line = unconverted_line(root, text);
  if (line.empty()) {
    line = text;
    const std::size_t twice = text.find(": At Most 1 required");
    if (twice != std::string::npos) line = repeated_line(text.substr(0, twice));
    for (const std::string_view bound : {": At Most ", ": At least "}) {
      constexpr std::string_view received = " required but received ";
      const std::size_t at = text.find(bound), then = text.find(received);
      if (twice != std::string::npos || at == std::string::npos || then == std::string::npos) continue;
      const std::size_t number = at + bound.size();
      line = text.substr(0, at) + ": given " + text.substr(then + received.size()) + " values; expected " +
             text.substr(number, then - number);
    }
    constexpr std::string_view excludes = " excludes ";
    if (const std::size_t at = text.find(excludes); at != std::string::npos)
      line = text.substr(0, at) + " and " + text.substr(at + excludes.size()) + ": expected one of the two";
    if (text.ends_with(" missing")) line = apps::missing_value(text.substr(0, text.find(':')));
  }
  return line + " (" + full_name(root) + " --help says more)";
}

void require_understood(const CLI::App& root, std::size_t most) {
  const commands all = chain(root);
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    require_numbers(*all[i]);
    const std::vector<std::string> left = all[i]->remaining();
    if (left.empty()) continue;
    const std::string& wrong = left.front();
    if (is_option(wrong)) refuse_option(all, i, wrong.substr(0, wrong.find('=')));
    refuse_word(all, i, wrong);
  }
  if (most >= all.size()) require_once(all);
}

void require_known_words(const CLI::App& root, std::size_t most) {
  const commands all = chain(root);
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    const std::vector<std::string> left = all[i]->remaining();
    if (left.empty()) continue;
    if (is_option(left.front())) return;  // what follows may be its value
    refuse_word(all, i, left.front());
  }
}

}  // namespace jackdaw::cli
