#include "bench/peers/runs/openmp_run.hpp"
#include "bench/peers/skynet/config.hpp"

namespace jackdaw::bench {
namespace {

long sum(long first, long size) {
  if (size == 1) return first;
  const long part = size / skynet::children;
  long found[skynet::children];
  for (int i = 0; i < skynet::children; ++i) {
#pragma omp task shared(found) firstprivate(first, part, i)
    found[i] = sum(first + i * part, part);
  }
#pragma omp taskwait
  long total = 0;
  for (const long each : found) total += each;
  return total;
}

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds = seconds_in_openmp(workers, [&found] { found = sum(0, skynet::leaves_of_the_slow); });
  return skynet::checked(skynet::leaves_of_the_slow, found, seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
