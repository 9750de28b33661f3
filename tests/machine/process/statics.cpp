// Static objects: a scheduler among them, tasks before main() and after it, and objects that tasks use.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <unistd.h>

#include <jackdaw/jackdaw.hpp>

namespace {

using namespace jackdaw;

void check(bool holds, const char* when) {
  if (holds) return;
  std::fprintf(stderr, "wrong result %s\n", when);
  _exit(1);  // from a destructor at the end of the process, too
}

int sum_by_join() {
  const auto [a, b, c] = join([] { return 1; }, [] { return 2; }, [] { return 3; });
  return a + b + c;
}

/// Uses the process-wide scheduler when it is made and when it is destroyed.
struct user {
  explicit user(const char* what) : name(what) { check(sum_by_join() == 6, "before main()"); }
  ~user() {
    check(sum_by_join() == 6, "after main()");
    std::printf("%s has ended\n", name);
  }
  const char* name;
};

user first("the first object");  // destroyed last, after the scheduler below
std::vector<int> numbers(1000, 1);
scheduler own(3U);

int sum_by_own() {
  std::atomic<int> sum{0};
  own.run([&](worker& w) {
    for (std::size_t i = 0; i < 10; ++i) {
      w.put([&sum, i] {
        const auto from = numbers.begin() + static_cast<std::ptrdiff_t>(100 * i);
        sum += std::accumulate(from, from + 100, 0);
      });
    }
  });
  return sum;
}

const int before_main = sum_by_own();

/// Runs tasks on the static scheduler when it is destroyed: before that, as it was made after it.
struct last {
  ~last() { check(sum_by_own() == 1000, "on the static scheduler, after main()"); }
} last_object;

}  // namespace

int main() {
  check(before_main == 1000 && sum_by_own() == 1000, "in main()");
  std::atexit([] { check(sum_by_join() == 6, "at exit"); });
}
