// The same with Taskflow: a semaphore for each point, and a task acquires those of its points, each once.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <deque>
#include <vector>

#include <taskflow/taskflow.hpp>

#include "problem.hpp"

int main() {
  const problem p;
  std::vector<long> forces(problem::points);
  std::deque<tf::Semaphore> turns;
  for (std::size_t point = 0; point < problem::points; ++point) turns.emplace_back(1);
  tf::Taskflow tasks;
  for (std::size_t i = 0; i < problem::springs; ++i) {
    tf::Task task = tasks.emplace([&p, &forces, i] {
      for (std::size_t c = 0; c < 3; ++c) forces[p.all[i][c]] += problem::push(i, c);
    });
    problem::spring points = p.all[i];
    std::sort(points.begin(), points.end());
    const auto end = std::unique(points.begin(), points.end());
    for (auto point = points.begin(); point != end; ++point)
      task.acquire(turns[*point]).release(turns[*point]);
  }
  tf::Executor executor;
  executor.run(tasks).wait();

  const bool right = forces == p.expected;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
