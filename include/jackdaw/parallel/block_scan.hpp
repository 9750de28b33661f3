// One scan of a range: its blocks, and what is known of them.
//
// Source: Blelloch (1990): each block is summed up, the sums are scanned one after the other, each block is scanned
// from the sum of what is before it. The blocks depend on the number of elements alone, so the results have the same
// bits in every run. What is done when: parallel/scan_order.hpp. A range is read from memory once, as a rule.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/parallel/early_end.hpp>
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/parallel/parallel_reduce.hpp>
#include <jackdaw/parallel/scan_order.hpp>

namespace jackdaw::fork_join {

/// The combination of `left`, which stays as it is, and `right`; lvalues as for combined().
template <class T, class Combine, class Right>
T combined_after(Combine& combine, T& left, Right&& right) {
  if constexpr (is_exact<std::remove_cvref_t<Combine>, T>) {
    return exact_operation<std::remove_cvref_t<Combine>, T>::combined(left, right);
  } else if constexpr (std::is_invocable_v<Combine&, const T&, Right>) {
    return std::invoke(combine, std::as_const(left), std::forward<Right>(right));
  } else {
    return std::invoke(combine, left, right);
  }
}

/// How many elements of `count` are a block of a scan. More than a leaf of parallel_reduce has, since each block has a
/// start and an end; but a block is to lie in a cache when it is worked on again. `exact`: an element costs next to
/// nothing.
[[nodiscard]] constexpr std::uint64_t scan_block_size(std::uint64_t count, bool exact) noexcept {
  constexpr std::uint64_t longest = 8192;
  return exact ? std::clamp<std::uint64_t>(count / 128, 1024, longest)
               : std::clamp<std::uint64_t>(count / 512, 1, longest);
}

/// How many blocks of `size` elements, of `blocks`, are a part, which one worker takes at once. Next to its elements a
/// read-modify-write is cheap. But there are enough parts for a range whose elements take long.
[[nodiscard]] constexpr std::uint64_t blocks_of_a_part(std::uint64_t blocks, std::uint64_t size) noexcept {
  constexpr std::uint64_t elements = 4096;
  constexpr std::uint64_t parts = 128;
  return std::max<std::uint64_t>(1, std::min(elements / size, blocks / parts));
}

/// One scan of either kind: its blocks, and what is known of them. T: the type of sums.
template <class T, class Iterator, class Out, class Combine, class Stop>
class block_scan {
 public:
  using value = T;

  /// Of `count` elements, at least one. `init`: null for an inclusive scan.
  block_scan(Iterator first, std::uint64_t count, Out out, value* init, Combine& combine, const Stop& stop)
      : first_(first),
        out_(out),
        count_(count),
        init_(init),
        combine_(combine),
        stop_(stop),
        end_(stop),
        size_(scan_block_size(count, is_exact<Combine, value>)),
        blocks_(leaves_of(size_, count)),
        in_part_(blocks_of_a_part(blocks_, size_)),
        parts_(leaves_of(in_part_, blocks_)),
        order_(parts_),
        scanned_(parts_) {
    sums_.reserve(blocks_);
    for (std::uint64_t b = 0; b < blocks_; ++b)
      sums_.push_back({static_cast<value>(*iterator_at(first_, b * size_))});
  }

  template <class Worker>
  void run(Worker& w) {
    parallel_for(w, std::uint64_t{0}, parts_, [this](std::uint64_t) { take_parts(); }, stop_);
    if (stop_.stop_requested()) return;
    extend();
    const auto left = std::find(scanned_.begin(), scanned_.end(), 0);
    parallel_for(
        w, static_cast<std::uint64_t>(left - scanned_.begin()), parts_,
        [this](std::uint64_t p) {
          if (scanned_[p] == 0) scan(p);
        },
        stop_);
  }

 private:
  struct place {  // so that neighbours share no word, whatever the type
    value sum;
  };

  void take_parts() {
    try {
      take_until_scanned();
    } catch (...) {
      end_.report();  // other workers may be in theirs
      throw;
    }
  }

  /// The next part, and further ones for as long as the last one could not be scanned: there is something to do until
  /// it can be.
  void take_until_scanned() {
    constexpr std::uint64_t none = ~std::uint64_t{0};
    std::uint64_t waiting = none;
    do {
      const std::uint64_t taken = order_.take();
      if (taken >= parts_) return;
      if (order_.known() == taken) {
        for_blocks(taken, [this](std::uint64_t b) { scan_block<true>(b); });
        scanned_[taken] = 1;
        order_.extended(taken);
      } else {
        for_blocks(taken, [this](std::uint64_t b) { sum_up(b); });
        order_.summed(taken);
      }
      extend();
      const std::uint64_t known = order_.known();
      if (waiting < known) scan(waiting);
      waiting = none;
      if (scanned_[taken] != 0) continue;
      if (taken < known) {
        scan(taken);
      } else {
        waiting = taken;
      }
    } while (waiting != none && !end_.is_over());
  }

