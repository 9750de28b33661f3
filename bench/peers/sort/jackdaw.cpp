#include <jackdaw/parallel/parallel_sort.hpp>

#include "bench/peers/runs/jackdaw_run.hpp"
#include "bench/peers/sort/config.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned instance, unsigned workers) {
  return sorts::measured(instance, [workers](auto& keys) {
    return seconds_in_jackdaw(workers, [&keys](worker& w) { parallel_sort(w, keys.begin(), keys.end()); });
  });
}

measurement run_stable(unsigned instance, unsigned workers) {
  return sorts::measured(instance, [workers](auto& keys) {
    return seconds_in_jackdaw(workers,
                              [&keys](worker& w) { parallel_stable_sort(w, keys.begin(), keys.end()); });
  });
}

const registered entry{as_jackdaw(run)};
const registered stable{as_jackdaw(run_stable, "jackdaw-stable")};

}  // namespace
}  // namespace jackdaw::bench
