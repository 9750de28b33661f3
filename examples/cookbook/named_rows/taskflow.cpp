// The same with Taskflow: a task for each row, an edge for each entry.
#include <cstddef>
#include <cstdio>
#include <vector>

#include <taskflow/taskflow.hpp>

#include "problem.hpp"

int main() {
  const problem p;
  std::vector<double> x(problem::rows);
  tf::Taskflow tasks;
  std::vector<tf::Task> of_row;
  for (std::size_t row = 0; row < problem::rows; ++row) {
    of_row.push_back(tasks.emplace([&p, &x, row] {
      x[row] = p.b[row];
      for (std::size_t e = p.first[row]; e < p.first[row + 1]; ++e) x[row] -= p.value[e] * x[p.column[e]];
    }));
    for (std::size_t e = p.first[row]; e < p.first[row + 1]; ++e) of_row[p.column[e]].precede(of_row[row]);
  }
  tf::Executor executor;
  executor.run(tasks).wait();

  const bool right = x == p.expected;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
