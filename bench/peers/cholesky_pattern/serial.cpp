#include <jackdaw/base/clock.hpp>

#include "bench/peers/cholesky_pattern/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned, unsigned) {
  std::vector<std::uint64_t> tile(cholesky_pattern::tiles * cholesky_pattern::tiles, 1);
  const base::stopwatch watch;
  for (unsigned round = 0; round < cholesky_pattern::rounds; ++round)
    cholesky_pattern::pattern.for_each(cholesky_pattern::serial_tasks{tile});
  return cholesky_pattern::checked(tile, cholesky_pattern::rounds, watch.seconds());
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() { return {"cholesky_pattern", "task", {"tasks of a tiled Cholesky, 40 x 40 tiles"}}; }

}  // namespace jackdaw::bench
