#include "bench/peers/quicksort/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

void sort(worker& w, const quicksort::range& r) {
  if (r.is_leaf()) return quicksort::sort_leaf(r);
  const auto parts = quicksort::divide(r);
  join(
      w, [&parts](worker& here) { sort(here, parts.first); },
      [&parts](worker& here) { sort(here, parts.second); });
}

measurement run(unsigned, unsigned workers) {
  quicksort::numbers all;
  const double seconds =
      seconds_in_jackdaw(workers, [&all](worker& w) { sort(w, {all.begin(), all.end()}); });
  return all.checked(seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
