// Which failures are why an object is damaged: the first ones, by the numbers that their round gives them.
//
// A skipped task hands on the causes of all that it misses. So a set has a bound: what a skipped task costs, and what a
// damaged object keeps, does not grow with the number of failures. Threads: one at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jackdaw::dataflow {

class cause_set {
 public:
  static constexpr std::size_t most = 8;

  /// Of more than `most` the smallest numbers are kept.
  void add(std::uint32_t failure) noexcept {
    const auto end = first_.begin() + count_;
    const auto place = std::lower_bound(first_.begin(), end, failure);
    if (place != end && *place == failure) return;
    if (count_ == most) {
      has_more_ = true;
      if (place == end) return;
    } else {
      ++count_;
    }
    std::copy_backward(place, first_.begin() + count_ - 1, first_.begin() + count_);
    *place = failure;
  }
  void add(const cause_set& others) noexcept {
    for (const std::uint32_t each : others.all()) add(each);
    has_more_ = has_more_ || others.has_more_;
  }

  /// In ascending order.
  [[nodiscard]] std::span<const std::uint32_t> all() const noexcept { return {first_.data(), count_}; }

  /// Whether some are not kept.
  [[nodiscard]] bool has_more() const noexcept { return has_more_; }

 private:
  std::array<std::uint32_t, most> first_{};
  std::uint8_t count_ = 0;
  bool has_more_ = false;
};

}  // namespace jackdaw::dataflow
