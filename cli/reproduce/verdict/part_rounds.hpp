// The times of a part of a scheduler, round by round.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/compare/comparison.hpp"
#include "cli/reproduce/results/paper_results.hpp"

namespace jackdaw::cli {

/// The seconds of the part with this name, of the kind that the result compares, on so many workers, in each round.
/// They are those of its place in the ranking (cli/compare/ranking.hpp): of a pool and of an idle policy the
/// combination with the best time, of a memory manager the mean over all pools, of a pool where the result says so the
/// mean over all managers. Likewise those of a rival. Empty where it has no place.
[[nodiscard]] std::vector<double> rounds_of(const paper_result& result, const comparison& found,
                                            unsigned workers, std::string_view name);

}  // namespace jackdaw::cli
