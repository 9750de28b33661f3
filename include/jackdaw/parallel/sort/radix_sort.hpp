// Sorting numbers by their digits: short ranges of both sorts, of arithmetic types up to 64 bits, and keys of strings.
//
// Numbers are put in the order of the highest bits in which they differ: as many bits as count the numbers, and some
// more. First by the lower half of these bits, into a buffer, then by the upper half, back again. What is equal in all
// of them is seldom, and is sorted by the bits below. No comparison is guessed wrong, and all lies in the cache.
// Sources: radix sort from the least significant digit (Knuth 5.2.5). Deviation: two passes by the highest bits only.
// Callers: quicksort, for one range by one worker.
// Invariants
//   RX-R1  a before b by the comparison: number(a) < number(b). Equal ones may have different numbers (-0.0 and 0.0),
//          and what has no order (NaN) has some number; so they come in some order, each once.
//   RX-R2  after both passes the range is in the order of number >> shift. Each run of equal ones is sorted then, by
//          itself: in numbers that differ in fewer bits. So calls are nested at most 64 / 8 deep.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <jackdaw/parallel/sort/block_partition.hpp>
#include <jackdaw/parallel/sort/short_sort.hpp>

namespace jackdaw::fork_join {

/// An unsigned number of so many bytes.
template <std::size_t Bytes>
using unsigned_of =
    std::conditional_t<Bytes == 1, std::uint8_t,
                       std::conditional_t<Bytes == 2, std::uint16_t,
                                          std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;

/// RX-R1: of(value) is its number in the order of `Compare`. None unless there is a specialization.
template <class Compare, class T>
struct numbered {};

template <class Compare, class T>
  requires(std::is_arithmetic_v<T> && sizeof(T) == sizeof(unsigned_of<sizeof(T)>) &&
           is_order_of_values<Compare, T>)
struct numbered<Compare, T> {
  using number = unsigned_of<sizeof(T)>;

  [[nodiscard]] static constexpr number of(T value) noexcept {
    constexpr auto sign = static_cast<number>(number{1} << (8 * sizeof(T) - 1));
    auto bits = std::bit_cast<number>(value);
    if constexpr (std::is_floating_point_v<T>) {
      bits = static_cast<number>((bits & sign) != 0 ? ~bits : bits | sign);
    } else if constexpr (std::is_signed_v<T>) {
      bits = static_cast<number>(bits ^ sign);
    }
    return is_descending<Compare, T> ? static_cast<number>(~bits) : bits;
  }
};

/// Whether short ranges are sorted by digits.
template <class Iterator, class Compare>
inline constexpr bool sorts_by_digits =
    divides_in_blocks<Iterator, Compare> && requires(const std::iter_value_t<Iterator>& value) {
      numbered<Compare, std::iter_value_t<Iterator>>::of(value);
    };

/// As many are sorted by one worker at a time: some hundred microseconds, and twice that many fit into a cache.
inline constexpr std::ptrdiff_t most_by_digits = 1 << 14;

/// One radix sort, of at most `most_by_digits`.
template <class Iterator, class Compare>
class radix_sort {
 public:
  using value = std::iter_value_t<Iterator>;

  /// `pivots`: as sort_alone, where there is no memory for as many as there are.
  static void sort(Iterator first, Iterator last, Compare& less, int pivots) {
    if (last - first < few) return sort_alone(first, last, less, pivots);
    const std::unique_ptr<void, void (*)(void*)> room(
        ::operator new(static_cast<std::size_t>(last - first) * sizeof(value), std::nothrow),
        [](void* block) { ::operator delete(block); });
    if (room == nullptr) return sort_alone(first, last, less, pivots);
    radix_sort(static_cast<value*>(room.get()), less).sort(first, last);
  }

