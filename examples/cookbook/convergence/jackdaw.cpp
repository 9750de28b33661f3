// Iteration until convergence: steps go on until one of them has found that nothing changes.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <jackdaw/jackdaw.hpp>

#include "problem.hpp"

using namespace jackdaw;

int main() {
  using block = problem::block;
  std::vector<handle<block>> rods[2] = {std::vector<handle<block>>(problem::blocks),
                                        std::vector<handle<block>>(problem::blocks)};
  handle<double> change(0.0);
  std::atomic<bool> is_over = false;
  const auto largest = [](double& into, double from) { into = std::max(into, from); };

  scheduler sched;
  flow tasks(sched);
  submit_steps(tasks, 3, [&](auto& step, std::uint64_t number) {
    auto& old = rods[number % 2];
    auto& next = rods[1 - number % 2];
    for (std::size_t b = 0; b < problem::blocks; ++b) {
      std::vector<handle<block>*> beside;  // one or two
      if (b > 0) beside.push_back(&old[b - 1]);
      if (b + 1 < problem::blocks) beside.push_back(&old[b + 1]);
      step.submit(read(beside), read(old[b]), write(next[b]), reduce(change, largest),
                  [b](references<const block> near, const block& here, block& now, double& most) {
                    const block* const left = b > 0 ? &near[0] : nullptr;
                    const block* const right = b + 1 < problem::blocks ? &near[near.size() - 1] : nullptr;
                    most = std::max(most, problem::step(left, here, right, now));
                  });
    }
    step.submit(write(change), [&is_over](double& most) {
      if (most < problem::tolerance) is_over = true;
      most = 0;
    });
    return !is_over;  // what an earlier step has found: up to two more run meanwhile
  });
  tasks.wait();

  bool right = true;
  for (std::size_t b = 0; b < problem::blocks; ++b) right = right && problem::is_right(b, rods[0][b].value());
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
