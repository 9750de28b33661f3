// Calls of loops, reductions and sorts that cannot be, and one sentence for each that says why. Without it a compiler
// explains of each overload why it does not fit.
#pragma once

#include <concepts>
#include <iterator>
#include <type_traits>
#include <vector>

#include <jackdaw/fork_join/current.hpp>

namespace jackdaw::fork_join {

/// Whether what an iterator gives are bits of a std::vector<bool>, of which several lie in one word; also where the
/// iterator is one in reverse, or of a view.
template <class Iterator>
inline constexpr bool gives_bits =
    std::is_same_v<std::iter_reference_t<Iterator>, std::vector<bool>::reference>;

/// Whether several workers can write the elements of a range; if not, why.
template <class Iterator>
consteval bool can_be_written_by_several() {
  constexpr bool bits = gives_bits<Iterator>;
  constexpr bool constant = std::is_const_v<std::remove_reference_t<std::iter_reference_t<Iterator>>>;
  static_assert(
      !bits,
      "jackdaw: elements of a std::vector<bool> share words, which several workers cannot write at a time");
  static_assert(!constant, "jackdaw: the elements of this range are const, so they cannot be written");
  return !bits && !constant;
}

/// std::ranges::random_access_range and std::ranges::sized_range, without their header, which takes a while to compile.
template <class R>
concept sized_random_access_range = requires(R& r) {
  { std::ranges::begin(r) } -> std::random_access_iterator;
  std::ranges::end(r);
  std::ranges::size(r);
};

template <class R>
concept other_range = !sized_random_access_range<R> && requires(R& r) {
  std::ranges::begin(r);
  std::ranges::end(r);
};

template <class I>
concept other_iterator = std::input_iterator<I> && !std::random_access_iterator<I>;

enum class refusal : unsigned char { none, fraction, one_end, elements, combine };

/// Whether two numbers are the ends of a loop that is none: one of them, or both, are fractions.
template <class First, class... Rest>
inline constexpr bool has_fractions = false;
template <class First, class Last, class... Rest>
inline constexpr bool has_fractions<First, Last, Rest...> =
    std::is_arithmetic_v<First> && std::is_arithmetic_v<std::remove_reference_t<Last>> &&
    (std::is_floating_point_v<First> || std::is_floating_point_v<std::remove_reference_t<Last>>);

/// Why a call is refused that begins with `First`, an end or a range, and has `Rest` behind it.
template <class First, class... Rest>
inline constexpr refusal refused_ends =
    has_fractions<std::remove_reference_t<First>, Rest...> ? refusal::fraction
    : other_range<std::remove_reference_t<First>> || other_iterator<std::remove_cvref_t<First>>
        ? refusal::elements
        : refusal::none;

/// Why a loop or a sort with these arguments is refused.
template <class First, class... Rest>
struct refused_loop {
  static constexpr refusal value = std::is_integral_v<std::remove_reference_t<First>> && sizeof...(Rest) == 1
                                       ? refusal::one_end
                                       : refused_ends<First, Rest...>;
};
template <class First, class... Rest>
  requires task_worker<std::remove_cvref_t<First>>
struct refused_loop<First, Rest...> : refused_loop<Rest...> {};

/// Why a reduction with these arguments is refused.
template <class First, class... Rest>
struct refused_reduction {
  static constexpr bool is_range = sized_random_access_range<std::remove_reference_t<First>>;
  static constexpr refusal ends = refused_ends<First, Rest...>;
  static constexpr refusal value =
      ends == refusal::none && sizeof...(Rest) < (is_range ? 3 : 4) ? refusal::combine : ends;
};
template <class First, class... Rest>
  requires task_worker<std::remove_cvref_t<First>>
struct refused_reduction<First, Rest...> : refused_reduction<Rest...> {};

template <class... Arguments>
concept no_loop = refused_loop<Arguments...>::value != refusal::none;
template <class... Arguments>
concept no_reduction = refused_reduction<Arguments...>::value != refusal::none;

/// Ends the compilation with the sentence for `Why`.
template <refusal Why>
constexpr void refuse() {
  static_assert(
      Why != refusal::fraction,
      "jackdaw: the indices of a loop are whole numbers: count its steps, and compute the number from i");
  static_assert(Why != refusal::one_end, "jackdaw: a loop by index has two ends: parallel_for(0, n, body)");
  static_assert(
      Why != refusal::elements,
      "jackdaw: this needs random access, as a std::vector, an array or a std::deque has it, and not a "
      "list, a map or a set: copy the elements, or pointers to them, into a vector first");
  static_assert(Why != refusal::combine,
                "jackdaw: a reduction takes a range or two ends, an identity, a map and a combine: "
                "parallel_reduce(0, n, 0.0, map, std::plus<>())");
}

/// What a refused call returns, so that there is no second error.
struct refused_result {
  template <class T>
  operator T() const;  // NOLINT: to whatever is expected
};

}  // namespace jackdaw::fork_join
