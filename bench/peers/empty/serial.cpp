#include <jackdaw/base/clock.hpp>

#include "bench/peers/empty/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

// A call for each, through a pointer that the compiler does not know.
measurement run(unsigned, unsigned) {
  empty::marks all(1);
  void (*task)(empty::marks&, unsigned, std::uint64_t, std::uint64_t) = &empty::leave_mark;
  asm volatile("" : "+r"(task));
  double seconds = 0;
  for (unsigned round = 0; round <= empty::rounds; ++round) {
    const base::stopwatch watch;
    for (std::uint64_t i = 0; i < empty::tasks; ++i) task(all, 0, i, 1);
    if (round != 0) seconds += watch.seconds();
  }
  return empty::checked(all, seconds);
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() { return {"empty", "task", {"200000 independent empty tasks put by one"}}; }

}  // namespace jackdaw::bench
