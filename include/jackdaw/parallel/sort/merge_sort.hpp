// Merge sort between a range and a buffer, for parallel_stable_sort. The merges are parallel, too.
//
// Source: Cormen et al., third edition, section 27.3. Elements move from one place to the other and back, level by
// level. When a comparison has thrown, or `stop` asks to stop, they still move, but are compared no more. So they all
// come to where they belong. Integers in their own or the reverse order begin with short ranges that are sorted in
// place (parallel/sort/short_sort.hpp), since equal ones are alike. Floating-point numbers do not, as -0.0 equals
// 0.0.
// Invariants
//   MS-M1  branches do not throw. Each moves its elements to its destination, whatever happens: also a branch beside
//          which another one has thrown, and which a join would leave out otherwise.
//   MS-M2  between two comparisons of a merge, each element is in exactly one of three places: what is left of a, what
//          is left of b, what has been written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>

#include <jackdaw/fork_join/failures.hpp>
#include <jackdaw/parallel/sort/noexcept_join.hpp>
#include <jackdaw/parallel/sort/short_sort.hpp>

namespace jackdaw::fork_join {

/// Elements moved out of a range. Not a std::vector: neighbours in one of bool share a word.
template <class T>
class moved_elements {
 public:
  /// Throws std::bad_alloc, and what a move throws; those that had been moved are moved back then.
  template <class Iterator>
  moved_elements(Iterator first, std::size_t count)
      : first_(std::allocator<T>().allocate(count)), count_(count) {
    T* made = first_;
    try {
      for (; made != first_ + count; ++made, ++first) std::construct_at(made, std::ranges::iter_move(first));
    } catch (...) {
      const give_back memory{first_, made, count};
      while (made != first_) *--first = std::move(*--made);
      throw;
    }
  }
  moved_elements(const moved_elements&) = delete;
  moved_elements& operator=(const moved_elements&) = delete;
  ~moved_elements() { const give_back memory{first_, first_ + count_, count_}; }

  [[nodiscard]] T* begin() noexcept { return first_; }

 private:
  struct give_back {
    T* first;
    T* made;
    std::size_t count;
    ~give_back() {
      std::destroy(first, made);
      std::allocator<T>().deallocate(first, count);
    }
  };

  T* const first_;
  const std::size_t count_;
};

/// One parallel_stable_sort: how elements are compared, and what all its branches have to know.
template <class Compare, class Stop>
class stable_sort {
 public:
  stable_sort(Compare& less, const Stop& stop) noexcept
      : less_(std::addressof(less)), stop_(std::addressof(stop)) {}

  /// Sorts `count` elements that lie at `here`; the result is moved to `there` if `moved`, else it stays here.
  /// Both places hold live objects.
  template <class Worker, class Here, class There>
  void sort(Worker& w, Here here, There there, std::ptrdiff_t count, bool moved) {
    if (count <= few || is_over()) {
      attempt([&] { insertion_sort(here, at(here, count), *less_); });
      if (moved) move(here, at(here, count), there);
      return;
    }
    const std::ptrdiff_t half = count / 2;
    both(
        w, [&](Worker& v) { sort(v, here, there, half, !moved); },
        [&](Worker& v) { sort(v, at(here, half), at(there, half), count - half, !moved); });
    if (moved) {
      merge(w, here, at(here, half), at(here, half), at(here, count), there);
    } else {
      merge(w, there, at(there, half), at(there, half), at(there, count), here);
    }
  }

  /// After sort(): throws the first exception of a comparison or a move.
  void rethrow() { failures_.rethrow(); }

 private:
  static constexpr std::ptrdiff_t few = 32;
  static constexpr std::ptrdiff_t short_merge = 2048;  // some tens of microseconds

  template <class Iterator>
  static Iterator at(Iterator first, std::ptrdiff_t offset) {
    return first + static_cast<std::iter_difference_t<Iterator>>(offset);
  }

  [[nodiscard]] bool is_over() const noexcept { return stop_->stop_requested() || failures_.skips(); }

  /// Calls what compares, unless that is over. Whether it has come to its end.
  bool attempt(auto&& work) {
    if (is_over()) return false;
    try {
      work();
      return true;
    } catch (...) {
      failures_.record(std::current_exception());
      return false;
    }
  }

