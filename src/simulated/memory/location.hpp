// The stores to one atomic object, in their modification order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/simulated/memory/vector_clock.hpp"

namespace jackdaw::simulated {

/// One store, and the threads that have seen it.
struct store_record {
  std::uint64_t value = 0;
  vector_clock seen;  // by each thread, since which of its times: it has read or written this; 0: it has not
  knowledge published;  // what a load learns that acquires
  bool told = false;    // to the kernel, by one that wakes others: it finds none that is older
  bool follows =
      false;  // a read-modify-write: nothing comes between the store before, which it has read, and this

  /// Whether a thread with this clock knows that some thread has seen it.
  [[nodiscard]] bool is_known_to(const vector_clock& shown) const noexcept {
    bool known = false;
    for (std::size_t i = 0; i < vector_clock::components; ++i) known |= seen.at[i] - 1U < shown.at[i];
    return known;
  }
};

struct location {
  static constexpr std::size_t most_stores =
      24;  // older ones are forgotten, as if all threads had seen later ones

  const void* object = nullptr;
  std::uint64_t exploration = 0;  // the one that it belongs to
  thread_number maker = 0;        // that has made the object
  std::uint32_t made_at = 0;
  std::vector<store_record> stores;  // from the oldest to the newest

  /// The oldest store that one with this clock may still read, or put another one behind.
  [[nodiscard]] std::size_t oldest_for(const vector_clock& shown) const noexcept {
    std::size_t i = stores.size() - 1;
    while (i > 0 && !stores[i].is_known_to(shown)) --i;
    return i;
  }

  /// The newest store that was told, or the oldest of all.
  [[nodiscard]] std::size_t newest_told() const noexcept {
    std::size_t i = stores.size() - 1;
    while (i > 0 && !stores[i].told) --i;
    return i;
  }

  /// Whether another store may come directly behind this one.
  [[nodiscard]] bool has_room_behind(std::size_t i) const noexcept {
    return i + 1 == stores.size() || !stores[i + 1].follows;
  }

  store_record& insert_behind(std::size_t i, const store_record& next) {
    auto placed = stores.insert(stores.begin() + static_cast<std::ptrdiff_t>(i) + 1, next);
    if (stores.size() <= most_stores) return *placed;
    placed = stores.erase(stores.begin()) + (placed - stores.begin()) - 1;
    return *placed;
  }
};

}  // namespace jackdaw::simulated
