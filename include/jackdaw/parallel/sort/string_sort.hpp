// Sorting strings by eight characters at a time: for both sorts, in the order of std::less or its reverse.
//
// To compare two strings is to follow two pointers. So each string is represented by a key, which holds its next eight
// characters as a number, and its place. Keys are sorted as numbers are (parallel/sort/block_partition.hpp). Those that
// are equal form runs, which are sorted by their next eight characters, and so on. At the end each string is moved
// twice: to its new place in a buffer, and back. Equal strings stay in their order.
// Sources: multikey quicksort (Bentley, Sedgewick, SODA 1997), whose keys hold characters (caching multikey quicksort,
// Ng, Kakehi 2007). Deviation: whole numbers are sorted at each level instead of single characters.
// Invariants
//   SX-K1  before a level, all strings of a range are equal in their first `depth` characters, where zeros stand for
//          those behind an end. The ones that end before `depth` have been taken out of the range.
//   SX-K2  of strings with equal keys, those that end within them come first, by their lengths: what follows in
//          a longer one are zeros. Those of one length are equal.
//   SX-K3  a range is left for a recursive call only where it is at most half of the one before. So calls are nested as
//          deep as the logarithm of the number of strings, however long these are.
//   SX-K4  a move of a string does not throw, and once one has been moved all are: a join that cannot be made is done
//          without.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/stopping.hpp>
#include <jackdaw/parallel/sort/noexcept_join.hpp>
#include <jackdaw/parallel/sort/quicksort.hpp>
#include <jackdaw/parallel/sort/radix_sort.hpp>
#include <jackdaw/parallel/sort/short_sort.hpp>

namespace jackdaw::fork_join {

/// A string, by eight of its characters.
struct string_key {
  std::uint64_t characters;
  std::size_t place;
};

struct by_characters {
  bool operator()(const string_key& a, const string_key& b) const noexcept {
    return a.characters < b.characters;
  }
};

/// Of strings that end: equal ones by their places, the other way round where all are turned round at the end.
template <bool Descending>
struct by_length {
  bool operator()(const string_key& a, const string_key& b) const noexcept {
    if (a.characters != b.characters) return a.characters < b.characters;
    return Descending ? a.place > b.place : a.place < b.place;
  }
};

template <class Iterator>
inline constexpr bool divides_in_blocks<Iterator, by_characters> = true;
template <class Iterator, bool Descending>
inline constexpr bool divides_in_blocks<Iterator, by_length<Descending>> = true;

template <>
struct numbered<by_characters, string_key> {
  [[nodiscard]] static std::uint64_t of(const string_key& key) noexcept { return key.characters; }
};

template <class T>
inline constexpr bool is_string_of_bytes = false;
template <class Character>
inline constexpr bool
    is_string_of_bytes<std::basic_string<Character, std::char_traits<Character>, std::allocator<Character>>> =
        std::is_same_v<Character, char> || std::is_same_v<Character, char8_t>;
template <class Character>
inline constexpr bool is_string_of_bytes<std::basic_string_view<Character>> =
    std::is_same_v<Character, char> || std::is_same_v<Character, char8_t>;

/// Whether a range is sorted by keys.
template <class Iterator, class Compare>
inline constexpr bool sorts_by_characters =
    is_string_of_bytes<std::iter_value_t<Iterator>> &&
    std::is_same_v<std::iter_reference_t<Iterator>, std::iter_value_t<Iterator>&> &&
    is_order_of_values<Compare, std::iter_value_t<Iterator>>;

/// Fewer strings than this are sorted as anything else.
inline constexpr std::ptrdiff_t few_strings = 64;

/// One sort of the strings from `first` on.
template <class Worker, class Iterator, bool Descending, class Stop>
class string_sort {
 public:
  using text = std::iter_value_t<Iterator>;

  string_sort(Iterator first, std::size_t count, const Stop& stop)
      : first_(first), count_(count), keys_(count), moved_(count), stop_(std::addressof(stop)) {}

