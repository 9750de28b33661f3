#include "bench/peers/fib/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

long number(int n) {
  if (n < 2) return n;
  long b = 0;
#pragma omp task shared(b) firstprivate(n)
  b = number(n - 2);
  const long a = number(n - 1);
#pragma omp taskwait
  return a + b;
}

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds = seconds_in_openmp(workers, [&found] { found = number(fib::n_of_the_slow); });
  return fib::checked(fib::n_of_the_slow, found, seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
