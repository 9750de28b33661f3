// Skynet: a tree of ten children a node and a million leaves; each leaf says its number, each node the sum.
#pragma once

#include "apps/skynet/sum.hpp"
#include "bench/peers/peer.hpp"

namespace jackdaw::bench::skynet {

using apps::skynet::children;

inline const long leaves = sized(1'000'000, 1'000);

/// The measurement of a run, if it is right.
[[nodiscard]] inline measurement checked(long found, double seconds) {
  expect(found, apps::skynet::expected(leaves));
  return {seconds, static_cast<double>(leaves)};
}

}  // namespace jackdaw::bench::skynet
