#include <jackdaw/base/clock.hpp>

#include "bench/peers/quicksort/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

void sort(const quicksort::range& r) {
  if (r.is_leaf()) return quicksort::sort_leaf(r);
  const auto [low, high] = quicksort::divide(r);
  sort(low);
  sort(high);
}

measurement run(unsigned, unsigned) {
  quicksort::numbers all;
  const base::stopwatch watch;
  sort({all.begin(), all.end()});
  return all.checked(watch.seconds());
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  return {"quicksort", "number", {std::to_string(sorting::count) + " numbers, task per 2048"}};
}

}  // namespace jackdaw::bench
