// A paper's result on more processors than there are here: `jackdaw reproduce RESULT --replay`.
#pragma once

#include <vector>

#include "apps/app.hpp"
#include "cli/compare/comparison.hpp"
#include "cli/reproduce/results/paper_results.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

/// Those of `workers` for which this process has no processors.
[[nodiscard]] std::vector<unsigned> beyond_here(const std::vector<unsigned>& workers);

/// Throws input_error for a result that compares what replays do not have, and for a pool without a policy.
void require_replayable(const paper_result& result);

/// Times of the result's pools on so many workers and on one, all by replays. In each round the application runs once with
/// one worker, once more recorded, and what scheduling costs is measured for each pool and manager. Each of them replays
/// this recording. So what slows a round down is in all of its times, as where they are measured. Wrong runs make all
/// wrong. `app` is prepared, and `result` is replayable. Throws input_error where the recording cannot be replayed.
[[nodiscard]] comparison replayed_rounds(const paper_result& result, apps::app& app,
                                         const std::vector<unsigned>& workers, unsigned repeat,
                                         progress& shown);

}  // namespace jackdaw::cli
