#include "bench/peers/empty/config.hpp"
#include "bench/peers/runs/openmp_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned, unsigned workers) {
  empty::marks marks(workers);
  const double seconds = seconds_in_openmp(
      workers,
      [all = &marks] {
        const std::uint64_t step = 1;
        for (std::uint64_t i = 0; i < empty::tasks; ++i) {
#pragma omp task firstprivate(all, i, step)
          empty::leave_mark(*all, static_cast<unsigned>(omp_get_thread_num()), i, step);
        }
      },
      empty::rounds);
  return empty::checked(marks, seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
