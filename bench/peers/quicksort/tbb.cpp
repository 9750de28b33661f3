#include <tbb/parallel_invoke.h>

#include "bench/peers/quicksort/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

void sort(const quicksort::range& r) {
  if (r.is_leaf()) return quicksort::sort_leaf(r);
  const auto parts = quicksort::divide(r);
  tbb::parallel_invoke([&parts] { sort(parts.first); }, [&parts] { sort(parts.second); });
}

measurement run(unsigned, unsigned workers) {
  quicksort::numbers all;
  const double seconds = seconds_in_tbb(workers, [&all] { sort({all.begin(), all.end()}); });
  return all.checked(seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
