#include "cli/text/usage_error.hpp"

#include <string_view>
#include <vector>

#include <CLI/App.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/text/names.hpp"

namespace jackdaw::cli {

namespace {

/// The command line's chain of commands: jackdaw, run, synthetic.
std::vector<const CLI::App*> chain(const CLI::App& root) {
  std::vector<const CLI::App*> commands{&root};
  while (!commands.back()->get_subcommands().empty()) {
    commands.push_back(commands.back()->get_subcommands().front());
  }
  return commands;
}

std::string full_name(const CLI::App& root) {
  std::string name;
  for (const CLI::App* each : chain(root)) name += (name.empty() ? "" : " ") + each->get_name();
  return name;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(each->get_name());
  }
  return names;
}

/// The kind of value an option takes, in words; CLI11 calls it INT.
std::string expected_value(const std::string& type) {
  if (type == "INT") return "a whole number";
  if (type == "UINT") return "a whole number, not negative";
  if (type == "FLOAT") return "a number";
  return type;
}

bool is_number(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type == "INT" || type == "UINT" || type == "FLOAT";
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
    return name + " '" + value + "': expected " + expected_value(option->get_type_name());
  }
  return {};
}

/// CLI11 takes an empty text for the number 0.
void require_numbers(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!is_number(*option)) continue;
    for (const auto& value : option->results()) {
      if (value.find_first_not_of(' ') == std::string::npos) {
        throw apps::input_error(option->get_name() + " '" + value + "': expected " +
                                expected_value(option->get_type_name()));
      }
    }
  }
}

}  // namespace

std::string usage_line(const CLI::App& root, const CLI::ParseError& error) {
  const std::string text = error.what();
  std::string line = unconverted_line(root, text);
  if (line.empty()) {
    line = text;
    const std::size_t twice = text.find(": At Most 1 required");
    if (twice != std::string::npos)
      line = text.substr(0, twice) + ": given more than once; expected one value";
    if (text.ends_with(" missing")) line = text.substr(0, text.find(':')) + ": expected a value after it";
  }
  return line + " (" + full_name(root) + " --help says more)";
}

void require_understood(const CLI::App& root) {
  const auto commands = chain(root);
  for (const CLI::App* command : commands) {
    require_numbers(*command);
    const std::vector<std::string> left = command->remaining();
    if (left.empty()) continue;
    const std::string& wrong = left.front();
    const std::string name = full_name(root);
    if (wrong.size() > 1 && wrong.front() == '-') {
      const std::string option = wrong.substr(0, wrong.find('='));
      throw apps::input_error("no option of " + name + " is called '" + option + "'; " +
                              suggestion(option, option_names(*command)) + " (" + name +
                              " --help shows all)");
    }
    const auto known = command_names(*command);
    if (known.empty()) {
      throw apps::input_error("'" + wrong + "' is not expected here (" + name + " --help says more)");
    }
    throw apps::input_error(std::string("no ") + (command == &root ? "command" : "application") +
                            " is called '" + wrong + "'; " + suggestion(wrong, known) + " (" + name +
                            " --help shows all)");
  }
}

}  // namespace jackdaw::cli
