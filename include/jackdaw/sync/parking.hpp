// Where workers sleep, each in a place of its own, so that one of them, or a given one, can be woken.
//
// Callers: worker w calls prepare(w), then looks for work once more, then cancel(w) or park(w).
// Any thread calls wake_one, wake, wake_all after having made work visible.
//
// States of a place: awake → parked (prepare, by its worker) → awake (cancel, by its worker) or a reason (any
// waker).
//
// Invariants
//   PK-I1  sleepers_ is never less than the number of parked places: a worker counts itself before it announces itself.
//          Each change of a place from parked is made by one compare-and-swap, whose winner takes one from sleepers_
//          afterwards.
//   PK-I2  no wake-up is lost: the worker writes its place, then heavy fence, then looks for work; the waker
//          makes work visible, then light fence, then looks at the places (AF-F1 in base/asymmetric_fence.hpp).
//          So either the worker sees the work or the waker sees the place.
//   PK-I3  a sleeping worker sleeps on a word that holds `parked`; the kernel compares it again before it sleeps.
//
// Orderings: PK-P1 a waker's reason and what it did before -> the sleeper. PK-P2 prepare -> take_out. PK-P3 prepare, by
// the full fence in it -> sleepers_now, by its place in the single order of sequentially consistent operations.
//
// There is no epoch here that could come round, and no count that could drift (epoch-end, counter-drift:
// docs/internals/verification/bugs-of-others.md).
// Progress: prepare, cancel, wake*: lock-free. park sleeps.
#pragma once

#include <cstdint>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/base/threads/futex.hpp>

namespace jackdaw::sync {

class parking {
 public:
  /// `places`: number of workers, at least 1.
  explicit parking(unsigned places) : count_(places), places_(places) {}

  /// Announces that worker `place` is about to sleep. After it, look for work again; then park() or cancel().
  void prepare(unsigned place) noexcept {
    sleepers_.fetch_add(1, base::relaxed);  // PK-I1: before any thread can take this place out
    JACKDAW_SLOW_PLACE("parking: counted");
    places_[place]->store(parked, base::release);  // PK-P2 -> take_out; PK-I2: before the heavy fence
    base::asymmetric_fence::heavy();               // PK-I2; PK-P3 -> sleepers_now
  }

  /// Takes the announcement back: there is work. Returns the reason of a wake-up that came in between. This worker
  /// has used that wake-up, and must look for the work that it announced. Returns no_reason when none came.
  std::uint32_t cancel(unsigned place) noexcept {
    return take_out(place, no_reason) ? no_reason
                                      : places_[place]->load(base::acquire);  // PK-P1: pairs with take_out
  }

  /// Sleeps until woken; at once when a waker was faster. Returns the waker's reason.
  std::uint32_t park(unsigned place) noexcept {
    for (;;) {
      const std::uint32_t state = places_[place]->load(base::acquire);  // PK-P1: pairs with take_out
      if (state != parked) return state;
      JACKDAW_SLOW_PLACE("parking: about to sleep");
      const base::tally::sleep counted;
      base::futex_wait(*places_[place], parked);
    }
  }

  /// Announces itself, looks whether it is ready(), and else sleeps until woken. Whether it slept.
  template <class Ready>
  bool park_unless(unsigned place, Ready&& ready) {
    prepare(place);
    if (ready()) {
      cancel(place);
      return false;
    }
    park(place);
    return true;
  }

  /// Sleeps until woken, or for about `nanoseconds`. True when woken; else the announcement still stands,
  /// and cancel() takes it back.
  bool park_for(unsigned place, std::int64_t nanoseconds) noexcept {
    if (places_[place]->load(base::relaxed) == parked)  // PK-P1 is for the one below
      base::futex_wait_for(*places_[place], parked, nanoseconds);
    return places_[place]->load(base::acquire) != parked;  // PK-P1: pairs with take_out
  }

  /// Wakes one sleeper, the next one after place `after`, if there is any. Free of atomic read-modify-writes and of
  /// fences when no worker sleeps (where membarrier works). Returns whether a worker was woken.
  bool wake_one(unsigned after, std::uint32_t reason = no_reason) noexcept {
    base::asymmetric_fence::light();  // PK-I2: between making work visible and looking for sleepers
    if (sleepers_.load(base::relaxed) == 0) [[likely]]
      return false;
    for (unsigned i = 1; i <= count_; ++i) {
      const unsigned place = after + i < count_ ? after + i : after + i - count_;
      if (wake_at(place, reason)) return true;
    }
    return false;
  }

  /// Wakes worker `place` if it sleeps.
  bool wake(unsigned place) noexcept {
    base::asymmetric_fence::light();  // PK-I2
    return wake_at(place, no_reason);
  }

  void wake_all() noexcept {
    base::asymmetric_fence::light();  // PK-I2
    for (unsigned place = 0; place < count_; ++place) wake_at(place, no_reason);
  }

  /// How many sleep now; already old when it is read.
  [[nodiscard]] unsigned sleepers() const noexcept { return sleepers_.load(base::relaxed); }

  /// The same for a thread that has just changed another word by a sequentially consistent read-modify-write. A worker
  /// that was announced before that change is counted (PK-P3). A relaxed load could be older than the change: Armv8
  /// lets it pass the read-modify-write. Costs on x86 what a relaxed load does.
  [[nodiscard]] unsigned sleepers_now() const noexcept { return sleepers_.load(base::seq_cst); }  // PK-P3

  /// What wakers of several kinds pass to the sleeper: any number but 1.
  static constexpr std::uint32_t no_reason = 0;

 private:
  static constexpr std::uint32_t parked = 1;

  bool wake_at(unsigned place, std::uint32_t reason) noexcept {
    if (places_[place]->load(base::relaxed) != parked || !take_out(place, reason)) return false;
    JACKDAW_SLOW_PLACE("parking: taken out, not woken");
    base::futex_wake(*places_[place], 1);
    base::tally::count(&base::tally::wakes);
    return true;
  }

  bool take_out(unsigned place, std::uint32_t reason) noexcept {
    std::uint32_t expected = parked;
    // PK-P1: publishes the work -> park, cancel. PK-P2: pairs with prepare, so that the count below is not taken
    // too early.
    if (!places_[place]->compare_exchange_strong(expected, reason, base::acq_rel, base::relaxed))
      return false;
    JACKDAW_SLOW_PLACE("parking: taken out, not counted");
    sleepers_.fetch_sub(1, base::relaxed);  // PK-I1: only the winner
    return true;
  }

  unsigned count_;
  base::owned_array<base::padded<base::futex_word>> places_;
  alignas(base::cache_line) base::atomic<unsigned> sleepers_{0};
};

}  // namespace jackdaw::sync
