// Fibonacci numbers: by a loop, to know them; by two calls a number, to have something to schedule.
#pragma once

namespace jackdaw::apps::fib {

/// By a loop.
[[nodiscard]] constexpr long expected(int n) {
  long a = 0;
  long b = 1;
  for (int i = 0; i < n; ++i) {
    const long c = a + b;
    a = b;
    b = c;
  }
  return a;
}

/// The serial reference. The compiler may not replace one of the calls by a loop, as it would only here.
[[nodiscard, gnu::noinline]] inline long number(int n) {
  if (n < 2) return n;
  const long a = number(n - 1);
  asm volatile("" ::: "memory");
  return a + number(n - 2);
}

}  // namespace jackdaw::apps::fib
