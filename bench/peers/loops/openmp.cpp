#include "bench/peers/loops/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

// As users write it: an inner loop runs on the thread that has come to it.
measurement run(unsigned instance, unsigned workers) {
  loops::bench_loop loop(loops::instances[instance]);
  omp_set_dynamic(0);
  omp_set_max_active_levels(1);
  const double seconds = loop.seconds([threads = static_cast<int>(workers)](std::size_t n, const auto& body) {
#pragma omp parallel for num_threads(threads)
    for (std::size_t i = 0; i < n; ++i) body(i);
  });
  omp_pause_resource_all(omp_pause_hard);
  return loop.checked(seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
