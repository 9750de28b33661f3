#include <jackdaw/base/clock.hpp>

#include "bench/peers/fib/config.hpp"
#include "bench/peers/serial_run.hpp"

namespace jackdaw::bench {
namespace {

// The compiler may not replace one of the calls by a loop, as it would only here.
[[gnu::noinline]] long number(int n) {
  if (n < 2) return n;
  const long a = number(n - 1);
  asm volatile("" ::: "memory");
  return a + number(n - 2);
}

measurement run(unsigned, unsigned) {
  const base::stopwatch watch;
  const long found = number(fib::n_of_the_fast);
  return fib::checked(fib::n_of_the_fast, found, watch.seconds());
}

const enrolled entry{as_serial(run)};

}  // namespace

problem the_problem() { return {"fib", "join", {"fib, task per call, no cut-off"}}; }

}  // namespace jackdaw::bench
