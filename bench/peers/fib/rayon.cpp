#include <cstdint>

#include "bench/peers/fib/config.hpp"
#include "bench/peers/runs/rayon_run.hpp"

extern "C" std::int64_t rayon_fib(std::int64_t n);

namespace jackdaw::bench {
namespace {

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds = seconds_in_rayon(workers, [&found] { found = rayon_fib(fib::n_of_the_fast); });
  return fib::checked(fib::n_of_the_fast, found, seconds);
}

const registered entry{as_rayon(run)};

}  // namespace
}  // namespace jackdaw::bench
