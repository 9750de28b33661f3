// What scheduling costs, between replays and the files of recorded runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <jackdaw/replay/machine.hpp>
#include <jackdaw/trace/read/run_file.hpp>

namespace jackdaw::cli {

/// What scheduling cost on `pool` where `run` was recorded; nothing when the recording does not say.
[[nodiscard]] std::optional<replay::costs> kept_costs(const trace::recorded_run& run,
                                                      const std::string& pool);

/// `pool`, or the default pool when none of the catalogue has that name.
[[nodiscard]] std::string pool_of_costs(const std::string& pool);

/// What scheduling cost on `pool` where `run` was recorded; measured here and now when the recording does not say; those
/// of pool_of_costs(). Throws input_error when there are no threads for it.
[[nodiscard]] replay::costs kept_or_measured_costs(const trace::recorded_run& run, const std::string& pool);

/// Measured here and now, for all pools: so that a replay of the recording is the same whenever it is made. Takes
/// some 10 milliseconds a pool. Throws input_error when there are no threads for it.
[[nodiscard]] std::vector<trace::pool_costs> costs_of_all_pools();

}  // namespace jackdaw::cli
