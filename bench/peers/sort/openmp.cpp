// The parallel mode of libstdc++, which is written in OpenMP.
#include <parallel/algorithm>

#include "bench/peers/runs/openmp_run.hpp"
#include "bench/peers/sort/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned workers) {
  return sorts::measured(instance, [workers](auto& keys) {
    omp_set_dynamic(0);
    omp_set_num_threads(static_cast<int>(workers));
#pragma omp parallel
    {}  // its threads are made before the timed part
    const base::stopwatch watch;
    __gnu_parallel::sort(keys.begin(), keys.end());
    const double seconds = watch.seconds();
    omp_pause_resource_all(omp_pause_hard);
    return seconds;
  });
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
