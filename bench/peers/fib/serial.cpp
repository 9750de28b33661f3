#include <jackdaw/base/clock.hpp>

#include "bench/peers/fib/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned, unsigned) {
  const base::stopwatch watch;
  const long found = apps::fib::number(fib::n_of_the_fast);
  return fib::checked(fib::n_of_the_fast, found, watch.seconds());
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() { return {"fib", "join", {"fib, task per call, no cut-off"}}; }

}  // namespace jackdaw::bench
