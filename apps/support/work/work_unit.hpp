// Simulated computation: a loop whose iteration is the unit of time.
#pragma once

#include <cstdint>

namespace jackdaw::apps {

/// `count` turns, at least one. A function of its own, which begins with a line of the cache: where such a loop is inlined
/// it takes a third longer or not by where it happens to lie, and a serial program's turn is not a task's.
[[gnu::noinline, gnu::aligned(64)]] inline void take_turns(std::uint64_t count) {
  do asm volatile("" ::: "memory");
  while (--count != 0);
}

/// `iterations` turns of a loop that neither computes nor touches memory, and that the compiler keeps.
inline void simulate_work(std::uint64_t iterations) {
  if (iterations != 0) take_turns(iterations);
}

/// Nanoseconds of one turn on this machine: the least of several measurements, each of about a millisecond.
[[nodiscard]] double nanoseconds_per_unit();

}  // namespace jackdaw::apps
