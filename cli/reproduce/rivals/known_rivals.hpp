// Rivals of papers' results by name, and whether they are here.
//
// Each is a library of its own, beside the command, and is loaded when a result asks for it. So the command and its package
// need none of their runtimes, and no threads of a runtime are there while anything else is measured. programs/ has them.
#pragma once

#include <string>
#include <vector>

#include "cli/compare/rival.hpp"
#include "cli/environment.hpp"
#include "cli/reproduce/results/paper_results.hpp"

namespace jackdaw::cli {

/// A rival of a result.
struct known_rival {
  std::string name;
  const rival* program = nullptr;  ///< null where it cannot be measured
  std::string why_not{};           ///< then the reason
};

/// The function of such a library. Nothing that it returns ever ends.
using rival_entry = const rival* (*)();
inline constexpr const char* rival_entry_name = "jackdaw_rival";

/// Those of the result, with its application. Cost: loads them.
[[nodiscard]] std::vector<known_rival> known_rivals(const paper_result& result, const environment& here);

/// Throws input_error, which begins with `option`, unless all of them can be measured.
void require_all(const std::vector<known_rival>& rivals, const std::string& option);

/// A line for each: its version, or why it is left out. `not_replayed`: numbers of workers that are replayed, and have none
/// of their rows.
[[nodiscard]] std::vector<std::string> lines_of(const std::vector<known_rival>& rivals,
                                                const std::vector<unsigned>& not_replayed);

}  // namespace jackdaw::cli
