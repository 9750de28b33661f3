#include <jackdaw/base/clock.hpp>

#include "bench/peers/metg/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned steps, unsigned) {
  const std::uint64_t tasks = metg::tasks_of(steps);
  sums all(1);
  double seconds = 0;
  for (unsigned round = 0; round <= metg::rounds; ++round) {
    const base::stopwatch watch;
    for (std::uint64_t i = 0; i < tasks; ++i) metg::body{&all, i, steps}.run(0);
    if (round != 0) seconds += watch.seconds();
  }
  return metg::checked(all, steps, seconds);
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() { return {"metg", "task", {}}; }

}  // namespace jackdaw::bench
