// A paper's result and ours, side by side.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/compare/comparison.hpp"
#include "cli/reproduce/circumstances.hpp"
#include "cli/reproduce/input_size.hpp"
#include "cli/reproduce/parts/reproduced_additions.hpp"
#include "cli/reproduce/replayed/origin.hpp"
#include "cli/reproduce/results/paper_results.hpp"
#include "cli/reproduce/verdict/verdict.hpp"

namespace jackdaw::cli {

/// A row of the paper's table, or a rival beside it, for one number of workers.
struct reproduced_row {
  std::string_view name;
  std::optional<double> paper{};  ///< nothing where the paper has none
  std::optional<double> here{};   ///< nothing where our result was wrong
  std::vector<double> seconds{};  ///< here, round by round
  std::optional<judged_ratio>
      by_first{};  ///< of its time by that of the paper's first; nothing for that itself
};

/// The rows in the order of the paper, then rivals that the table does not have.
struct reproduced_column {
  unsigned workers = 0;
  origin from = origin::measured;
  std::vector<reproduced_row> rows{};
  std::optional<double> correlation{};  ///< of the two orders: 1 the same, 0 unrelated, -1 reversed
  std::string_view first_there = "none";
  std::string_view first_here = "none";
};

/// One of paper_result::orders.
struct reproduced_order {
  paper_order order;
  unsigned workers = 0;
  origin from = origin::measured;
  std::optional<judged_ratio>
      ratio{};  ///< time of the slower by that of the faster; nothing where one was wrong
};

/// A part of the kind that is compared, or a rival, on so many workers.
struct measured_part {
  std::string name;
  unsigned workers = 0;
  std::vector<double> seconds{};  ///< round by round; empty where it was wrong
  origin from = origin::measured;
  std::optional<double>
      speed_up{};  ///< by the best part with one worker; nothing where that was not measured
};

struct reproduction {
  const paper_result* of = nullptr;
  comparison found;     ///< without results where all is replayed
  comparison replayed;  ///< likewise; with one worker, too, by which its speed-ups are
  std::vector<reproduced_column> columns;
  std::vector<reproduced_order> orders;
  std::vector<measured_part> parts{};  ///< those between which the orders are
  std::vector<reproduced_addition> additions{};
  std::vector<std::string> rival_lines{};  ///< which rivals there are, and why others are left out
  std::optional<input_size> size{};        ///< of the input; nothing where the application is not the paper's
  std::optional<circumstances> where{};

  /// Of all measured and replayed results.
  [[nodiscard]] bool correct() const { return found.correct() && replayed.correct(); }
  [[nodiscard]] std::size_t rounds() const;
  /// Whether some of it was.
  [[nodiscard]] bool is_replayed() const { return !replayed.results.empty(); }
};

/// Of all rows or orders of this origin that have one.
[[nodiscard]] std::vector<verdict> verdicts_of(const reproduction& both, origin from = origin::measured);

/// What has to be measured for it, without rivals.
[[nodiscard]] comparison_plan plan_for(const paper_result& result, unsigned repeat);

/// `found` was measured by that plan, or by those parts of it that are not in `replayed`: of the numbers of workers there
/// all figures are of the replay. Of rivals that are in neither there are no rows and no orders.
[[nodiscard]] reproduction side_by_side(const paper_result& result, comparison found,
                                        comparison replayed = {});

/// Nothing is concluded from rows and orders that were measured with more workers than `processors`, unless that is what
/// the result is about.
void judge_only_up_to(unsigned processors, reproduction& both);

/// Spearman's, with mean ranks for equal values; 0 where all of one side are equal. At least two values each.
[[nodiscard]] double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace jackdaw::cli
