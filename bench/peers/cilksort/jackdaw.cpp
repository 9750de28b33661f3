#include "apps/msort/joins.hpp"
#include "bench/peers/cilksort/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

struct shared_leaves {
  static void sort(const cilksort::range& r) { cilksort::sort_leaf(r); }
  static void merge_two(const cilksort::merge& m) { cilksort::merge_leaf(m); }
};

measurement run(unsigned, unsigned workers) {
  cilksort::numbers all;
  const double seconds = seconds_in_jackdaw(
      workers, [&all](worker& w) { apps::msort::sort<shared_leaves>(w, cilksort::whole(all)); });
  return all.checked(seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
