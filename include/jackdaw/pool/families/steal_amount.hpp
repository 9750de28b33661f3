// How many items a thief takes at once.
//
// An amount is asked with the number of items that the victim seemed to have, and says how many to take, at least 1.
#pragma once

#include <cstddef>

namespace jackdaw::pool {

/// One item: KR02 and all papers but HR10. Costs nothing.
struct one_item {
  static constexpr std::size_t of(std::size_t /*seen*/) noexcept { return 1; }
};

/// A number chosen at run time, or half of what the victim seems to have.
struct chosen_amount {
  static constexpr std::size_t half = 0;

  std::size_t items = 1;  ///< `half`: half of them

  [[nodiscard]] std::size_t of(std::size_t seen) const noexcept {
    if (items != half) return items;
    return seen > 1 ? (seen + 1) / 2 : 1;
  }
};

}  // namespace jackdaw::pool
