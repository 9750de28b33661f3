// A pipeline in bounded memory: each item is a step, and at most 64 steps have tasks at a time.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <jackdaw/jackdaw.hpp>

#include "problem.hpp"

using namespace jackdaw;

int main() {
  handle<problem::source> in;
  handle<problem::sink> out;
  std::vector<handle<std::uint64_t>> places(problem::in_flight);
  scheduler sched;
  flow tasks(sched);
  submit_steps(tasks, problem::in_flight, [&](auto& step, std::uint64_t number) {
    auto& item = places[number % problem::in_flight];
    step.submit(write(in), write(item), [](problem::source& s, std::uint64_t& x) { x = s.next(); });
    step.submit(write(item), [](std::uint64_t& x) { x = problem::work(x); });
    step.submit(read(item), write(out), [](std::uint64_t x, problem::sink& s) { s.take(x); });
    return number + 1 < problem::items;
  });
  tasks.wait();

  const bool right = out.value().sum == problem::expected();
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
