// What the recorder took for an event in a recorded run whose time without it is known.
#pragma once

#include <optional>

#include <jackdaw/replay/machine.hpp>
#include <jackdaw/replay/policy.hpp>
#include <jackdaw/trace/read/run_file.hpp>

namespace jackdaw::cli {

/// Whether fitted_event() can say it: of recordings with one worker.
[[nodiscard]] bool has_plain_time(const trace::recorded_run& run);

/// Nanoseconds, such that the replay on one worker, by the policy and the costs of the recorded pool, takes as long as
/// the run took without the recorder: what an event costs depends on how much of the caches the program itself uses. At
/// least 0, `most` at most. Nothing where much would be left even then: something else has disturbed one of the two runs.
/// Cost: some replays.
[[nodiscard]] std::optional<double> fitted_event(const trace::recorded_run& run, const replay::policy& how,
                                                 const replay::costs& price, double most);

/// What fits a run of tasks so short that its pool's costs alone, measured with tasks that are put, are more than the run
/// took: a branch that nobody takes is called as a function.
struct smaller_costs {
  double event;  ///< nanoseconds
  double part;   ///< of what a put, a get and the lock of the pool take otherwise; below 1
};

/// Costs and work made smaller alike, such that the replay on one worker takes as long as the run took without the recorder.
/// Nothing where it is about right with `event`, or where the work cannot be that small. Cost: some replays.
[[nodiscard]] std::optional<smaller_costs> fitted_costs(const trace::recorded_run& run,
                                                        const replay::policy& how, const replay::costs& price,
                                                        double event, double most);

}  // namespace jackdaw::cli
