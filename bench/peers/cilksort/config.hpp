// Cilk's cilksort: merge sort of four quarters, whose merges are divided, too.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "bench/peers/sorting.hpp"

namespace jackdaw::bench::cilksort {

using sorting::leaf;
using sorting::numbers;

/// Some numbers, and as much room beside them.
struct range {
  int* first;
  int* room;
  std::ptrdiff_t count;

  [[nodiscard]] bool is_leaf() const { return count <= leaf; }

  [[nodiscard]] std::array<range, 4> quarters() const {
    const std::ptrdiff_t q = count / 4;
    return {{{first, room, q},
             {first + q, room + q, q},
             {first + 2 * q, room + 2 * q, q},
             {first + 3 * q, room + 3 * q, count - 3 * q}}};
  }
};

/// Two sorted ranges, and where they are to be merged to.
struct merge {
  const int* a;
  const int* a_end;
  const int* b;
  const int* b_end;
  int* out;

  [[nodiscard]] bool is_leaf() const { return (a_end - a) + (b_end - b) <= leaf; }

  /// Two merges that come to the same: cut at the median of the longer range.
  [[nodiscard]] std::pair<merge, merge> halves() const {
    if (a_end - a < b_end - b) return merge{b, b_end, a, a_end, out}.halves();
    const int* const cut = a + (a_end - a) / 2;
    const int* const other = std::lower_bound(b, b_end, *cut);
    return {{a, cut, b, other, out}, {cut, a_end, other, b_end, out + (cut - a) + (other - b)}};
  }
};

/// Of four sorted quarters, the two merges into the room, then the one back.
[[nodiscard]] inline merge first_merge(const std::array<range, 4>& q) {
  return {q[0].first, q[1].first, q[1].first, q[2].first, q[0].room};
}
[[nodiscard]] inline merge second_merge(const std::array<range, 4>& q) {
  return {q[2].first, q[3].first, q[3].first, q[3].first + q[3].count, q[2].room};
}
[[nodiscard]] inline merge last_merge(const std::array<range, 4>& q) {
  return {q[0].room, q[2].room, q[2].room, q[3].room + q[3].count, q[0].first};
}

/// The leaves. Compiled once, for all runtimes.
void sort_leaf(const range& r);
void merge_leaf(const merge& m);

[[nodiscard]] inline range whole(numbers& all) { return {all.begin(), all.room(), all.end() - all.begin()}; }

}  // namespace jackdaw::bench::cilksort
