// Fibonacci numbers, two calls a number and no cut-off: what a join costs when nothing else does.
#pragma once

#include "apps/fib/number.hpp"
#include "bench/peers/peer.hpp"

namespace jackdaw::bench::fib {

using apps::fib::expected;

/// For what takes a few nanoseconds a join, and for what takes a hundred: about 0.1 to 0.5 s either way. For oneTBB,
/// which gains with more workers, a larger one where there are many.
inline const int n_of_the_fast = sized(37, 20, 40);
inline const int n_of_the_slow = sized(30, 15);
inline const int n_of_tbb = sized(30, 15, 33);

/// Joins: calls with n > 1.
[[nodiscard]] constexpr double joins(int n) { return static_cast<double>(expected(n + 1) - 1); }

/// The measurement of a run, if it is right.
[[nodiscard]] inline measurement checked(int n, long found, double seconds) {
  expect(found, expected(n));
  return {seconds, joins(n)};
}

}  // namespace jackdaw::bench::fib
