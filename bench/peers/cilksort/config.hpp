// Cilk's cilksort: merge sort of four quarters, whose merges are divided, too (apps/msort).
#pragma once

#include "apps/msort/ranges.hpp"
#include "bench/peers/sorting.hpp"

namespace jackdaw::bench::cilksort {

using apps::msort::first_merge;
using apps::msort::last_merge;
using apps::msort::merge;
using apps::msort::range;
using apps::msort::second_merge;
using sorting::numbers;

static_assert(apps::msort::leaf == sorting::leaf);

/// The leaves. Compiled once, for all runtimes.
void sort_leaf(const range& r);
void merge_leaf(const merge& m);

[[nodiscard]] inline range whole(numbers& all) { return {all.begin(), all.room(), all.end() - all.begin()}; }

}  // namespace jackdaw::bench::cilksort
