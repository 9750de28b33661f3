// The same with Taskflow: a condition task looks at the changes, and goes back to the begin of the iteration.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <taskflow/taskflow.hpp>

#include "problem.hpp"

int main() {
  using block = problem::block;
  std::vector<block> rods[2] = {std::vector<block>(problem::blocks), std::vector<block>(problem::blocks)};
  std::array<double, problem::blocks> change{};
  std::size_t number = 0;
  tf::Taskflow tasks;
  tf::Task first = tasks.emplace([] {});  // a graph needs a task to begin with, which nothing comes back to
  tf::Task begin = tasks.emplace([] {});
  tf::Task again = tasks.emplace([&change, &number] {
    ++number;
    return *std::max_element(change.begin(), change.end()) < problem::tolerance ? 1 : 0;
  });
  first.precede(begin);
  again.precede(begin);  // after 0; there is no second to go to after 1
  for (std::size_t b = 0; b < problem::blocks; ++b) {
    tf::Task task = tasks.emplace([&rods, &change, &number, b] {
      const std::vector<block>& old = rods[number % 2];
      const block* const left = b > 0 ? &old[b - 1] : nullptr;
      const block* const right = b + 1 < problem::blocks ? &old[b + 1] : nullptr;
      change[b] = problem::step(left, old[b], right, rods[1 - number % 2][b]);
    });
    task.succeed(begin).precede(again);
  }
  tf::Executor executor;
  executor.run(tasks).wait();

  bool right = true;
  for (std::size_t b = 0; b < problem::blocks; ++b) right = right && problem::is_right(b, rods[0][b]);
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
