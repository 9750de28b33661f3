// Figures of a run that mislead: because much of it was not seen, or because they contradict each other.
#pragma once

#include <string>
#include <vector>

#include <jackdaw/trace/graph/task_graph.hpp>
#include <jackdaw/trace/read/losses.hpp>

#include "apps/app.hpp"

namespace jackdaw::cli {

/// What a reader of the figures has to know, each in a sentence; none where they can be taken as they are.
[[nodiscard]] std::vector<std::string> warnings(const trace::losses& lost, const trace::graph& order);

/// The same of predictions, a time for each of 1, 2, 4, … processors in nanoseconds, which a greedy schedule of the same
/// graph bounds.
[[nodiscard]] std::vector<std::string> warnings(const std::vector<double>& predicted,
                                                const trace::graph& order);

/// How long the workers did not work, and why, in words.
[[nodiscard]] std::string away_text(const trace::losses& lost);

/// What was not seen, in words; empty: nothing to speak of.
[[nodiscard]] std::string unseen_text(const trace::losses& lost);

[[nodiscard]] apps::json to_json(const trace::losses& lost);

}  // namespace jackdaw::cli
