// A task group: tasks put one by one, their results, and an early end once a task has the answer. From any thread,
// without a scheduler object.
#include <atomic>
#include <cstdio>
#include <stop_token>

#include <jackdaw/jackdaw.hpp>

int main() {
  constexpr long product = 2'147'483'647L * 1'000'003;
  constexpr long step = 20'000;
  std::stop_source found;
  std::atomic<long> factor{0};
  jackdaw::task_group search(found.get_token());  // what has not begun when it is found, does not run
  for (long from = 3; from < 2'000'000; from += step) {
    search.spawn([&, from] {
      for (long candidate = from; candidate < from + step; candidate += 2) {
        if (product % candidate != 0) continue;
        factor = candidate;
        found.request_stop();
      }
    });
  }
  search.wait();

  long quotient = 0;
  long rest = 0;
  jackdaw::task_group check;
  check.spawn([&] { return product / factor; }, quotient);  // the result is there after wait()
  check.spawn([&] { return product % factor; }, rest);
  check.wait();
  std::printf("%ld = %ld * %ld\n", product, factor.load(), quotient);
  return rest == 0 && factor == 1'000'003 ? 0 : 1;
}
