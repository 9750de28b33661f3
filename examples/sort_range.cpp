// The pool face: a task puts tasks; run() returns when none is left anywhere.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include <jackdaw/jackdaw.hpp>

struct sort_range {
  int *first, *last;

  void operator()(auto& worker) const {
    if (last - first < 2048) {
      std::sort(first, last);
      return;
    }
    int* const middle = first + (last - first) / 2;
    std::nth_element(first, middle, last);
    worker.put(sort_range{first, middle});
    worker.put(sort_range{middle, last});
  }
};

int main() {
  std::vector<int> data(1'000'000);
  std::ranges::generate(data, std::mt19937(1));

  jackdaw::scheduler scheduler;  // as many workers as this process may use processors
  scheduler.run(sort_range{data.data(), data.data() + data.size()});

  std::printf("%zu numbers, %s\n", data.size(), std::ranges::is_sorted(data) ? "sorted" : "NOT SORTED");
  return std::ranges::is_sorted(data) ? 0 : 1;
}
