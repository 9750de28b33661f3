// Tiled QR on half tiles: R of a diagonal tile goes down the column while its reflectors go along the row.
#include <cstddef>
#include <cstdio>
#include <deque>

#include <jackdaw/jackdaw.hpp>

#include "problem.hpp"

using namespace jackdaw;

int main() {
  const problem p;
  constexpr std::size_t n = problem::tiles;
  using tile = problem::tile;
  using reflectors = problem::reflectors;
  std::deque<handle<tile>> tiles;  // on the diagonal: the upper half
  for (const tile& each : p.start) tiles.emplace_back(each);
  std::deque<handle<reflectors>> lower(
      n * n);  // of (k, k): the lower half; of (i, k): what has made tile (i, k) zero
  const auto at = [&tiles](std::size_t i, std::size_t j) -> auto& { return tiles[i * n + j]; };

  scheduler sched;
  flow tasks(sched);
  for (std::size_t k = 0; k < n; ++k) {
    auto& half = lower[k * n + k];
    tasks.submit(named("factor"), write(at(k, k)), write(half), problem::factor);
    for (std::size_t j = k + 1; j < n; ++j)  // does not wait for what happens to R below
      tasks.submit(named("apply"), read(half), write(at(k, j)), problem::apply);
    for (std::size_t i = k + 1; i < n; ++i) {
      auto& below = lower[i * n + k];
      tasks.submit(named("factor below"), write(at(k, k)), read(at(i, k)), write(below),
                   problem::factor_below);
      for (std::size_t j = k + 1; j < n; ++j)
        tasks.submit(named("apply below"), read(below), write(at(k, j)), write(at(i, j)),
                     problem::apply_below);
    }
  }
  tasks.wait();

  const bool right =
      p.is_right([&](std::size_t i, std::size_t j) -> const tile& { return at(i, j).value(); });
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
