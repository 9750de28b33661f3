// What the studies of T15 need to know of an input.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/model/model_inputs.hpp"

namespace jackdaw::cli {

/// Of an application that says so.
struct task_facts {
  double tasks = 0;              ///< 0: not known
  double cycle_nanoseconds = 0;  ///< 0: not known

  [[nodiscard]] bool are_known() const noexcept { return tasks > 0 && cycle_nanoseconds > 0; }
};

[[nodiscard]] inline task_facts facts_of(const model_input& input) {
  const apps::json all = input.app->counts();
  return {all.value("expected_tasks", 0.), all.value("cycle_nanoseconds", 0.)};
}

/// Whether the text has these words.
[[nodiscard]] inline bool has_words(const std::string& text, std::string_view words) {
  return (' ' + text + ' ').find(' ' + std::string(words) + ' ') != std::string::npos;
}

/// The text with other words in their place.
[[nodiscard]] inline std::string with_words(const std::string& text, std::string_view words,
                                            std::string_view others) {
  std::string padded = ' ' + text + ' ';
  const std::size_t at = padded.find(' ' + std::string(words) + ' ');
  if (at != std::string::npos) padded.replace(at + 1, words.size(), others);
  return padded.substr(1, padded.size() - 2);
}

/// The number behind the option; nothing where the text does not have it.
[[nodiscard]] inline std::optional<double> number_after(const std::string& text, std::string_view option) {
  const std::string words = ' ' + std::string(option) + ' ';
  const std::size_t at = (' ' + text).find(words);
  if (option.empty() || at == std::string::npos) return std::nullopt;
  return std::stod(text.substr(at + words.size() - 1));
}

/// The text without the option and its value.
[[nodiscard]] inline std::string without_option(const std::string& text, std::string_view option) {
  const std::string words = ' ' + std::string(option) + ' ';
  const std::size_t at = text.find(words);
  if (option.empty() || at == std::string::npos) return text;
  const std::size_t end = text.find(' ', at + words.size());
  return text.substr(0, at) + (end == std::string::npos ? "" : text.substr(end));
}

}  // namespace jackdaw::cli
