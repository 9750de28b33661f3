// The fork_join face, of any kind of worker: a join for each number, no cut-off.
#pragma once

#include <jackdaw/fork_join/join.hpp>

namespace jackdaw::apps::fib {

template <class Worker>
[[nodiscard]] inline long number(Worker& w, int n) {
  if (n < 2) return n;
  const auto [a, b] = join(
      w, [n](Worker& here) { return number(here, n - 1); },
      [n](Worker& here) { return number(here, n - 2); });
  return a + b;
}

}  // namespace jackdaw::apps::fib
