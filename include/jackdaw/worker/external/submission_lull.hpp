// When the stand-in begins with tasks from outside: in a lull of submissions, or after some milliseconds.
//
// A thread that submits one task after the other is probably about to wait, and executes them itself then. Tasks that
// are executed beside their submission cost both threads more: they write the same inbox, blocks and handles by turns.
// So the stand-in naps where tasks pour in, that is, at intervals of less than a microsecond; and again where they
// still do. A single task it takes at once.
// Callers: the stand-in all but hurry(); a thread that waits for the stand-in to work or to end calls that.
// A thread that waits for each task that it submits executes it itself, before the stand-in comes. To wake threads for
// each costs more than the task. So where callers have come since its last look, the stand-in lingers: it looks again
// after a nap, and guests that open a phase wake nobody meanwhile (worker/external/stand_in_thread.hpp SI-V5).
// States of the word: at_will → napping → at_will, by the stand-in; any → hurried, by any thread; → at_will by the
// stand-in that begins.
// Invariants
//   LU-U1  naps end: there are `most_naps` in a row at most, the first of `shortest_nap`, each other of twice the last,
//          10 ms together. Then the stand-in begins, whatever comes in.
//   LU-U2  tasks do not pile up: while they pour in the stand-in naps after a number of tasks, which doubles each time
//          until a caller comes. So naps cost a stream of n tasks 10 ms for each doubling of n at most.
//   LU-U3  no hurry is lost. The stand-in begins a nap by a compare-and-swap from at_will, so not once it is hurried.
//          A thread that hurries it in a nap wakes it. It forgets that only with the seat: a thread that waits for it
//          looks again when it leaves (worker/external/first_seat.hpp, tell), and hurries it again.
//   LU-U5  in each nap of lingering but the first a caller has come. That has taken in what was there.
// Ordering: LU-U4 hurry -> holds_back, begins: what was done before.
#pragma once

#include <algorithm>
#include <cstdint>

#include <sched.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/futex.hpp>
#include <jackdaw/base/threads/short_pause.hpp>

namespace jackdaw::working {

/// `mark()` everywhere: a number that changes with each task that comes in from outside, as a rule.
class submission_lull {
 public:
  static constexpr std::int64_t shortest_nap = 80'000;  ///< nanoseconds
  static constexpr unsigned most_naps = 7;
  static constexpr unsigned first_share = 1000;  ///< tasks between two rows of naps; and the most:
  static constexpr unsigned largest_share = 1U << 20U;

  /// Another `first_nap`, in nanoseconds, is for tests.
  explicit submission_lull(std::int64_t first_nap = shortest_nap) noexcept : first_nap_(first_nap) {}

  /// There are tasks, and no thread executes them. Naps where more pour in. Returns whether it has.
  template <class Mark>
  [[nodiscard]] bool holds_back(Mark&& mark) {
    lingering_.store(false, base::relaxed);
    if (naps_ == most_naps || is_hurried()) return false;  // LU-U1
    if (!pours(mark)) return false;
    nap(first_nap_ << naps_++);
    return true;
  }

  /// The stand-in has the seat.
  void begins() noexcept {
    poured_ = naps_ != 0;
    naps_ = 0;
    left_ = share_;
    word_.exchange(at_will, base::acquire);  // LU-U3; LU-U4: pairs with hurry
  }

  /// Between two tasks: whether it has executed its share, and more pour in. Then it leaves the seat and holds back.
  template <class Mark>
  [[nodiscard]] bool has_done_share(Mark&& mark) {
    if (--left_ != 0) [[likely]]
      return false;
    left_ = share_ = std::min(2 * share_, largest_share);  // LU-U2
    return !is_hurried() && pours(mark);
  }

  /// There are no tasks, or a caller has come since the last look. Naps in this case, and where tasks poured in before:
  /// otherwise the next one would have to wake the stand-in. Returns whether it has.
  [[nodiscard]] bool lingers(bool caller_came) noexcept {
    naps_ = 0;
    const bool naps = poured_ || caller_came;
    lingering_.store(naps, base::relaxed);
    if (!naps) return false;
    poured_ = false;
    nap(first_nap_);
    return true;
  }

  /// Any thread: whether the stand-in looks by itself within `shortest_nap`, or before it sleeps. Old when it is
  /// returned.
  [[nodiscard]] bool is_lingering() const noexcept { return lingering_.load(base::relaxed); }

  /// A caller has had the seat, or the stand-in goes to sleep: what is submitted from now on is another stream.
  void begins_anew() noexcept { share_ = first_share; }

  /// Any thread: it begins at once, or sees at once that it has to end.
  void hurry() noexcept {
    if (word_.load(base::relaxed) == hurried) return;
    if (word_.exchange(hurried, base::acq_rel) == napping)
      base::futex_wake(word_, 1);  // LU-U3; LU-U4 -> holds_back
  }

 private:
  static constexpr std::uint32_t at_will = 0;
  static constexpr std::uint32_t napping = 1;
  static constexpr std::uint32_t hurried = 2;
  static constexpr int pauses_before_look = 20;  // 1 us

  [[nodiscard]] bool is_hurried() const noexcept {
    return word_.load(base::acquire) == hurried;  // LU-U4: pairs with hurry
  }

  /// Looks for a moment, then gives its processor away once, as the thread that submits may have lost it to the
  /// stand-in.
  template <class Mark>
  [[nodiscard]] static bool pours(Mark& mark) {
    const auto before = mark();
    for (int i = 0; i < pauses_before_look; ++i) base::short_pause();
    if (mark() != before) return true;
    sched_yield();
    return mark() != before;
  }

  void nap(std::int64_t length) noexcept {
    std::uint32_t state = at_will;
    if (!word_.compare_exchange_strong(state, napping, base::acquire, base::acquire)) return;  // LU-U3, LU-U4
    base::futex_wait_for(word_, napping, length);
    state = napping;
    word_.compare_exchange_strong(state, at_will, base::acquire, base::acquire);  // LU-U4: hurried stays
  }

  base::futex_word word_{at_will};
  base::atomic<bool> lingering_{false};  // written by the stand-in
  // Of the stand-in alone:
  const std::int64_t first_nap_;
  unsigned naps_ = 0;  // in a row
  unsigned share_ = first_share;
  unsigned left_ = first_share;
  bool poured_ = false;  // tasks, before it began last
};

}  // namespace jackdaw::working
