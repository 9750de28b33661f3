// The fork_join face: nested parallelism, results on the stack, no allocation, no cut-off.
#include <cstdio>

#include <jackdaw/jackdaw.hpp>

long fib(auto& worker, int n) {  // any worker: also one of a scheduler that is recorded
  if (n < 2) return n;
  auto [a, b] = join(worker, [n](auto& w) { return fib(w, n - 1); }, [n](auto& w) { return fib(w, n - 2); });
  return a + b;
}

int main() {
  jackdaw::scheduler scheduler;
  const long result = scheduler.run([](auto& worker) { return fib(worker, 32); });
  std::printf("fib(32) = %ld\n", result);
  return result == 2178309 ? 0 : 1;
}
