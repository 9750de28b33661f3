// The default pool and the pools that were best, once more.
//
// Of many pools the best of few runs is in part the luckiest, and any pool that is compared with it seems to be
// behind. So the first measurement only chooses, and a second one, of few pools and many runs, says by how much
// they differ.
#pragma once

#include <iosfwd>
#include <vector>

#include "cli/compare/comparison.hpp"

namespace jackdaw::cli {

/// How many other pools take part.
inline constexpr std::size_t others_in_finals = 3;

/// For each number of workers in `found` the default pool and the best others, each with its best memory manager and
/// idle policy, as `first` was, but `repeat` times. Without choices when the default pool or the others are missing.
[[nodiscard]] comparison_plan finals_after(const comparison& found, const comparison_plan& first,
                                           unsigned repeat);

/// The default pool's time by that of the best of the others in a comparison, for one number of workers.
struct final_result {
  std::string app;
  const measurement* ours = nullptr;
  const measurement* best = nullptr;  ///< of the others
  [[nodiscard]] double ratio() const { return ours->time() / best->time(); }
};

/// Those of `finals` with so many workers in which all were right. As long as `finals` stay.
[[nodiscard]] std::vector<final_result> results_of(const std::vector<comparison>& finals, unsigned workers);

void print_finals(std::ostream& out, const std::vector<comparison>& finals);

}  // namespace jackdaw::cli
