// How costs grow: twice as many tasks, handles or reservations are looked at about twice as often, never four times.
// Elements of lists that flows look at are counted, so that no time and no machine matters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <doctest/doctest.h>

#include <jackdaw/flow/version/look_count.hpp>

namespace jackdaw::tests {

/// How many elements of lists are looked at by work().
std::uint64_t looks_of(auto&& work) {
  const std::uint64_t before = base::looks_so_far.load();
  work();
  return base::looks_so_far.load() - before;
}

/// Twice as much work takes at most 2.6 times as many looks, where a few for each element do not count: n log n is allowed,
/// a walk of all for each is not. `looks(n)` is called with n and 2n, again where one run does not do: the least counts.
void check_looks(auto&& looks, std::size_t n) {
  std::uint64_t once = ~std::uint64_t{0};
  std::uint64_t twice = once;
  for (int runs = 0; runs < 10 && (runs == 0 || 10 * twice > 26 * once + 10 * 8 * n); ++runs) {
    once = std::min<std::uint64_t>(once, looks(n));
    twice = std::min<std::uint64_t>(twice, looks(2 * n));
  }
  CAPTURE(n);
  CAPTURE(once);
  CAPTURE(twice);
  CHECK(10 * twice <= 26 * once + 10 * 8 * n);
}

/// The same of all looks of work(n). Threads that wait look through the flow whenever it comes to rest, which is more often
/// in some runs than in others.
void check_growth(auto&& work, std::size_t n = 4000) {
  check_looks([&](std::size_t many) { return looks_of([&] { work(many); }); }, n);
}

}  // namespace jackdaw::tests
