// What a catalogue is made of: entries of several types in a row.
#pragma once

#include <cstddef>
#include <utility>

namespace jackdaw::base {

namespace detail {

template <std::size_t Place, class Entry>
struct entry_at {
  Entry entry;
};

template <class Places, class... Entries>
class entries_at;

template <std::size_t... Places, class... Entries>
class entries_at<std::index_sequence<Places...>, Entries...> : entry_at<Places, Entries>... {
 public:
  explicit constexpr entries_at(const Entries&... each) : entry_at<Places, Entries>{each}... {}

  /// Calls `function(entry)` for every entry, in their order.
  constexpr void for_each(auto&& function) const {
    (function(static_cast<const entry_at<Places, Entries>&>(*this).entry), ...);
  }
};

}  // namespace detail

/// `entries{first, second, …}`. Not std::tuple: each file that includes a catalogue would have to compile the
/// relations between all of its types.
template <class... Entries>
class entries : public detail::entries_at<std::index_sequence_for<Entries...>, Entries...> {
 public:
  explicit constexpr entries(const Entries&... each)
      : detail::entries_at<std::index_sequence_for<Entries...>, Entries...>(each...) {}

  [[nodiscard]] static constexpr std::size_t size() noexcept { return sizeof...(Entries); }
};

}  // namespace jackdaw::base