  void for_blocks(std::uint64_t part, const auto& each) {
    const std::uint64_t end = std::min(blocks_, (part + 1) * in_part_);
    for (std::uint64_t b = part * in_part_; b != end && !end_.is_over(); ++b) each(b);
  }

  /// By the worker that has taken the part, or after all.
  void scan(std::uint64_t part) {
    for_blocks(part, [this](std::uint64_t b) { scan_block<false>(b); });
    scanned_[part] = 1;
  }

  void extend() {
    order_.extend([this](std::uint64_t p) { for_blocks(p, [this](std::uint64_t b) { extend_over(b); }); });
  }

  /// By one worker at a time. Nothing comes behind the last block.
  void extend_over(std::uint64_t b) {
    value* const left = end_before(b);
    if (left != nullptr && b + 1 != blocks_)
      sums_[b].sum = combined_after(combine_, *left, std::move(sums_[b].sum));
  }

  [[nodiscard]] value* end_before(std::uint64_t b) noexcept {
    return b != 0 ? std::addressof(sums_[b - 1].sum) : init_;
  }
  [[nodiscard]] Iterator end_of(std::uint64_t b) const {
    return iterator_at(first_, b + 1 == blocks_ ? count_ : (b + 1) * size_);
  }

  void sum_up(std::uint64_t b) {
    if (b + 1 == blocks_) return;
    value sum = std::move(sums_[b].sum);
    const Iterator end = end_of(b);
    for (Iterator i = iterator_at(first_, b * size_ + 1); i != end && !stop_.stop_requested(); ++i)
      sum = combined<value>(combine_, sum, *i);
    sums_[b].sum = std::move(sum);
  }

  /// Writes the results of block `b`. `SumsUp`: and then in sums_ the sum of all up to its end.
  template <bool SumsUp>
  void scan_block(std::uint64_t b) {
    constexpr bool on_its_own =
        SumsUp && !is_exact<Combine, value>;  // sums up: the same bits whatever is known
    value* const left = end_before(b);
    Iterator i = iterator_at(first_, b * size_);
    const Iterator end = end_of(b);
    Out to = iterator_at(out_, b * size_);
    auto own = [&] {  // a local variable, which no write to the output can be to
      if constexpr (on_its_own) {
        return std::move(sums_[b].sum);
      } else {
        return nullptr;
      }
    }();
    const auto sum_up = [&]([[maybe_unused]] const Iterator& next) {
      if constexpr (on_its_own) {
        if (!stop_.stop_requested()) own = combined<value>(combine_, own, *next);
      }
    };
    value sum = left == nullptr ? static_cast<value>(*i) : combined_after(combine_, *left, *i);
    if (init_ !=
        nullptr) {  // what is combined is written one element later; before the write, as out may be first
      *to = *left;
      for (++i, ++to; i != end && !stop_.stop_requested(); ++i, ++to) {
        value next = combined_after(combine_, sum, *i);
        sum_up(i);
        *to = std::move(sum);
        sum = std::move(next);
      }
    } else {
      *to = sum;
      for (++i, ++to; i != end && !stop_.stop_requested(); ++i, ++to) {
        sum = combined<value>(combine_, sum, *i);
        sum_up(i);
        *to = sum;
      }
    }
    if constexpr (on_its_own) {
      sums_[b].sum = std::move(own);
      if (!stop_.stop_requested()) extend_over(b);
    } else if constexpr (SumsUp) {
      sums_[b].sum = std::move(sum);
    }
  }

  const Iterator first_;
  const Out out_;
  const std::uint64_t count_;
  value* const init_;
  Combine& combine_;
  const Stop& stop_;
  early_end<Stop> end_;
  const std::uint64_t size_;  // elements of a block
  const std::uint64_t blocks_;
  const std::uint64_t in_part_;  // blocks
  const std::uint64_t parts_;
  scan_order order_;
  std::vector<place> sums_;             // of each block; of all up to its end once that is known
  std::vector<unsigned char> scanned_;  // 1: the results of the part are written
};

}  // namespace jackdaw::fork_join
