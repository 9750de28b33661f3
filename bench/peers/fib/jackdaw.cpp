#include <jackdaw/fork_join/current.hpp>

#include "apps/fib/joins.hpp"
#include "bench/peers/fib/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds =
      seconds_in_jackdaw(workers, [&found](worker& w) { found = apps::fib::number(w, fib::n_of_the_fast); });
  return fib::checked(fib::n_of_the_fast, found, seconds);
}

/// The worker is found by a thread-local look-up in each join.
long local_number(int n) {
  if (n < 2) return n;
  const auto [a, b] = join([n] { return local_number(n - 1); }, [n] { return local_number(n - 2); });
  return a + b;
}

measurement run_local(unsigned, unsigned workers) {
  long found = 0;
  const double seconds =
      seconds_in_jackdaw(workers, [&found](worker&) { found = local_number(fib::n_of_the_fast); });
  return fib::checked(fib::n_of_the_fast, found, seconds);
}

const registered entry{as_jackdaw(run)};
const registered local_entry{as_jackdaw(run_local, "jackdaw-local")};

}  // namespace
}  // namespace jackdaw::bench
