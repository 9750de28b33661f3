// The same with OpenMP: a loop for each iteration, and its end is a barrier.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "problem.hpp"

int main() {
  using block = problem::block;
  std::vector<block> rods[2] = {std::vector<block>(problem::blocks), std::vector<block>(problem::blocks)};
  double change = 1;
  for (std::size_t number = 0; change >= problem::tolerance; ++number) {
    const std::vector<block>& old = rods[number % 2];
    std::vector<block>& next = rods[1 - number % 2];
    change = 0;
#pragma omp parallel for reduction(max : change)
    for (std::size_t b = 0; b < problem::blocks; ++b) {
      const block* const left = b > 0 ? &old[b - 1] : nullptr;
      const block* const right = b + 1 < problem::blocks ? &old[b + 1] : nullptr;
      change = std::max(change, problem::step(left, old[b], right, next[b]));
    }
  }

  bool right = true;
  for (std::size_t b = 0; b < problem::blocks; ++b) right = right && problem::is_right(b, rods[0][b]);
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
