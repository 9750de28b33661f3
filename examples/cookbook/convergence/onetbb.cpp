// The same with oneTBB: a reduction for each iteration, and its end is a barrier.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include "problem.hpp"

int main() {
  using block = problem::block;
  std::vector<block> rods[2] = {std::vector<block>(problem::blocks), std::vector<block>(problem::blocks)};
  double change = 1;
  for (std::size_t number = 0; change >= problem::tolerance; ++number) {
    const std::vector<block>& old = rods[number % 2];
    std::vector<block>& next = rods[1 - number % 2];
    change = tbb::parallel_reduce(
        tbb::blocked_range<std::size_t>(0, problem::blocks), 0.0,
        [&](const tbb::blocked_range<std::size_t>& part, double most) {
          for (std::size_t b = part.begin(); b != part.end(); ++b) {
            const block* const left = b > 0 ? &old[b - 1] : nullptr;
            const block* const right = b + 1 < problem::blocks ? &old[b + 1] : nullptr;
            most = std::max(most, problem::step(left, old[b], right, next[b]));
          }
          return most;
        },
        [](double one, double other) { return std::max(one, other); });
  }

  bool right = true;
  for (std::size_t b = 0; b < problem::blocks; ++b) right = right && problem::is_right(b, rods[0][b]);
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
