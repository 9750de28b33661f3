// Parts beside those of a paper, measured with them: `jackdaw reproduce RESULT --add NAMES`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/compare/comparison.hpp"
#include "cli/reproduce/page/worded_table.hpp"
#include "cli/reproduce/replayed/origin.hpp"
#include "cli/reproduce/results/paper_results.hpp"

namespace jackdaw::cli {

/// One added part with one number of workers. `seconds` means what a place of its ranking means.
struct reproduced_addition {
  std::string name;
  unsigned workers = 0;
  std::optional<double> seconds{};  ///< nothing where its result was wrong
  double against_first = 0;  ///< 0.05: 5 % more time than the first of the paper's parts; below 0: faster
  double speed_up = 0;       ///< by the best time of the paper's parts with the fewest workers
  std::size_t place = 0;     ///< among the paper's parts and itself; 1: the fastest
  std::size_t places = 0;
  origin from = origin::measured;
};

/// What was measured with the paper's own parts alone.
[[nodiscard]] comparison without_additions(const paper_result& result, const comparison& found);

/// Each of paper_result::added with each number of workers.
[[nodiscard]] std::vector<reproduced_addition> additions_of(const paper_result& result,
                                                            const comparison& found);

/// `kind` is what they are: "pool".
[[nodiscard]] worded_table table_of(std::string_view kind, const std::vector<reproduced_addition>& all);
[[nodiscard]] apps::json to_json(const std::vector<reproduced_addition>& all);

}  // namespace jackdaw::cli
