// Rounding block sizes up to a few classes, so that blocks can be recycled between tasks of different types.
#pragma once

#include <bit>
#include <cstddef>

namespace jackdaw::memory {

/// Classes are 64, 128, 256, … bytes up to `largest`; anything larger is left to the system. KR02 has one size for
/// all tasks, given when the pool is created; closures have the size of what they capture. A block is no smaller than
/// a cache line. A block that was stolen is freed by its thief and is its own from then on. Two workers with a half
/// of the same line each are hardly faster than one (docs/papers/KR02.md).
struct size_class {
  static constexpr std::size_t smallest = 64;
  static constexpr unsigned count = 7;
  static constexpr std::size_t largest = smallest << (count - 1);

  /// The class of a block of `bytes`, at most `largest`.
  [[nodiscard]] static constexpr unsigned of(std::size_t bytes) noexcept {
    return static_cast<unsigned>(std::bit_width((bytes - (bytes > 0 ? 1 : 0)) / smallest));
  }

  /// Bytes of each block of class `index`.
  [[nodiscard]] static constexpr std::size_t bytes(unsigned index) noexcept { return smallest << index; }
};

static_assert(size_class::of(0) == 0 && size_class::of(1) == 0 && size_class::of(64) == 0 &&
              size_class::of(65) == 1);
static_assert(size_class::of(128) == 1 && size_class::of(129) == 2 &&
              size_class::of(size_class::largest) == 6);

}  // namespace jackdaw::memory
