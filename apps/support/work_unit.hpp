// Simulated computation: a loop whose iteration is the unit of time.
#pragma once

#include <cstdint>

namespace jackdaw::apps {

/// `iterations` turns of a loop that neither computes nor touches memory, and that the compiler keeps.
inline void simulate_work(std::uint64_t iterations) {
  for (std::uint64_t i = 0; i < iterations; ++i) asm volatile("" ::: "memory");
}

/// Nanoseconds of one turn on this machine: the least of several measurements, each of about a millisecond.
[[nodiscard]] double nanoseconds_per_unit();

}  // namespace jackdaw::apps
