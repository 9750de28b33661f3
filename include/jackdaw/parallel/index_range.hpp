// The indices of a loop, from one whole number up to another, of types that may differ.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace jackdaw::fork_join {

/// The type that both ends of an index range have.
template <class First, class Last>
using index_of = std::common_type_t<First, Last>;

/// Two ends such that their common type holds every index between them. It does not from a signed number, which may be
/// negative, to an unsigned one that is no shorter: see constant_index.
template <class First, class Last>
concept index_range = std::integral<First> && std::integral<Last> &&
                      (std::is_unsigned_v<First> || std::is_signed_v<index_of<First, Last>>);

inline void loop_from_a_negative_index_to_an_unsigned_one() {}  // not constexpr: ends the compilation

/// An index that is known when the program is compiled, and not negative: the 0 of a loop up to an unsigned number.
/// What is known at run time only does not become one.
struct constant_index {
  template <std::signed_integral Index>
  consteval constant_index(Index index) : value(static_cast<std::uint64_t>(index)) {  // NOLINT: as it stands
    if (index < 0) loop_from_a_negative_index_to_an_unsigned_one();
  }

  std::uint64_t value;
};

/// How far it is from first to last; 0 where last comes before first.
template <class First, class Last>
  requires index_range<First, Last>
[[nodiscard]] constexpr std::uint64_t distance_of(First first, Last last) {
  if (!std::cmp_less(+first, +last)) return 0;  // promoted: it refuses characters
  return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
}

/// The index `offset` after `first`, without overflow on the way.
template <std::integral Index>
[[nodiscard]] constexpr Index index_at(Index first, std::uint64_t offset) {
  return static_cast<Index>(static_cast<std::uint64_t>(first) + offset);
}

}  // namespace jackdaw::fork_join
