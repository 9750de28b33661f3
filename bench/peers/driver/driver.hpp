// Runs all runtimes of a problem side by side.
#pragma once

#include <string>
#include <vector>

#include "bench/peers/peer.hpp"
#include "bench/support/pace.hpp"
#include "bench/support/program.hpp"

namespace jackdaw::bench {

/// One runtime with one number of workers, and what was measured of it.
struct contestant {
  const peer* runtime;
  unsigned workers;
  double units = 0;
  std::vector<double> seconds{};
  bool failed = false;
  std::string left_out{};  ///< why it was not run

  [[nodiscard]] bool is_measured() const { return !failed && left_out.empty(); }
  [[nodiscard]] double nanoseconds_per_unit() const;
};

/// Measures one instance with all runtimes and numbers of workers, interleaved; prints the table and adds the
/// figures to the program's. Returns what was measured. `workers` in growing order, where there is a `limit`.
std::vector<contestant> compete(program& bench, const problem& what, unsigned instance,
                                const std::vector<peer>& runtimes, const std::vector<unsigned>& workers,
                                const pace& limit = {});

}  // namespace jackdaw::bench
