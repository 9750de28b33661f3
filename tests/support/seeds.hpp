// With which seed tests of random programs and interleavings begin.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace jackdaw::tests {

/// The value of JACKDAW_SEED, with which `./dev soak` has each round try others; 0 without it. A failure says its seed,
/// which is found again by that value.
inline std::uint64_t first_seed() {
  const char* const text = std::getenv("JACKDAW_SEED");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

/// The value of JACKDAW_SEEDS_FACTOR: how many times as many interleavings each schedule test explores; 1 without it.
inline std::uint64_t seeds_factor() {
  const char* const text = std::getenv("JACKDAW_SEEDS_FACTOR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

}  // namespace jackdaw::tests
