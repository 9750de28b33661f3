#include <tbb/parallel_invoke.h>

#include "bench/peers/cilksort/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

void combine(const cilksort::merge& m) {
  if (m.is_leaf()) return cilksort::merge_leaf(m);
  const auto halves = m.halves();
  tbb::parallel_invoke([&halves] { combine(halves.first); }, [&halves] { combine(halves.second); });
}

void sort(const cilksort::range& r) {
  if (r.is_leaf()) return cilksort::sort_leaf(r);
  const auto q = r.quarters();
  tbb::parallel_invoke([&q] { sort(q[0]); }, [&q] { sort(q[1]); }, [&q] { sort(q[2]); },
                       [&q] { sort(q[3]); });
  tbb::parallel_invoke([&q] { combine(cilksort::first_merge(q)); },
                       [&q] { combine(cilksort::second_merge(q)); });
  combine(cilksort::last_merge(q));
}

measurement run(unsigned, unsigned workers) {
  cilksort::numbers all;
  const double seconds = seconds_in_tbb(workers, [&all] { sort(cilksort::whole(all)); });
  return all.checked(seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
