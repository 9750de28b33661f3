#include "bench/peers/runs/jackdaw_run.hpp"
#include "bench/peers/synthetic/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned workers) {
  const synthetic_size size = synthetic_sizes[instance];
  auto state = make_synthetic_state(size.f, workers);
  const double seconds = seconds_in_jackdaw(workers, [&state, &size](worker& w) {
    for (int i = size.k - 1; i >= 0; --i) w.put(synthetic_task{&state, i});
  });
  return checked(size, sum_of(state), seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
