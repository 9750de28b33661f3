// How far apart two words must be so that two processors can write them without disturbing each other.
#pragma once

#include <cstddef>

namespace jackdaw::base {

/// Distance in bytes that rules out false sharing. Twice the line of 64 bytes: x86 processors fetch lines in
/// pairs, and recent Arm server cores have lines of 128 bytes. A constant of our own, because
/// std::hardware_destructive_interference_size may differ between two translation units of one program.
inline constexpr std::size_t cache_line = 128;

/// A T alone on its cache lines, for arrays with one element a worker.
template <class T>
struct alignas(cache_line) padded {
  T value{};
  [[nodiscard]] T& operator*() noexcept { return value; }
  [[nodiscard]] const T& operator*() const noexcept { return value; }
  [[nodiscard]] T* operator->() noexcept { return &value; }
  [[nodiscard]] const T* operator->() const noexcept { return &value; }
};

}  // namespace jackdaw::base
