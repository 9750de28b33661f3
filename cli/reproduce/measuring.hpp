// Measures a paper's result, on an input of a size that was chosen or that fits the machine.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "apps/app.hpp"
#include "cli/environment.hpp"
#include "cli/reproduce/input_size.hpp"
#include "cli/reproduce/reproduction.hpp"
#include "cli/reproduce/rivals/known_rivals.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

/// What is done for more workers than this process has processors: they are measured, too, or replayed.
enum class beyond : unsigned char { measures, replays };

/// The result and the comparison in the circumstances of now. `app` is prepared; `result` outlives what is returned, and
/// can be replayed where that is wanted (replayed/replayed_rounds.hpp). Rivals that are here are measured in the same rounds,
/// and not replayed.
[[nodiscard]] reproduction measured(const paper_result& result, apps::app& app, unsigned repeat,
                                    progress& shown, beyond then = beyond::measures,
                                    const std::vector<known_rival>& rivals = {});

/// An application that is prepared.
struct sized_app {
  std::unique_ptr<apps::app> app;
  input_size size = input_size::usual;
};

/// With the input of that size. Throws input_error where there is none.
[[nodiscard]] sized_app app_of_size(const paper_result& result, input_size size, const environment& here,
                                    progress& shown);

/// With the usual input where all rounds on it are over in so many seconds, else with the small one. The time of one
/// run is measured: on the first of the schedulers, which has the fewest workers. It stands for all others, and what
/// is between the runs (input, checks) is not counted.
[[nodiscard]] sized_app fitting_app(const paper_result& result, unsigned repeat, double seconds,
                                    const environment& here, progress& shown);

}  // namespace jackdaw::cli
