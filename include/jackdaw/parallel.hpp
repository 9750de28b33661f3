// Algorithms over indices and ranges, for any thread; they are made of joins.
//
//   parallel_for, parallel_for_blocked      a call for each index, element or block
//   parallel_reduce                         map and combine, the same bits in every run
//   parallel_scan, parallel_exclusive_scan  all prefix sums, the same bits in every run
//   parallel_sort, parallel_stable_sort     as std::sort and std::stable_sort
//   parallel_invoke                         a handful of functions
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/parallel/parallel_invoke.hpp>
#include <jackdaw/parallel/parallel_reduce.hpp>
#include <jackdaw/parallel/parallel_scan.hpp>
#include <jackdaw/parallel/parallel_sort.hpp>
