#include <algorithm>
#include <utility>

#include "bench/peers/quicksort/config.hpp"

namespace jackdaw::bench::quicksort {

std::pair<range, range> divide(const range& r) {
  const int a = *r.first;
  const int b = r.first[(r.last - r.first) / 2];
  const int c = r.last[-1];
  const int pivot = std::max(std::min(a, b), std::min(std::max(a, b), c));
  int* low = r.first;
  int* high = r.last - 1;
  for (;;) {
    while (*low < pivot) ++low;
    while (*high > pivot) --high;
    if (low >= high) break;
    std::swap(*low, *high);
    ++low;
    --high;
  }
  int* const cut = low > high ? low : low + 1;
  return {{r.first, cut}, {cut, r.last}};
}

void sort_leaf(const range& r) { std::sort(r.first, r.last); }

}  // namespace jackdaw::bench::quicksort
