// Elements for sorts that see whether one is lost, left over, or used when it was moved from.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

namespace jackdaw::tests {

/// An element that is counted, can only be moved, has no default constructor, and knows whether it was moved from.
class counted {
 public:
  static inline std::atomic<long> live{0};

  explicit counted(int value) noexcept : value_(value) { ++live; }
  counted(counted&& other) noexcept : value_(std::exchange(other.value_, gone)) { ++live; }
  counted& operator=(counted&& other) noexcept {
    value_ = std::exchange(other.value_, gone);
    return *this;
  }
  ~counted() { --live; }

  [[nodiscard]] bool is_gone() const noexcept { return value_ == gone; }
  [[nodiscard]] int value() const noexcept { return value_; }

 private:
  static constexpr int gone = -1;
  int value_;
};

inline std::vector<counted> counted_elements(int size) {
  std::vector<counted> all;
  for (int i = 0; i < size; ++i) all.emplace_back(i * 7919 % size);
  return all;
}

/// Whether these are the numbers from 0 to the size, each once.
inline bool is_complete(const std::vector<counted>& all) {
  std::vector<char> seen(all.size());
  for (const counted& each : all) {
    if (!each.is_gone()) seen[static_cast<std::size_t>(each.value())] = 1;
  }
  return std::count(seen.begin(), seen.end(), 0) == 0;
}

}  // namespace jackdaw::tests
