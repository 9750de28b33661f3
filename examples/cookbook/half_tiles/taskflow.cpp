// The same with Taskflow: it has no accesses either. What was done last to a tile is kept by hand, as a task.
#include <cstddef>
#include <cstdio>
#include <initializer_list>
#include <vector>

#include <taskflow/taskflow.hpp>

#include "problem.hpp"

int main() {
  const problem p;
  constexpr std::size_t n = problem::tiles;
  std::vector<problem::tile> t = p.start;
  std::vector<problem::reflectors> lower(n * n);
  tf::Taskflow tasks;
  std::vector<tf::Task> last(n * n);        // of the writers of a tile
  std::vector<tf::Task> last_lower(n * n);  // of the reflectors
  const auto add = [&tasks](auto work, std::initializer_list<tf::Task> before) {
    tf::Task task = tasks.emplace(work);
    for (tf::Task each : before) {
      if (!each.empty()) each.precede(task);
    }
    return task;
  };
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t kk = k * n + k;
    last[kk] = last_lower[kk] = add([&t, &lower, kk] { problem::factor(t[kk], lower[kk]); }, {last[kk]});
    for (std::size_t j = k + 1; j < n; ++j) {
      const std::size_t kj = k * n + j;
      last[kj] = add([&t, &lower, kk, kj] { problem::apply(lower[kk], t[kj]); }, {last_lower[kk], last[kj]});
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      const std::size_t ik = i * n + k;
      last[kk] = last_lower[ik] =
          add([&t, &lower, kk, ik] { problem::factor_below(t[kk], t[ik], lower[ik]); }, {last[kk], last[ik]});
      for (std::size_t j = k + 1; j < n; ++j) {
        const std::size_t kj = k * n + j;
        const std::size_t ij = i * n + j;
        last[kj] = last[ij] = add([&t, &lower, ik, kj, ij] { problem::apply_below(lower[ik], t[kj], t[ij]); },
                                  {last_lower[ik], last[kj], last[ij]});
      }
    }
  }
  tf::Executor executor;
  executor.run(tasks).wait();

  const bool right =
      p.is_right([&](std::size_t i, std::size_t j) -> const problem::tile& { return t[i * n + j]; });
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
