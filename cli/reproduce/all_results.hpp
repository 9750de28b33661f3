// jackdaw reproduce all: every result whose application is here.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "cli/environment.hpp"
#include "cli/reproduce/input_size.hpp"
#include "cli/reproduce/page/worded_table.hpp"
#include "cli/reproduce/reproduction.hpp"
#include "cli/reproduce/studies/studied.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

struct all_results_plan {
  std::string workers{};  ///< as part_choice::workers
  std::optional<input_size>
      size{};          ///< nothing: what fits the machine. paper: usual where the paper describes none
  double minutes = 5;  ///< for one result, where the size is to fit
  unsigned repeat = 6;
};

/// The results as they were measured; what is shown refers to them.
struct all_results {
  std::deque<paper_result> results;
  std::vector<reproduction> found;
  std::vector<studied> studies{};        ///< those of several inputs
  std::vector<std::string> left_out{};   ///< a line for each, with the reason
  std::optional<circumstances> where{};  ///< of all of them together
  [[nodiscard]] bool correct() const;
};

/// One after the other; says on the way what came out. Throws input_error for wrong numbers of workers. Where a result
/// throws, those before it are in `all`.
void reproduce_all(all_results& all, const all_results_plan& plan, const environment& here, progress& shown);

/// A row for each of them.
[[nodiscard]] worded_table summary_of(const all_results& all);

[[nodiscard]] apps::json to_json(const all_results& all);

}  // namespace jackdaw::cli
