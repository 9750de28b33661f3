#include "apps/fib/joins.hpp"
#include "bench/peers/fib/config.hpp"
#include "bench/peers/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds =
      seconds_in_jackdaw(workers, [&found](worker& w) { found = apps::fib::number(w, fib::n_of_the_fast); });
  return fib::checked(fib::n_of_the_fast, found, seconds);
}

const enrolled entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
