// Cheap random numbers for choosing victims and queues. Not for statistics, not for secrets.
#pragma once

#include <cstdint>

namespace jackdaw::base {

/// Spreads the bits of a counter or seed (Steele, Lea, Flood: SplitMix64, finalizer of Stafford). A
/// bijection.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t value) noexcept {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

/// xorshift64* (Marsaglia 2003, Vigna 2016): one word of state, three shifts and a multiplication a number.
class random {
 public:
  constexpr explicit random(std::uint64_t seed = 1) noexcept : state_(mix(seed) | 1U) {}

  [[nodiscard]] constexpr std::uint64_t next() noexcept {
    state_ ^= state_ >> 12U;
    state_ ^= state_ << 25U;
    state_ ^= state_ >> 27U;
    return state_ * 0x2545f4914f6cdd1dU;
  }

  /// A number in [0, bound), bound at least 1. Multiplication instead of division (Lemire); the bias of
  /// bound / 2^32 does not matter for choosing a victim.
  [[nodiscard]] constexpr std::uint32_t below(std::uint32_t bound) noexcept {
    return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U);
  }

 private:
  std::uint64_t state_;
};

}  // namespace jackdaw::base
