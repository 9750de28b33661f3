// The command `jackdaw`: from arguments to an exit status.
#pragma once

#include <string>
#include <vector>

#include "cli/environment.hpp"

namespace jackdaw::cli {

/// 0: done; 1: a result is wrong; 2: it could not be done, and one line on `err` says why. The same numbers
/// in every subcommand.
enum exit_status : int { done = 0, wrong_result = 1, refused = 2 };

/// Does what `arguments` (without the program's name) ask for. Throws nothing; returns an exit_status.
[[nodiscard]] int command(std::vector<std::string> arguments, const environment& here) noexcept;

}  // namespace jackdaw::cli
