// Adds to three objects that are known at run time: a task names a range, and has its turn at all three.
#include <array>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <jackdaw/jackdaw.hpp>

#include "problem.hpp"

using namespace jackdaw;

int main() {
  const problem p;
  std::vector<handle<long>> forces(problem::points);
  scheduler sched;
  flow tasks(sched);
  for (std::size_t i = 0; i < problem::springs; ++i) {
    std::array<handle<long>*, 3> corners{};
    for (std::size_t c = 0; c < 3; ++c) corners[c] = &forces[p.all[i][c]];
    tasks.submit(add(corners), [i](references<long> force) {
      for (std::size_t c = 0; c < 3; ++c) force[c] += problem::push(i, c);
    });
  }
  tasks.wait();

  bool right = true;
  for (std::size_t i = 0; i < problem::points; ++i) right = right && forces[i].value() == p.expected[i];
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
