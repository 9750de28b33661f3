// The tree on the fork_join face.
#pragma once

#include <cstdint>

#include <jackdaw/fork_join/join.hpp>

#include "apps/knary/tree.hpp"

namespace jackdaw::apps::knary {

[[nodiscard]] std::uint64_t grow(worker& w, const tree& t, int height);

/// `count` children, at once.
[[nodiscard]] inline std::uint64_t grow_some(worker& w, const tree& t, int height, int count) {
  if (count == 1) return grow(w, t, height);
  const auto [a, b] = join(
      w, [&t, height, count](worker& here) { return grow_some(here, t, height, count / 2); },
      [&t, height, count](worker& here) { return grow_some(here, t, height, count - count / 2); });
  return a + b;
}

/// Returns the number of nodes.
inline std::uint64_t grow(worker& w, const tree& t, int height) {
  simulate_work(t.units);
  if (height == 1) return 1;
  std::uint64_t below = 0;
  for (int child = 0; child < t.serial; ++child) below += grow(w, t, height - 1);
  if (t.parallel() > 0) below += grow_some(w, t, height - 1, t.parallel());
  return below + 1;
}

}  // namespace jackdaw::apps::knary
