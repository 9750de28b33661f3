// Branch and bound: depth first, greedy first (Horowitz and Sahni 1974), bounded by the best packing found so
// far.
//
// A branch packs items in order until one does not fit, and then leaves out the item that did not fit, the
// one before it, and so on: its children. What was left out on the way says which packing it is.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "apps/knapsack/packing.hpp"

namespace jackdaw::apps::knapsack {

/// The items before `end` but those in `left_out` (rising), as numbers of the instance, rising.
[[nodiscard]] inline std::vector<std::uint32_t> packed_items(const packing& of,
                                                             const std::vector<std::uint32_t>& left_out,
                                                             std::uint32_t end) {
  std::vector<std::uint32_t> packed;
  auto left = left_out.begin();
  for (std::uint32_t i = 0; i < end; ++i) {
    if (left != left_out.end() && *left == i)
      ++left;
    else
      packed.push_back(of.original(i));
  }
  std::sort(packed.begin(), packed.end());
  return packed;
}

/// The best packing so far, shared by all tasks that search. Any number of threads.
class best_packing {
 public:
  /// Only grows. A value that is out of date costs work that another branch has made useless, nothing else.
  [[nodiscard]] std::int64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

  /// A packing of all items before `end` but those in `left_out` (rising).
  void offer(std::int64_t value, std::vector<std::uint32_t> left_out, std::uint32_t end) {
    const std::lock_guard lock(mutex_);
    if (value <= value_.load(std::memory_order_relaxed)) return;
    left_out_ = std::move(left_out);
    end_ = end;
    value_.store(value, std::memory_order_relaxed);
  }

  /// The packing, as numbers of the instance, rising. Only while no task searches.
  [[nodiscard]] std::vector<std::uint32_t> items(const packing& of) const {
    return packed_items(of, left_out_, end_);
  }

 private:
  std::atomic<std::int64_t> value_{0};
  std::mutex mutex_;
  std::vector<std::uint32_t> left_out_;
  std::uint32_t end_ = 0;
};

/// A branch whose children `first` … `end` - 1 are still to be searched, the last one first.
struct branch {
  std::uint32_t first;   ///< items before it are decided
  std::uint32_t end;     ///< while a child is searched: the item that it leaves out
  std::uint32_t breaks;  ///< the first item that does not fit
  std::int64_t value;    ///< of what is packed before the break
  std::int64_t rest;     ///< room that is left there
};

/// A search from one branch on, interrupted whenever its caller wants. `Best` has value() and offer().
template <class Best>
class basic_search {
 public:
  basic_search(const packing& of, Best& best) : of_(&of), best_(&best) {}

  /// Begins with all packings of `capacity`.
  void begin(std::int64_t capacity) { enter(0, 0, capacity); }

  /// Begins with a branch of another search, in which the items `left_out` were left out on the way.
  void begin(const branch& from, std::vector<std::uint32_t> left_out) {
    left_out_ = std::move(left_out);
    stack_.assign(1, from);
  }

  /// Enters up to `most` branches. Returns how many.
  std::uint64_t go_on(std::uint64_t most) {
    std::uint64_t entered = 0;
    while (entered < most && !stack_.empty()) {
      branch& top = stack_.back();
      if (top.end == top.first) {
        stack_.pop_back();
        continue;
      }
      const std::uint32_t leaves = --top.end;
      const std::int64_t loss = of_->profit(leaves, leaves + 1);
      const std::int64_t gain = of_->weight(leaves, leaves + 1);
      const bool fitted = leaves != top.breaks;
      if (of_->hopeless(fitted ? top.value - loss : top.value, fitted ? top.rest + gain : top.rest,
                        top.breaks, best_->value()))
        continue;
      ++entered;
      const std::int64_t undone = of_->profit(leaves, top.breaks);
      const std::int64_t freed = of_->weight(leaves, top.breaks);
      enter(leaves + 1, top.value - undone, top.rest + freed);
    }
    return entered;
  }

  /// Calls `take(branch, left_out)` for every branch that has children left, and is empty then.
  template <class Take>
  void hand_over(Take&& take) {
    for (const branch& each : stack_) {
      if (each.end != each.first) take(each, left_out_);
      left_out_.push_back(each.end);
    }
    stack_.clear();
  }

 private:
  /// Packs greedily from `first` on, and opens the branch if that can lead to more than the best.
  void enter(std::uint32_t first, std::int64_t value, std::int64_t room) {
    const std::uint32_t breaks = of_->break_item(first, room);
    const std::int64_t packed = value + of_->profit(first, breaks);
    if (packed > best_->value()) best_->offer(packed, path(), breaks);
    if (breaks == of_->size()) return;
    const std::int64_t rest = room - of_->weight(first, breaks);
    if (of_->hopeless(packed, rest, breaks, best_->value())) return;
    stack_.push_back({first, breaks + 1, breaks, packed, rest});
  }

  [[nodiscard]] std::vector<std::uint32_t> path() const {
    std::vector<std::uint32_t> all = left_out_;
    for (const branch& each : stack_) all.push_back(each.end);
    return all;
  }

  const packing* of_;
  Best* best_;
  std::vector<std::uint32_t> left_out_;
  std::vector<branch> stack_;
};

using search = basic_search<best_packing>;

}  // namespace jackdaw::apps::knapsack
