#include "bench/peers/cilksort/config.hpp"

namespace jackdaw::bench::cilksort {

void sort_leaf(const range& r) { apps::msort::sort_leaf(r); }

void merge_leaf(const merge& m) { m.compute(); }

}  // namespace jackdaw::bench::cilksort
