// A chunk of a loop that stays open while it is run: what has not begun can be taken, also during a call that
// does not end.
//
// Its owner makes the calls row after row; a branch beside it stands for all that have not begun. A thief that executes
// that branch requests work, and gets the further half with the owner's next row. An owner that is inside a long one is
// stolen from by force. Source: owner and thief meet as in the THE protocol of Cilk-5 (Frigo, Leiserson,
// Randall 1998), with an asymmetric fence. Deviation: indices instead of tasks.
//
// Callers: its owner begins, and kept_from when that says no. take_rest is called once: by a thief, by the owner
// inside a call (which waits for something), or by the owner after the last. Progress: begins wait-free; the others
// lock.
// Invariants
//   OC-I1  an index is begun by the owner, or is in what take_rest() returns, and never both. Where the one ends
//          and the other begins, end_, is decided once, under the lock.
//   OC-I2  the owner writes next_, then reads limit_; a thief writes limit_, then reads next_; a full fence
//          between on both sides (AF-F1). So the thief sees an index that begins, or its owner sees the
//          request, and learns behind the lock what is left to it.
//   OC-I3  where there is no such fence, the request stands from the start: the owner begins each row behind the lock.
//          So a taker that decides behind it sees each index that has begun.
//   OC-I4  given_ says whether the owner has decided, between two calls. It is written under the lock, with end_.
// Orderings: that of AF-F1 alone. Only indices are handed over; what the calls read was there before the loop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiler_fence.hpp>
#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/base/threads/short_pause.hpp>
#include <jackdaw/parallel/aligned_cut.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::fork_join {

/// `Fence`: as base::asymmetric_fence. Where it is not available, a row costs its owner a lock (some 20 ns).
template <class Fence = base::asymmetric_fence>
class basic_open_chunk {
 public:
  /// Calls [first, last).
  basic_open_chunk(std::uint64_t first, std::uint64_t last) noexcept
      : next_(first), limit_(Fence::available() ? last : requested), last_(last), end_(last) {}

  /// The owner: whether call `i` is the next that it makes, and then those before `until`. No fence, no
  /// read-modify-write, where `Fence` is available.
  [[nodiscard]] bool begins(std::uint64_t i, std::uint64_t until) noexcept {
    next_.store(until, base::relaxed);
    base::compiler_fence();  // AF-F1: next_ before limit_
    JACKDAW_SLOW_PLACE("chunk: a call announced");
    return i < limit_.load(base::relaxed) || (!Fence::available() && begins_locked(i));  // OC-I2, OC-I3
  }

  /// The owner, when it could not begin call `i` although that is not the end: where the end is now. A thief that has
  /// requested work gets the further half.
  [[nodiscard]] std::uint64_t kept_from(std::uint64_t i) noexcept {
    const std::lock_guard hold(lock_);  // a thief has decided
    if (!decided_.load(base::relaxed)) {
      given_ = true;
      decide(aligned_half(i, last_));
    }
    return end_;
  }

  /// By the worker that has called take_rest, or by the owner, after kept_from: whether the owner has decided, between
  /// two calls. So it has kept half, and calls are not long.
  [[nodiscard]] bool was_given() const noexcept { return given_; }

  /// By the worker that executes the branch: returns the first of the calls that are its to make, up to the last.
  /// `by_owner`: that worker is the owner itself. Cost: nothing after the last call; some microseconds during one.
  [[nodiscard]] std::uint64_t take_rest(bool by_owner) noexcept {
    if (all_have_begun()) return last_;
    limit_.store(requested, base::relaxed);
    if (!by_owner) await_answer();
    const std::lock_guard hold(lock_);
    if (!decided_.load(base::relaxed)) decide(by_owner ? next_.load(base::relaxed) : steal_by_force());
    return end_;
  }

 private:
  static constexpr std::uint64_t requested = 0;

  [[gnu::noinline, gnu::cold]] [[nodiscard]] bool begins_locked(std::uint64_t i) noexcept {
    const std::lock_guard hold(lock_);
    return i < (decided_.load(base::relaxed) ? end_ : last_);  // OC-I3
  }

  // How long an owner has to answer, which is longer than most chunks take (splitting.hpp).
  static constexpr int answer_looks = 50;
  static constexpr int look_pauses = 2;  // short ones: 5 us in all

  [[nodiscard]] bool all_have_begun() const noexcept { return next_.load(base::relaxed) >= last_; }

  void await_answer() const noexcept {
    for (int looks = 0; looks < answer_looks; ++looks) {
      if (decided_.load(base::relaxed) || all_have_begun()) return;
      for (int i = 0; i < look_pauses; ++i) base::short_pause();
    }
  }

  // ---- called under the lock ----

  /// The owner's position: the end of the row that it makes now, or past the end of this chunk.
  [[nodiscard]] std::uint64_t steal_by_force() const noexcept {
    if (all_have_begun()) return last_;
    if (Fence::available()) Fence::heavy();  // AF-F1: limit_ before next_; else OC-I3
    return std::min(next_.load(base::relaxed), last_);
  }

  void decide(std::uint64_t end) noexcept {
    end_ = end;
    decided_.store(true, base::relaxed);
  }

  base::atomic<std::uint64_t> next_;
  base::atomic<std::uint64_t> limit_;
  const std::uint64_t last_;
  std::uint64_t end_;
  bool given_ = false;  // OC-I4
  base::atomic<bool> decided_{false};
  sync::spin_lock lock_;
};

using open_chunk = basic_open_chunk<>;

}  // namespace jackdaw::fork_join
