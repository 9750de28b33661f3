#include "cli/model/model_inputs.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include <CLI/CLI.hpp>

#include "apps/support/files/named_files.hpp"
#include "apps/support/options/missing_value.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/app_choice.hpp"
#include "cli/text/names.hpp"
#include "cli/text/usage_error.hpp"

namespace jackdaw::cli {

namespace {

const apps::app_entry& entry_named(const std::string& name, const environment& here) {
  std::vector<std::string> known;
  for (const apps::app_entry& each : here.apps) {
    if (each.name == name) return each;
    known.emplace_back(each.name);
  }
  throw apps::input_error("no application is called '" + apps::quoted(name) + "'; " +
                          suggestion(name, known));
}

/// The options of the scheduler and of the run, which the help of `run` shows as well, are no part of an input.
[[noreturn]] void refuse_option(const CLI::App& line, const std::string& word, const std::string& input) {
  const std::string app = input.substr(0, input.find(' '));
  std::vector<std::string> known;
  for (const CLI::Option* each : line.get_options())
    if (each->get_name().starts_with("--")) known.push_back(each->get_name());
  throw apps::input_error(apps::in_quotes(input) + ": no option of " + app + " is called '" +
                          apps::quoted(word.substr(0, word.find('='))) + "'; " +
                          (known.empty() ? "expected none" : suggestion(word, known)) + " (\"Options of " +
                          app + "\" in jackdaw run " + app +
                          " --help; others stand outside the quotation marks)");
}

model_input input_of(const std::string& text, const environment& here) {
  std::istringstream all(text);
  std::vector<std::string> words;
  for (std::string word; all >> word;) words.push_back(word);
  if (words.empty())
    throw apps::input_error("an empty input; expected an application and its options in one argument");
  const apps::app_entry& entry = entry_named(words.front(), here);
  model_input made{words.front(), {}, entry.make()};
  for (std::size_t i = 1; i < words.size(); ++i) made.text += " " + words[i];
  CLI::App line("", "jackdaw run " + words.front());
  line.set_help_flag();
  line.allow_extras();  // reported by require_understood()
  made.app->declare_options(line);
  apps::read_numbers_of(line);
  apps::require_values(line, {words.begin() + 1, words.end()});
  std::reverse(words.begin() + 1, words.end());  // as CLI11 wants them
  try {
    line.parse(std::vector<std::string>(words.begin() + 1, words.end()));
  } catch (const CLI::ParseError& error) { throw apps::input_error(usage_line(line, error)); }
  const std::vector<std::string> left = line.remaining();
  if (!left.empty() && left.front().starts_with("--")) refuse_option(line, left.front(), made.text);
  require_understood(line);
  made.is_without_tasks = has_face_threads(line);
  return made;
}

}  // namespace

std::vector<std::string> expanded(const std::string& text) {
  constexpr std::size_t most_inputs = 10'000;
  constexpr std::size_t most_letters = 2000;
  if (text.size() > most_letters) {
    throw apps::input_error(apps::in_quotes(text) + ": " + std::to_string(text.size()) +
                            " letters; expected an input of at most " + std::to_string(most_letters));
  }
  // Counted before any of them is made.
  std::size_t count = 1;
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
    const std::size_t end = std::min(text.find('}', at), text.size());
    count *= static_cast<std::size_t>(1 + std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                     text.begin() + static_cast<std::ptrdiff_t>(end), ','));
    if (count > most_inputs) {
      throw apps::input_error(apps::in_quotes(text) + ": more than " + std::to_string(most_inputs) +
                              " inputs from its braces; expected at most that many");
    }
  }
  const std::size_t from = text.find('{');
  const std::size_t to = text.find('}', from == std::string::npos ? 0 : from);
  if (from == std::string::npos && to == std::string::npos) return {text};
  if (from == std::string::npos || to == std::string::npos)
    throw apps::input_error("'" + text + "': expected a pair of braces such as {1,2}");
  std::vector<std::string> all;
  for (const auto& part : split_list(std::string_view(text).substr(from + 1, to - from - 1))) {
    for (auto& each : expanded(text.substr(0, from) + part + text.substr(to + 1)))
      all.push_back(std::move(each));
  }
  return all;
}

std::vector<model_input> inputs_of(const std::vector<std::string>& texts, const environment& here) {
  std::vector<model_input> all;
  for (const auto& text : texts) {
    for (const auto& each : expanded(text)) {
      model_input made = input_of(each, here);
      if (std::ranges::find(all, made.text, &model_input::text) == all.end()) all.push_back(std::move(made));
    }
  }
  if (all.empty())
    throw apps::input_error(
        "no application given after model; expected some, each with its options in one argument, such as "
        "'knary --height {8,9}'");
  return all;
}

void prepare(std::vector<model_input>& inputs) {
  const apps::unwritten_outputs none("model");
  std::map<std::string, int> labels;
  for (model_input& each : inputs) {
    each.app->prepare();
    each.label = each.text.substr(0, each.text.find(' ')) + " " + each.app->input();
    ++labels[each.label];
  }
  for (model_input& each : inputs) {
    if (labels[each.label] > 1) each.label = each.text;
  }
}

}  // namespace jackdaw::cli
