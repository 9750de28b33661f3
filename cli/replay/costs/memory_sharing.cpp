#include "cli/replay/costs/memory_sharing.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <jackdaw/base/clock.hpp>

#include "cli/run/surroundings/crowd.hpp"

namespace jackdaw::cli {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20U;
constexpr std::uint64_t least_bytes = 4096;
constexpr std::uint64_t bytes_in_a_turn = std::uint64_t{256} << 20U;  // some milliseconds
constexpr std::uint64_t least_passes = 8;  // so that it decides what is in the caches, not what ran before

/// Numbers that are computed from others again and again, half of them from the other half: as stencils do.
class passes {
 public:
  explicit passes(std::uint64_t bytes)
      : from_(bytes / (2 * sizeof(double)), 1.0), to_(from_), bytes_(bytes) {}

  /// Nanoseconds a byte.
  double turn() {
    const std::uint64_t count = std::max(bytes_in_a_turn / bytes_, least_passes);
    const base::stopwatch watch;
    for (std::uint64_t i = 0; i < count; ++i) pass();
    return 1e9 * watch.seconds() / (static_cast<double>(count) * static_cast<double>(bytes_));
  }

 private:
  void pass() {
    const double* const from = from_.data();
    double* const to = to_.data();
    for (std::size_t i = 1; i + 1 < from_.size(); ++i)
      to[i] = 0.5 * from[i] + 0.25 * (from[i - 1] + from[i + 1]);
    std::swap(from_, to_);
  }

  std::vector<double> from_;
  std::vector<double> to_;
  std::uint64_t bytes_;
};

crowding passes_beside_others(std::uint64_t bytes) {
  return measure_crowding(
      [bytes] { return [own = std::make_shared<passes>(bytes)] { return own->turn(); }; });
}

}  // namespace

trace::memory_use measure_memory_sharing(std::uint64_t bytes) {
  if (bytes == 0) return {};
  const std::uint64_t all = std::clamp(bytes, least_bytes, most_bytes);
  try {
    const crowding apart = passes_beside_others(all);
    const crowding together = passes_beside_others(all / apart.among);
    if (apart.crowded == 0 || together.crowded == 0) return {bytes};
    return {bytes, apart.crowded / apart.alone, together.crowded / apart.alone};
  } catch (const std::bad_alloc&) { return {}; }
}

}  // namespace jackdaw::cli
