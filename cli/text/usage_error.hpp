// What is wrong with a command line, in one line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <CLI/App.hpp>

namespace jackdaw::cli {

/// What `error`, thrown while `root` parsed, means to a user.
[[nodiscard]] std::string usage_line(const CLI::App& root, const CLI::ParseError& error);

/// Throws input_error when arguments were left that nothing takes: a wrong option, command or application,
/// with the nearest right one, or where an option belongs that stands elsewhere; for an empty text where a number belongs;
/// and for an option that has two values, one before an application's name and one after it. Only of the first `most`
/// commands of the line, of which each stands below the one before.
void require_understood(const CLI::App& root, std::size_t most = SIZE_MAX);

/// The same of words that are no options, for --help: an option that is wrong is a reason to show what there is.
void require_known_words(const CLI::App& root, std::size_t most = SIZE_MAX);

}  // namespace jackdaw::cli
