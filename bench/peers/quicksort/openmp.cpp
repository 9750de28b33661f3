#include "bench/peers/quicksort/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

void sort(const quicksort::range& r) {
  if (r.is_leaf()) return quicksort::sort_leaf(r);
  const auto parts = quicksort::divide(r);
#pragma omp task shared(parts)
  sort(parts.second);
  sort(parts.first);
#pragma omp taskwait
}

measurement run(unsigned, unsigned workers) {
  quicksort::numbers all;
  const double seconds = seconds_in_openmp(workers, [&all] { sort({all.begin(), all.end()}); });
  return all.checked(seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