 private:
  using order = numbered<Compare, value>;
  using number = decltype(order::of(std::declval<const value&>()));
  static_assert(std::is_trivially_copyable_v<value> && alignof(value) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

  static constexpr std::ptrdiff_t few = 96;  // below, counts take as long as comparisons
  static constexpr int more_bits = 4;        // than it takes to tell as many places from each other
  static constexpr int most_bits = (std::bit_width(std::size_t{most_by_digits}) + more_bits + 1) / 2;
  using counts = std::array<std::uint16_t, std::size_t{1} << most_bits>;
  static_assert(most_by_digits <= std::ptrdiff_t{UINT16_MAX});

  radix_sort(value* room, Compare& less) noexcept : room_(room), less_(&less) {}

  /// RX-R2
  void sort(Iterator first, Iterator last) const {
    const auto size = static_cast<std::size_t>(last - first);
    if (last - first < few) return sort_alone(first, last, *less_, pivots_for(size));
    const int differing = static_cast<int>(std::bit_width(differing_bits(first, last)));
    if (differing == 0) return;
    const int sorted = std::min(differing, static_cast<int>(std::bit_width(size)) + more_bits);
    const int digit = (sorted + 1) / 2;
    const int shift = std::max(differing - 2 * digit, 0);
    pass_twice(first, size, digit, shift);
    if (shift != 0) sort_runs(first, last, shift);
  }

  /// The bits in which numbers of the range differ; 0 as well where it is in order.
  [[nodiscard]] number differing_bits(Iterator first, Iterator last) const {
    const number one = order::of(*first);
    number differing = 0;
    bool ordered = true;
    for (Iterator i = first + 1; i != last; ++i) {
      differing = static_cast<number>(differing | (order::of(*i) ^ one));
      ordered &= !(*less_)(*i, *(i - 1));
    }
    return ordered ? number{0} : differing;
  }

  /// By `digit` bits from `shift` on, then by as many above.
  void pass_twice(Iterator first, std::size_t size, int digit, int shift) const {
    const auto mask = static_cast<number>((std::uint64_t{1} << digit) - 1);
    const auto lower = [=](const value& of) {
      return static_cast<std::size_t>(order::of(of) >> shift & mask);
    };
    const auto upper = [=](const value& of) {
      return static_cast<std::size_t>(order::of(of) >> (shift + digit) & mask);
    };
    counts lower_ones, upper_ones;
    std::fill_n(lower_ones.begin(), std::size_t{mask} + 1, std::uint16_t{0});
    std::fill_n(upper_ones.begin(), std::size_t{mask} + 1, std::uint16_t{0});
    for (std::size_t i = 0; i < size; ++i) {
      ++lower_ones[lower(at(first, i))];
      ++upper_ones[upper(at(first, i))];
    }
    add_up(lower_ones, mask);
    add_up(upper_ones, mask);
    for (std::size_t i = 0; i < size; ++i)
      std::construct_at(room_ + lower_ones[lower(at(first, i))]++, at(first, i));
    for (std::size_t i = 0; i < size; ++i) at(first, upper_ones[upper(room_[i])]++) = room_[i];
  }

  /// Numbers of values become the places of the first ones.
  static void add_up(counts& of, number mask) noexcept {
    std::uint16_t before = 0;
    for (std::size_t i = 0; i <= mask; ++i)
      before = static_cast<std::uint16_t>(before + std::exchange(of[i], before));
  }

  void sort_runs(Iterator first, Iterator last, int shift) const {
    for (Iterator i = first + 1; i != last; ++i) {
      if (!(*less_)(*i, *(i - 1))) continue;
      const auto of_run = static_cast<number>(order::of(*i) >> shift);
      const auto belongs = [&](const value& each) {
        return static_cast<number>(order::of(each) >> shift) == of_run;
      };
      Iterator begin = i - 1;
      while (begin != first && belongs(*(begin - 1))) --begin;
      const Iterator end = std::ranges::find_if_not(i + 1, last, belongs);
      sort(begin, end);
      if (end == last) return;
      i = end;
    }
  }

  [[nodiscard]] static value& at(Iterator first, std::size_t offset) {
    return first[static_cast<std::iter_difference_t<Iterator>>(offset)];
  }

  value* const room_;
  Compare* const less_;
};

}  // namespace jackdaw::fork_join
