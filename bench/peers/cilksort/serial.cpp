#include <jackdaw/base/clock.hpp>

#include "bench/peers/cilksort/config.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

void combine(const cilksort::merge& m) {
  if (m.is_leaf()) return cilksort::merge_leaf(m);
  const auto [low, high] = m.halves();
  combine(low);
  combine(high);
}

void sort(const cilksort::range& r) {
  if (r.is_leaf()) return cilksort::sort_leaf(r);
  const auto q = r.quarters();
  for (const auto& quarter : q) sort(quarter);
  combine(cilksort::first_merge(q));
  combine(cilksort::second_merge(q));
  combine(cilksort::last_merge(q));
}

measurement run(unsigned, unsigned) {
  cilksort::numbers all;
  const base::stopwatch watch;
  sort(cilksort::whole(all));
  return all.checked(watch.seconds());
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  return {"cilksort", "number", {std::to_string(sorting::count) + " numbers, task per 2048"}};
}

}  // namespace jackdaw::bench
