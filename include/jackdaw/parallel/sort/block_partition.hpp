// Dividing numbers around a pivot without a branch for each: for both sorts, of arithmetic types.
//
// The places of elements that stand on the wrong side are noted in blocks, by an addition instead of a branch that the
// processor would guess wrong every second time; then pairs change places. Source: BlockQuicksort (Edelkamp, Weiss,
// ESA 2016); the equal elements of many copies as in pattern-defeating quicksort (Peters 2021). Comparisons of such
// types throw nothing and see nothing but values, so SS-S1 and SS-S2 (parallel/sort/short_sort.hpp) hold.
// Callers: sort_alone and quicksort, for one range by one worker.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace jackdaw::fork_join {

template <class Compare, class T>
inline constexpr bool is_order_of_values =
    std::is_same_v<Compare, std::less<>> || std::is_same_v<Compare, std::less<T>> ||
    std::is_same_v<Compare, std::greater<>> || std::is_same_v<Compare, std::greater<T>> ||
    std::is_same_v<Compare, std::ranges::less> || std::is_same_v<Compare, std::ranges::greater>;

template <class Compare, class T>
inline constexpr bool is_descending =
    std::is_same_v<Compare, std::greater<>> || std::is_same_v<Compare, std::greater<T>> ||
    std::is_same_v<Compare, std::ranges::greater>;

/// Whether a range is divided in blocks: numbers in their own order, or the reverse.
template <class Iterator, class Compare>
inline constexpr bool divides_in_blocks =
    std::is_arithmetic_v<std::iter_value_t<Iterator>> &&
    std::is_same_v<std::iter_reference_t<Iterator>, std::iter_value_t<Iterator>&> &&
    is_order_of_values<Compare, std::iter_value_t<Iterator>>;

/// Whether the order of equal elements cannot be seen: integers in their own order, or the reverse. That of
/// floating-point numbers can: -0.0 equals 0.0.
template <class Iterator, class Compare>
inline constexpr bool equal_ones_are_alike =
    divides_in_blocks<Iterator, Compare> && std::is_integral_v<std::iter_value_t<Iterator>>;

/// The places, counted from one end of a range, of elements that belong to the other side.
class misplaced {
 public:
  static constexpr std::size_t block = 128;

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t at(std::size_t i) const noexcept { return places_[start_ + i]; }

  /// Looks at `size` more elements, where none is noted. belongs_elsewhere(k): of the k-th one.
  void note(std::size_t size, const auto& belongs_elsewhere) {
    start_ = 0;
    std::size_t found = 0;
    for (std::size_t k = 0; k < size; ++k) {
      places_[found] = static_cast<std::uint8_t>(k);
      found += belongs_elsewhere(k) ? 1U : 0U;
    }
    count_ = found;
  }

  void drop(std::size_t first_ones) noexcept {
    start_ += first_ones;
    count_ -= first_ones;
  }

 private:
  std::array<std::uint8_t, block> places_;
  std::size_t start_ = 0;
  std::size_t count_ = 0;
};

/// Divides (first, last) around the element at `first`. `goes_left(x)`: whether x belongs to the left side. Returns the
/// first place of the right side. Cost: less than a nanosecond an element, also where it looks random.
template <class Iterator, class GoesLeft>
Iterator divide_in_blocks(Iterator first, Iterator last, const GoesLeft& goes_left) {
  Iterator left = first + 1;  // those before it belong to the left, but those that are noted
  Iterator right = last;      // from it on they belong to the right, but those that are noted
  Iterator left_base = left;
  Iterator right_base = right;
  misplaced on_left;
  misplaced on_right;
  while (left != right) {
    const auto unknown = static_cast<std::size_t>(right - left);
    if (on_left.empty()) {
      const std::size_t size = std::min(misplaced::block, on_right.empty() ? unknown - unknown / 2 : unknown);
      left_base = left;
      on_left.note(size,
                   [&](std::size_t k) { return !goes_left(left_base[static_cast<std::ptrdiff_t>(k)]); });
      left += static_cast<std::ptrdiff_t>(size);
    }
    if (on_right.empty()) {
      const std::size_t size = std::min(misplaced::block, static_cast<std::size_t>(right - left));
      right_base = right;
      on_right.note(
          size, [&](std::size_t k) { return goes_left(right_base[-1 - static_cast<std::ptrdiff_t>(k)]); });
      right -= static_cast<std::ptrdiff_t>(size);
    }
    const std::size_t pairs = std::min(on_left.count(), on_right.count());
    for (std::size_t i = 0; i < pairs; ++i) {
      std::swap(left_base[static_cast<std::ptrdiff_t>(on_left.at(i))],
                right_base[-1 - static_cast<std::ptrdiff_t>(on_right.at(i))]);
    }
    on_left.drop(pairs);
    on_right.drop(pairs);
  }
  // All are known; at most one side has some that are noted. They go to the border, from the one next to it on.
  for (std::size_t i = on_left.count(); i > 0; --i)
    std::swap(left_base[static_cast<std::ptrdiff_t>(on_left.at(i - 1))], *--left);
  for (std::size_t i = on_right.count(); i > 0; --i)
    std::swap(right_base[-1 - static_cast<std::ptrdiff_t>(on_right.at(i - 1))], *left++);
  return left;
}

}  // namespace jackdaw::fork_join
