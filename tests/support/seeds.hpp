// With which seed tests of random programs and interleavings begin.
#pragma once

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

}  // namespace jackdaw::tests