  template <class From, class To>
  void move(From first, From last, To out) noexcept {
    try {
      std::ranges::move(first, last, out);
    } catch (...) { failures_.record(std::current_exception()); }
  }

  /// MS-M1: the join itself throws where the stack ends; those that have not run are over soon, then.
  template <class Worker, class F, class G>
  void both(Worker& w, const F& f, const G& g) {
    if (std::exception_ptr thrown = noexcept_join(w, f, g)) failures_.record(std::move(thrown));
  }

  /// Moves the merge of [a, a_end) and [b, b_end) to `out`. Equal elements: those of a first.
  template <class Worker, class From, class To>
  void merge(Worker& w, From a, From a_end, From b, From b_end, To out) {
    const auto in_a = static_cast<std::ptrdiff_t>(a_end - a);
    const auto in_b = static_cast<std::ptrdiff_t>(b_end - b);
    if (in_a + in_b <= short_merge) return merge_alone(a, a_end, b, b_end, out);
    From a_cut = a;
    From b_cut = b;
    const bool cut = attempt([&] {
      if (in_a >= in_b) {
        a_cut = at(a, in_a / 2);
        b_cut = std::ranges::partition_point(b, b_end,
                                             [&](auto&& each) { return precedes(*less_, each, *a_cut); });
      } else {
        b_cut = at(b, in_b / 2);
        a_cut = std::ranges::partition_point(a, a_end,
                                             [&](auto&& each) { return !precedes(*less_, *b_cut, each); });
      }
    });
    if (!cut) return append(a, a_end, b, b_end, out);
    const To out_cut = at(out, static_cast<std::ptrdiff_t>((a_cut - a) + (b_cut - b)));
    both(
        w, [&](Worker& v) { merge(v, a, a_cut, b, b_cut, out); },
        [&](Worker& v) { merge(v, a_cut, a_end, b_cut, b_end, out_cut); });
  }

  template <class From, class To>
  void merge_alone(From a, From a_end, From b, From b_end, To out) {
    if (!is_over()) {
      Compare& less = *less_;
      try {
        if constexpr (divides_in_blocks<From, Compare>) merge_numbers(a, a_end, b, b_end, out);
        while (a != a_end && b != b_end) {  // MS-M2
          if (precedes(less, *b, *a)) {
            *out = std::ranges::iter_move(b);
            ++b;
          } else {
            *out = std::ranges::iter_move(a);
            ++a;
          }
          ++out;
        }
      } catch (...) { failures_.record(std::current_exception()); }
    }
    append(a, a_end, b, b_end, out);
  }

  /// Until one side is empty. Where the side changes often, a branch would be guessed wrong: then without.
  template <class From, class To>
  void merge_numbers(From& a, From a_end, From& b, From b_end, To& out) {
    for (bool changes_often = true;;) {
      const std::ptrdiff_t sure = std::min({static_cast<std::ptrdiff_t>(a_end - a),
                                            static_cast<std::ptrdiff_t>(b_end - b), std::ptrdiff_t{64}});
      if (sure == 0) return;
      changes_often =
          5 * (changes_often ? merge_some<false>(a, b, out, sure) : merge_some<true>(a, b, out, sure)) > sure;
    }
  }

  /// `count` numbers, where both sides have as many. Returns how often the side has changed.
  template <bool WithBranch, class From, class To>
  std::ptrdiff_t merge_some(From& a, From& b, To& out, std::ptrdiff_t count) {
    std::ptrdiff_t changes = 0;
    bool last = false;
    for (; count > 0; --count, ++out) {
      const bool from_b = (*less_)(*b, *a);
      changes += from_b != last ? 1 : 0;
      last = from_b;
      if constexpr (WithBranch) {
        if (from_b) {
          *out = *b;
          ++b;
        } else {
          *out = *a;
          ++a;
        }
      } else {
        *out = from_b ? *b : *a;
        b += from_b ? 1 : 0;
        a += from_b ? 0 : 1;
      }
    }
    return changes;
  }

  template <class From, class To>
  void append(From a, From a_end, From b, From b_end, To out) noexcept {
    move(a, a_end, out);
    move(b, b_end, at(out, static_cast<std::ptrdiff_t>(a_end - a)));
  }

  Compare* less_;
  const Stop* stop_;
  failure_record failures_{on_failure::skip_rest};
};

}  // namespace jackdaw::fork_join
