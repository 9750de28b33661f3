#include "bench/peers/runs/openmp_run.hpp"
#include "bench/peers/synthetic/config.hpp"

namespace jackdaw::bench {
namespace {

// No task is waited for: the end of the parallel region does that.
void step(synthetic_state* state, int i) {
  synthetic::step(*state, i, static_cast<unsigned>(omp_get_thread_num()), [&](int j) {
#pragma omp task firstprivate(state, j)
    step(state, j);
  });
}

measurement run(unsigned instance, unsigned workers) {
  const synthetic_size size = synthetic_sizes[instance];
  auto state = make_synthetic_state(size.f, workers);
  const double seconds = seconds_in_openmp(workers, [all = &state, &size] {
    for (int i = size.k - 1; i >= 0; --i) {
#pragma omp task firstprivate(all, i)
      step(all, i);
    }
  });
  return checked(size, sum_of(state), seconds);
}

const registered entry{as_openmp(run)};

}  // namespace
}  // namespace jackdaw::bench
