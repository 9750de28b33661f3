// A recursion a million levels deep, through each construct: an answer or a clear error, never a crash.
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace depth_test {

using namespace jackdaw;

namespace {

long joined(worker& w, long n) {
  if (n == 0) return 0;
  const auto [deeper, one] = join(w, [n](worker& v) { return joined(v, n - 1); }, [] { return 1L; });
  return deeper + one;
}

/// The others of a node are short.
long numbered(worker& w, long n) {
  if (n == 0) return 0;
  long results[3];
  join_n(w, 3, [n](worker& v, std::size_t i) { return i == 0 ? numbered(v, n - 1) : 0L; }, results);
  return results[0] + 1;
}

long grouped(worker& w, long n) {
  if (n == 0) return 0;
  long deeper = 0;
  task_group group(w);
  group.spawn(w, [n](worker& v) { return grouped(v, n - 1); }, deeper);
  group.wait();
  return deeper + 1;
}

/// One index, so that there is nothing to divide.
long looped(worker& w, long n) {
  if (n == 0) return 0;
  long deeper = 0;
  parallel_for(w, 0, 1, [&](worker& v, int) { deeper = looped(v, n - 1); });
  return deeper + 1;
}

/// The others of a range are short.
long looped_wide(worker& w, long n) {
  if (n == 0) return 0;
  long deeper = 0;
  parallel_for(w, 0, 3, [&](worker& v, int i) {
    if (i == 0) deeper = looped_wide(v, n - 1);
  });
  return deeper + 1;
}

long looped_in_blocks(worker& w, long n) {
  if (n == 0) return 0;
  long deeper = 0;
  parallel_for_blocked(w, 0, 1, [&](worker& v, int, int) { deeper = looped_in_blocks(v, n - 1); });
  return deeper + 1;
}

long reduced(worker& w, long n) {
  if (n == 0) return 0;
  return parallel_reduce(w, 0, 1, 0L, [n](worker& v, int) { return reduced(v, n - 1) + 1; }, std::plus<>());
}

long scanned(worker& w, long n) {
  if (n == 0) return 0;
  std::vector<long> two{1, 0};
  parallel_scan(w, two.begin(), two.end(), two.begin(),
                [n](long a, long b) { return a + b + scanned(*working::current_worker<worker>, n - 1); });
  return two[1];
}

long invoked(worker& w, long n) {
  if (n == 0) return 0;
  long deeper = 0;
  parallel_invoke(w, [&deeper, n](worker& v) { deeper = invoked(v, n - 1); });
  return deeper + 1;
}

template <bool Stable>
long sorted(worker& w, long n) {
  if (n == 0) return 0;
  long deeper = 0;
  std::vector<int> two{2, 1};
  const auto less = [&](int a, int b) {
    if (deeper == 0) deeper = sorted<Stable>(*working::current_worker<worker>, n - 1) + 1;
    return a < b;
  };
  if constexpr (Stable) {
    parallel_stable_sort(w, two.begin(), two.end(), less);
  } else {
    parallel_sort(w, two.begin(), two.end(), less);
  }
  return deeper;
}

long isolated(worker& w, long n) {
  if (n == 0) return 0;
  return isolate(w, [n](worker& v) { return isolated(v, n - 1); }) + 1;
}

struct construct {
  const char* name;
  long (*recursion)(worker&, long);
};

constexpr construct constructs[] = {{"join", &joined},
                                    {"join_n", &numbered},
                                    {"task_group", &grouped},
                                    {"parallel_for, one index", &looped},
                                    {"parallel_for, several", &looped_wide},
                                    {"parallel_for_blocked", &looped_in_blocks},
                                    {"parallel_reduce", &reduced},
                                    {"parallel_scan", &scanned},
                                    {"parallel_invoke", &invoked},
                                    {"parallel_sort", &sorted<false>},
                                    {"parallel_stable_sort", &sorted<true>},
                                    {"isolate", &isolated}};

}  // namespace

TEST_CASE("a recursion a million levels deep is refused in one clear sentence, and the scheduler goes on") {
  for (const auto& [name, recursion] : constructs) {
    for (const unsigned workers : {1U, 2U}) {
      CAPTURE(name);
      CAPTURE(workers);
      scheduler sized(workers);
      CHECK(tests::result_in(sized, [run = recursion](worker& w) { return run(w, 100); }) == 100);
      if (tests::sanitized) continue;  // ThreadSanitizer itself ends beyond 65 536 calls
      std::string refusal;
      try {
        const long found = tests::result_in(sized, [run = recursion](worker& w) { return run(w, 1000000); });
        CHECK(found == 1000000);  // where the stack is that large
      } catch (const recursion_too_deep& e) { refusal = e.what(); }
      if (!refusal.empty()) CHECK(refusal.find("nested too deeply") != std::string::npos);
      tests::check_usable(sized);
    }
  }
}

}  // namespace depth_test
