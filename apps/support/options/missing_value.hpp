// An option that stands before another option, where its value belongs.
#pragma once

#include <string>
#include <vector>

#include "apps/support/options/command_line.hpp"

namespace jackdaw::apps {

/// Throws input_error where a word of `words`, the line after the name of `command`, is an option that wants a value, and
/// the next one begins with "--", or is another name of an option: "--picture --serial". CLI11 would take "--serial" as
/// the picture's path. Words are those of the subcommand that the line names, and "--" ends them. What an option has
/// behind an equals sign is its value, whatever it is: "--picture=--serial".
void require_values(const CLI::App& command, const std::vector<std::string>& words);

/// "--picture: expected a value after it", for an option without one.
[[nodiscard]] std::string missing_value(const std::string& option);

}  // namespace jackdaw::apps
