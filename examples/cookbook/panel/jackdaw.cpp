// Blocked LU whose panel is one task over a column of tiles, and divides its work among subtasks.
#include <cstddef>
#include <cstdio>
#include <vector>

#include <jackdaw/jackdaw.hpp>

#include "problem.hpp"

using namespace jackdaw;

int main() {
  const problem p;
  constexpr std::size_t n = problem::tiles;
  // By columns, so that a column is one range.
  const auto index = [](std::size_t i, std::size_t j) { return j * n + i; };
  partitioned<std::vector<problem::tile>> tiles(n * n, n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) tiles.value()[index(i, j)] = p.start[i * n + j];
  }
  const auto tile = [&tiles, index](std::size_t i, std::size_t j) {
    const std::size_t which = index(i, j);
    return tiles.part({which, which + 1}, [which](auto& all) -> auto& { return all[which]; });
  };
  const auto column = [&tiles, index](std::size_t k) {
    return tiles.part({index(k, k), index(0, k + 1)}, [](auto& all) -> auto& { return all; });
  };

  scheduler sched;
  flow tasks(sched);
  for (std::size_t k = 0; k < n; ++k) {
    tasks.submit(named("panel"), with_subtasks, weak_write(column(k)), [&tile, k](auto& own) {
      own.submit(write(tile(k, k)), problem::factor);
      for (std::size_t i = k + 1; i < n; ++i)
        own.submit(read(tile(k, k)), write(tile(i, k)), problem::solve_column);
    });
    for (std::size_t j = k + 1; j < n; ++j) {
      tasks.submit(named("row"), read(tile(k, k)), write(tile(k, j)), problem::solve_row);
      for (std::size_t i = k + 1; i < n; ++i)
        tasks.submit(named("update"), read(tile(i, k)), read(tile(k, j)), write(tile(i, j)), problem::update);
    }
  }
  tasks.wait();

  bool right = true;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) right = right && tiles.value()[index(i, j)] == p.expected[i * n + j];
  }
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
