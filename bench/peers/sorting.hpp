// What the sorting problems have in common: the numbers, and the check of a result.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench::sorting {

inline const std::size_t count = sized<std::size_t>(8'000'000, 100'000);
inline constexpr std::ptrdiff_t leaf = 2048;  ///< as many are sorted, or merged, by one task

/// Random numbers, the same in each run, and room for as many.
class numbers {
 public:
  numbers() : values_(original()), room_(count) {}

  [[nodiscard]] int* begin() { return values_.data(); }
  [[nodiscard]] int* end() { return values_.data() + values_.size(); }
  [[nodiscard]] int* room() { return room_.data(); }

  /// The measurement of a run, if the numbers are sorted and the same as before, by two sums.
  [[nodiscard]] measurement checked(double seconds) const {
    if (!std::is_sorted(values_.begin(), values_.end())) throw wrong_result("the numbers are not sorted");
    expect(sum_of(values_), sum_of(original()));
    expect(squares_of(values_), squares_of(original()));
    return {seconds, static_cast<double>(count)};
  }

 private:
  static const std::vector<int>& original() {
    static const std::vector<int> all = [] {
      std::vector<int> made(count);
      base::random random(1);
      for (int& each : made) each = static_cast<int>(random.below(1'000'000'000));
      return made;
    }();
    return all;
  }
  static std::uint64_t sum_of(const std::vector<int>& all) {
    std::uint64_t sum = 0;
    for (const int each : all) sum += static_cast<std::uint64_t>(each);
    return sum;
  }
  static std::uint64_t squares_of(const std::vector<int>& all) {
    std::uint64_t sum = 0;
    for (const int each : all) sum += static_cast<std::uint64_t>(each) * static_cast<std::uint64_t>(each);
    return sum;
  }

  std::vector<int> values_;
  std::vector<int> room_;
};

}  // namespace jackdaw::bench::sorting