  /// Throws recursion_too_deep before any string has moved.
  void sort(Worker& w) {
    in_blocks(w, 0, count_, [this](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) keys_.first[i].place = i;
    });
    order(w, keys_.first, keys_.first + count_, 0);
    if (stop_->stop_requested()) return;
    in_blocks(w, 0, count_, [this](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) std::construct_at(moved_.first + i, std::move(at(place(i))));
    });
    in_blocks(w, 0, count_, [this](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) at(i) = std::move(moved_.first[i]);
      std::destroy(moved_.first + from, moved_.first + to);
    });
  }

 private:
  static constexpr std::ptrdiff_t few = 16;
  static constexpr std::ptrdiff_t long_run = 2048;  // shorter ones are not worth a join
  static constexpr std::size_t block = 4096;        // strings at a time
  static constexpr std::size_t width = sizeof(std::uint64_t);

  template <class T>
  struct room {
    explicit room(std::size_t size) : first(std::allocator<T>().allocate(size)), count(size) {}
    room(const room&) = delete;
    room& operator=(const room&) = delete;
    ~room() { std::allocator<T>().deallocate(first, count); }

    T* const first;
    const std::size_t count;
  };

  [[nodiscard]] text& at(std::size_t place) const {
    return first_[static_cast<std::iter_difference_t<Iterator>>(place)];
  }
  [[nodiscard]] std::size_t place(std::size_t i) const noexcept {
    return keys_.first[Descending ? count_ - 1 - i : i].place;
  }

  /// The characters from `depth` on, the first one in the highest bits.
  [[nodiscard]] static std::uint64_t characters(const text& of, std::size_t depth) noexcept {
    std::uint64_t found = 0;
    if (of.size() >= depth + width) {
      std::memcpy(&found, of.data() + depth, width);
    } else if (of.size() > depth) {
      std::memcpy(&found, of.data() + depth, of.size() - depth);
    }
    if constexpr (std::endian::native == std::endian::little) found = __builtin_bswap64(found);
    return found;
  }

  [[nodiscard]] bool precedes_from(std::size_t depth, const string_key& a, const string_key& b) const {
    const auto rest = [&](const string_key& of) {
      const text& whole = at(of.place);
      return std::basic_string_view<typename text::value_type>(whole.data() + depth, whole.size() - depth);
    };
    const int order = rest(a).compare(rest(b));
    return order != 0 ? order < 0 : by_length<Descending>()({0, a.place}, {0, b.place});
  }

  /// SX-K1; each string is at least as long as `depth`.
  void order(Worker& w, string_key* first, string_key* last, std::size_t depth) {
    while (last - first > few) {
      if (stop_->stop_requested()) return;
      in_blocks(w, 0, static_cast<std::size_t>(last - first), [&](std::size_t from, std::size_t to) {
        for (string_key* each = first + from; each != first + to; ++each)
          each->characters = characters(at(each->place), depth);
      });
      by_characters less;
      quicksort(w, first, last, less, pivots_for(last - first), *stop_);
      if (stop_->stop_requested()) return;
      const auto [run, end] =
          std::equal_range(first, last, first[(last - first) / 2], by_characters());  // SX-K3
      depth += width;
      if (2 * (end - run) <= last - first) return order_runs(w, first, last, depth);
      order_runs(w, first, run, depth);
      order_runs(w, end, last, depth);
      first = put_ended_first(w, run, end, depth);
      last = end;
    }
    auto from_here = [&](const string_key& a, const string_key& b) { return precedes_from(depth, a, b); };
    insertion_sort(first, last, from_here);
  }

  /// Keys in order: sorts each run of equal ones by what follows.
  void order_runs(Worker& w, string_key* first, string_key* last, std::size_t depth) {
    if (last - first > long_run) {
      const string_key* const middle = first + (last - first) / 2;
      string_key* cut = std::upper_bound(first, last, *middle, by_characters());
      if (cut == last) cut = std::lower_bound(first, last, *middle, by_characters());
      if (cut != first) {
        join(
            w, [&](Worker& v) { order_runs(v, first, cut, depth); },
            [&](Worker& v) { order_runs(v, cut, last, depth); });
        return;
      }
    }
    while (first != last) {
      string_key* end = first + 1;
      while (end != last && end->characters == first->characters) ++end;
      if (end - first > 1) order(w, put_ended_first(w, first, end, depth), end, depth);
      first = end;
    }
  }

  /// SX-K2: those that end before `depth`, which hold their lengths from now on. Returns the first of the others.
  string_key* put_ended_first(Worker& w, string_key* first, string_key* last, std::size_t depth) {
    string_key* rest = first;
    for (string_key* each = first; each != last; ++each) {
      const std::size_t length = at(each->place).size();
      if (length >= depth) continue;
      each->characters = length;
      std::swap(*each, *rest++);
    }
    by_length<Descending> shorter;
    quicksort(w, first, rest, shorter, pivots_for(rest - first), *stop_);
    return rest;
  }

  /// Calls body(from, to) for blocks of [from, to). SX-K4
  template <class Body>
  static void in_blocks(Worker& w, std::size_t from, std::size_t to, const Body& body) {
    if (to - from <= block) return body(from, to);
    const std::size_t middle = from + (to - from) / 2;
    static_cast<void>(noexcept_join(  // where the stack ends, all has been done one by one
        w, [&](Worker& v) { in_blocks(v, from, middle, body); },
        [&](Worker& v) { in_blocks(v, middle, to, body); }));
  }

  Iterator first_;
  std::size_t count_;
  room<string_key> keys_;
  room<text> moved_;
  const Stop* stop_;
};

/// Sorts strings in the order of `less`, equal ones in their order. False: no memory, nothing has been done.
template <class Worker, class Iterator, class Compare, class Stop>
[[nodiscard]] bool sort_strings(Worker& w, Iterator first, std::size_t count, const Compare& less,
                                const Stop& stop) {
  if (std::is_sorted(first, first + static_cast<std::iter_difference_t<Iterator>>(count), less)) return true;
  using sorting = string_sort<Worker, Iterator, is_descending<Compare, std::iter_value_t<Iterator>>, Stop>;
  std::optional<sorting> work;
  try {
    work.emplace(first, count, stop);
  } catch (const std::bad_alloc&) { return false; }
  work->sort(w);
  return true;
}

}  // namespace jackdaw::fork_join
