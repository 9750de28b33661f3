// The fork_join face: nested parallelism, results on the stack, no allocation, no cut-off.
#include <cstdio>

#include <jackdaw/jackdaw.hpp>

long fib(jackdaw::worker& worker, int n) {
  if (n < 2) return n;
  auto [a, b] = join(
      worker, [n](jackdaw::worker& w) { return fib(w, n - 1); },
      [n](jackdaw::worker& w) { return fib(w, n - 2); });
  return a + b;
}

int main() {
  jackdaw::scheduler scheduler;
  const long result = scheduler.run([](jackdaw::worker& worker) { return fib(worker, 32); });
  std::printf("fib(32) = %ld\n", result);
  return result == 2178309 ? 0 : 1;
}
