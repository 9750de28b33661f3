// Skynet: a tree of ten children a node and a million leaves; each leaf says its number, each node the sum.
#pragma once

#include "apps/skynet/sum.hpp"
#include "bench/peers/peer.hpp"

namespace jackdaw::bench::skynet {

using apps::skynet::children;

// For what takes nanoseconds a leaf; for oneTBB, and for what gets slower with more workers.
inline const long leaves = sized(1'000'000, 1'000, 100'000'000);
inline const long leaves_of_tbb = sized(1'000'000, 1'000, 10'000'000);
inline const long leaves_of_the_slow = sized(1'000'000, 1'000);

/// The measurement of a run over that many leaves, if it is right.
[[nodiscard]] inline measurement checked(long many, long found, double seconds) {
  expect(found, apps::skynet::expected(many));
  return {seconds, static_cast<double>(many)};
}

}  // namespace jackdaw::bench::skynet
