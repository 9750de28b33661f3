// What is wrong with a command line, in one line.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace jackdaw::cli {

/// What `error`, thrown while `root` parsed, means to a user.
[[nodiscard]] std::string usage_line(const CLI::App& root, const CLI::ParseError& error);

/// Throws input_error when arguments were left that nothing takes: a wrong option, command or application,
/// with the nearest right one; and for an empty text where a number belongs.
void require_understood(const CLI::App& root);

}  // namespace jackdaw::cli
