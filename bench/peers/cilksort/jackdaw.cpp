#include <jackdaw/fork_join/parallel_invoke.hpp>

#include "bench/peers/cilksort/config.hpp"
#include "bench/peers/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

void combine(worker& w, const cilksort::merge& m) {
  if (m.is_leaf()) return cilksort::merge_leaf(m);
  const auto halves = m.halves();
  join(
      w, [&halves](worker& here) { combine(here, halves.first); },
      [&halves](worker& here) { combine(here, halves.second); });
}

void sort(worker& w, const cilksort::range& r) {
  if (r.is_leaf()) return cilksort::sort_leaf(r);
  const auto q = r.quarters();
  parallel_invoke(
      w, [&q](worker& here) { sort(here, q[0]); }, [&q](worker& here) { sort(here, q[1]); },
      [&q](worker& here) { sort(here, q[2]); }, [&q](worker& here) { sort(here, q[3]); });
  join(
      w, [&q](worker& here) { combine(here, cilksort::first_merge(q)); },
      [&q](worker& here) { combine(here, cilksort::second_merge(q)); });
  combine(w, cilksort::last_merge(q));
}

measurement run(unsigned, unsigned workers) {
  cilksort::numbers all;
  const double seconds = seconds_in_jackdaw(workers, [&all](worker& w) { sort(w, cilksort::whole(all)); });
  return all.checked(seconds);
}

const enrolled entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
