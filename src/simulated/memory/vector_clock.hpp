// What has happened before, by thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <jackdaw/simulated/explorer.hpp>

namespace jackdaw::simulated {

using thread_number = std::uint8_t;

/// A time of each thread. Thread 0 is what was before the threads began; the last component counts the sequentially
/// consistent operations, as if they were a thread's.
struct vector_clock {
  static constexpr std::size_t components = explorer::most_threads + 2;
  static constexpr std::size_t sequential = components - 1;

  std::array<std::uint32_t, components> at{};

  std::uint32_t& operator[](std::size_t thread) noexcept { return at[thread]; }
  std::uint32_t operator[](std::size_t thread) const noexcept { return at[thread]; }

  void join(const vector_clock& other) noexcept {
    for (std::size_t i = 0; i < components; ++i) at[i] = std::max(at[i], other.at[i]);
  }
};

/// What a thread knows, in two measures. Of plain data it knows what happens before; of atomics also what fences of
/// others have shown it, which orders no plain data.
struct knowledge {
  vector_clock happened;
  vector_clock shown;  // at least as far as happened

  void join(const knowledge& other) noexcept {
    happened.join(other.happened);
    shown.join(other.shown);
  }
};

}  // namespace jackdaw::simulated
