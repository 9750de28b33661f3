#include "bench/peers/metg/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned steps, unsigned workers) {
  const std::uint64_t tasks = metg::tasks_of(steps);
  sums all(workers);
  const double seconds = seconds_in_openmp(
      workers,
      [&all, steps, tasks] {
        for (std::uint64_t i = 0; i < tasks; ++i) {
          const metg::body task{&all, i, steps};
#pragma omp task firstprivate(task)
          task.run(static_cast<unsigned>(omp_get_thread_num()));
        }
      },
      metg::rounds);
  return metg::checked(all, steps, seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
