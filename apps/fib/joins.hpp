// The fork_join face: a join for each number, no cut-off.
#pragma once

#include <jackdaw/fork_join/join.hpp>

namespace jackdaw::apps::fib {

[[nodiscard]] inline long number(worker& w, int n) {
  if (n < 2) return n;
  const auto [a, b] = join(
      w, [n](worker& here) { return number(here, n - 1); },
      [n](worker& here) { return number(here, n - 2); });
  return a + b;
}

}  // namespace jackdaw::apps::fib
