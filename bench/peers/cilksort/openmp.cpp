#include "bench/peers/cilksort/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

void combine(const cilksort::merge& m) {
  if (m.is_leaf()) return cilksort::merge_leaf(m);
  const auto halves = m.halves();
#pragma omp task shared(halves)
  combine(halves.second);
  combine(halves.first);
#pragma omp taskwait
}

void sort(const cilksort::range& r) {
  if (r.is_leaf()) return cilksort::sort_leaf(r);
  const auto q = r.quarters();
  for (std::size_t i = 1; i < q.size(); ++i) {
#pragma omp task shared(q) firstprivate(i)
    sort(q[i]);
  }
  sort(q[0]);
#pragma omp taskwait
#pragma omp task shared(q)
  combine(cilksort::second_merge(q));
  combine(cilksort::first_merge(q));
#pragma omp taskwait
  combine(cilksort::last_merge(q));
}

measurement run(unsigned, unsigned workers) {
  cilksort::numbers all;
  const double seconds = seconds_in_openmp(workers, [&all] { sort(cilksort::whole(all)); });
  return all.checked(seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
