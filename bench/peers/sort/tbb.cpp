#include <execution>

#include <tbb/parallel_sort.h>

#include "bench/peers/runs/tbb_run.hpp"
#include "bench/peers/sort/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned workers) {
  return sorts::measured(instance, [workers](auto& keys) {
    return seconds_in_tbb(workers, [&keys] { tbb::parallel_sort(keys.begin(), keys.end()); });
  });
}

/// The parallel algorithms of the standard library, which work on oneTBB.
measurement run_standard(unsigned instance, unsigned workers) {
  return sorts::measured(instance, [workers](auto& keys) {
    return seconds_in_tbb(workers, [&keys] { std::sort(std::execution::par, keys.begin(), keys.end()); });
  });
}

const registered entry{as_tbb(run)};
const registered standard{{"std::par", role::rival, "g++ " __VERSION__, run_standard}};

}  // namespace
}  // namespace jackdaw::bench
