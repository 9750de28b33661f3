#include "bench/peers/fib/config.hpp"
#include "bench/peers/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

long number(worker& w, int n) {
  if (n < 2) return n;
  const auto [a, b] = join(
      w, [n](worker& here) { return number(here, n - 1); },
      [n](worker& here) { return number(here, n - 2); });
  return a + b;
}

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds =
      seconds_in_jackdaw(workers, [&found](worker& w) { found = number(w, fib::n_of_the_fast); });
  return fib::checked(fib::n_of_the_fast, found, seconds);
}

const enrolled entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
