#include "bench/peers/nqueens/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

using nqueens::position;

long count(const position& from) {
  if (from.rows == nqueens::n) return 1;
  long found[nqueens::n] = {};
  for (int column = 0; column < nqueens::n; ++column) {
    if (!nqueens::is_free(from, column)) continue;
    const position next = nqueens::with_queen(from, column);
#pragma omp task shared(found) firstprivate(next, column)
    found[column] = count(next);
  }
#pragma omp taskwait
  long sum = 0;
  for (const long each : found) sum += each;
  return sum;
}

measurement run(unsigned, unsigned workers) {
  long found = 0;
  const double seconds = seconds_in_openmp(workers, [&found] { found = count({}); });
  return nqueens::checked(found, seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
