// With which seed tests of random programs and interleavings begin.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace jackdaw::tests {

/// The value of JACKDAW_SEED, with which `./dev soak` has each round try others; 0 without it. A failure says its seed,
/// which is found again by that value.
inline std::uint64_t first_seed() {
  const char* const text =
      std::getenv("JACKDAW_SEED");  // NOLINT(concurrency-mt-unsafe): it is not set meanwhile
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

/// `seeds` times the value of JACKDAW_SEEDS_FACTOR, with which `./dev soak` has schedule tests explore more, and the
/// audit of orders finds what they reach with fewer; at least 20. Without it, `seeds`.
inline std::uint64_t scaled_seeds(std::uint64_t seeds) {
  const char* const text =
      std::getenv("JACKDAW_SEEDS_FACTOR");  // NOLINT(concurrency-mt-unsafe): no thread sets it
  if (text == nullptr) return seeds;
  constexpr std::uint64_t least = 20;
  return std::max(least, static_cast<std::uint64_t>(static_cast<double>(seeds) * std::strtod(text, nullptr)));
}

}  // namespace jackdaw::tests
