#include "bench/peers/fib/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

long number(int n) {
  if (n < 2) return n;
  long b = 0;
  tbb::task_group group;
  group.run([&b, n] { b = number(n - 2); });
  const long a = number(n - 1);
  group.wait();
  return a + b;
}

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds = seconds_in_tbb(workers, [&found] { found = number(fib::n_of_tbb); });
  return fib::checked(fib::n_of_tbb, found, seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
