#include <algorithm>

#include "bench/peers/cilksort/config.hpp"

namespace jackdaw::bench::cilksort {

void sort_leaf(const range& r) { std::sort(r.first, r.first + r.count); }

void merge_leaf(const merge& m) { std::merge(m.a, m.a_end, m.b, m.b_end, m.out); }

}  // namespace jackdaw::bench::cilksort
