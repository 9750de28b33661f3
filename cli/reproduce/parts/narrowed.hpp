// A user's choice of what a paper's result is measured with: numbers of workers, pools, memory managers.
#pragma once

#include <string>

#include "cli/reproduce/results/paper_results.hpp"

namespace jackdaw::cli {

/// Lists as users type them; an empty one leaves what the paper has.
struct part_choice {
  std::string workers{};  ///< or "budget"
  std::string pools{};
  std::string memory{};
};

/// The result with these parts, with the paper's figures and orders that are left. Of the kind that the result
/// compares there are the paper's parts only: what is added stands beside them (parts_to_add()). Where the paper's
/// figures are speed-ups, one worker is measured, too. `pools` names rivals, too, where the result has some. Throws input_error for a wrong name, for one that the paper
/// does not compare, and where nothing is left to compare.
[[nodiscard]] paper_result narrowed(paper_result result, const part_choice& to);

}  // namespace jackdaw::cli
