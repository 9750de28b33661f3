// Skynet: a tree of ten children a node and a million leaves; each leaf says its number, each node the sum.
#pragma once

#include "bench/peers/peer.hpp"

namespace jackdaw::bench::skynet {

inline const long leaves = sized(1'000'000, 1'000);
inline constexpr int children = 10;
inline const long expected = leaves * (leaves - 1) / 2;

/// The measurement of a run, if it is right.
[[nodiscard]] inline measurement checked(long found, double seconds) {
  expect(found, expected);
  return {seconds, static_cast<double>(leaves)};
}

}  // namespace jackdaw::bench::skynet
