// The flow face: tasks say which data they read and write, and run as soon as that is there.
#include <cstdio>
#include <deque>

#include <jackdaw/jackdaw.hpp>

using jackdaw::read, jackdaw::write;

int main() {
  constexpr int size = 16;
  std::deque<jackdaw::handle<long>> ways;  // to each cell of a grid, row by row; a handle does not move

  jackdaw::scheduler scheduler;
  jackdaw::flow tasks(scheduler);
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      auto& here = ways.emplace_back(1);
      if (row == 0 || column == 0) continue;
      auto& above = ways[ways.size() - 1 - size];
      auto& left = ways[ways.size() - 2];
      tasks.submit(read(above), read(left), write(here),
                   [](const long& down, const long& across, long& sum) { sum = down + across; });
    }
  }
  tasks.wait();

  std::printf("%ld ways from corner to corner\n", ways.back().value());
  return ways.back().value() == 155117520 ? 0 : 1;
}
