// The same with Taskflow: the panel is a subflow, and edges from it and to it are written by hand.
#include <cstddef>
#include <cstdio>
#include <vector>

#include <taskflow/taskflow.hpp>

#include "problem.hpp"

int main() {
  const problem p;
  constexpr std::size_t n = problem::tiles;
  std::vector<problem::tile> t = p.start;
  tf::Taskflow tasks;
  std::vector<tf::Task> last(n * n);  // of the updates of a tile
  for (std::size_t k = 0; k < n; ++k) {
    tf::Task panel = tasks.emplace([&t, k](tf::Subflow& own) {
      problem::factor(t[k * n + k]);
      for (std::size_t i = k + 1; i < n; ++i)
        own.emplace([&t, i, k] { problem::solve_column(t[k * n + k], t[i * n + k]); });
    });
    for (std::size_t i = k; i < n && k != 0; ++i) panel.succeed(last[i * n + k]);
    for (std::size_t j = k + 1; j < n; ++j) {
      tf::Task row = tasks.emplace([&t, j, k] { problem::solve_row(t[k * n + k], t[k * n + j]); });
      panel.precede(row);
      if (k != 0) last[k * n + j].precede(row);
      for (std::size_t i = k + 1; i < n; ++i) {
        tf::Task update =
            tasks.emplace([&t, i, j, k] { problem::update(t[i * n + k], t[k * n + j], t[i * n + j]); });
        row.precede(update);  // and so is the panel before it
        if (k != 0) last[i * n + j].precede(update);
        last[i * n + j] = update;
      }
    }
  }
  tf::Executor executor;
  executor.run(tasks).wait();

  const bool right = t == p.expected;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
