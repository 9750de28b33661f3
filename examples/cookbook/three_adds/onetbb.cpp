// The same with oneTBB: a loop, and a lock for each point. Locks are taken by ascending number, each once.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/spin_mutex.h>

#include "problem.hpp"

int main() {
  const problem p;
  std::vector<long> forces(problem::points);
  std::vector<tbb::spin_mutex> locks(problem::points);
  tbb::parallel_for(std::size_t{0}, problem::springs, [&](std::size_t i) {
    problem::spring order = p.all[i];
    std::sort(order.begin(), order.end());
    const auto end = std::unique(order.begin(), order.end());
    for (auto point = order.begin(); point != end; ++point) locks[*point].lock();
    for (std::size_t c = 0; c < 3; ++c) forces[p.all[i][c]] += problem::push(i, c);
    for (auto point = order.begin(); point != end; ++point) locks[*point].unlock();
  });

  const bool right = forces == p.expected;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
