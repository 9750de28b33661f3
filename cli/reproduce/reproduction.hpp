// A paper's result and ours, side by side.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/compare/comparison.hpp"
#include "cli/reproduce/circumstances.hpp"
#include "cli/reproduce/input_size.hpp"
#include "cli/reproduce/paper_results.hpp"
#include "cli/reproduce/reproduced_additions.hpp"

namespace jackdaw::cli {

/// The figures for one number of workers, in the order of the paper's rows.
struct reproduced_column {
  unsigned workers = 0;
  std::vector<std::optional<double>> paper;  ///< nothing where the paper has none
  std::vector<std::optional<double>> here;   ///< nothing where our result was wrong
  std::optional<double> correlation{};       ///< of the two orders: 1 the same, 0 unrelated, -1 reversed
  std::string_view first_there;
  std::string_view first_here;
};

/// One of paper_result::orders.
struct reproduced_order {
  paper_order order;
  unsigned workers = 0;
  double ratio = 0;       ///< time of the slower by that of the faster; 0 where one was wrong
  double margin = least;  ///< less of a difference than this is none

  static constexpr double least = 0.02;  ///< the margin where the noise is less
  [[nodiscard]] bool holds() const { return ratio > 1 + margin; }
  [[nodiscard]] bool ties() const { return ratio >= 1 - margin && !holds(); }
};

struct reproduction {
  const paper_result* of = nullptr;
  comparison found;
  std::vector<reproduced_column> columns;
  std::vector<reproduced_order> orders;
  std::vector<reproduced_addition> additions{};
  std::optional<input_size> size{};  ///< of the input; nothing where the application is not the paper's
  std::optional<circumstances> where{};
};

/// What has to be measured for it.
[[nodiscard]] comparison_plan plan_for(const paper_result& result, unsigned repeat);

/// `found` was measured by that plan.
[[nodiscard]] reproduction side_by_side(const paper_result& result, comparison found);

/// Spearman's, with mean ranks for equal values; 0 where all of one side are equal. At least two values each.
[[nodiscard]] double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace jackdaw::cli
