// Where threads wait, each until a condition of its own holds: any number of threads, none of which has a number.
//
// Callers: any thread waits; a thread that has changed something that a condition may look at calls tell().
// States of a place, which lies in the frame of its thread: asking (by its thread) → told (by any teller) → asking …
// Invariants
//   WR-I1  no change is missed. A waiting thread has entered its place in the list, writes `asking`, passes the heavy
//          fence, and then tests its condition. A teller has made its change, passes the light fence, and then looks at
//          the list (AF-F1 in base/asymmetric_fence.hpp). Let the condition not see the change. Then either the teller
//          sees both a list that is not empty and `asking`, and writes `told` over it. Or the place enters the list
//          after the teller has left it: then the condition is tested later, and sees the change by the lock.
//   WR-I2  a place is touched under the lock of the list only, and leaves the list under it. So no teller touches the
//          frame of a thread that has gone.
//   WR-I3  a thread sleeps only while its place holds `asking`; the kernel compares it again.
// Ordering: WR-W1 tell_all -> wait_until: what the teller has done before.
// There is no count of changes, so nothing can come round. Progress: tell() is one load while no thread waits. Else it
// waits for the lock, which is held for a system call for each thread that sleeps.
#pragma once

#include <cstdint>
#include <mutex>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/threads/futex.hpp>
#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::sync {

/// Unlike sleep_until, it has no timer: each change must be followed by a tell(). Unlike parking, it knows no
/// numbers.
class waiting_room {
 public:
  waiting_room() = default;
  waiting_room(const waiting_room&) = delete;
  waiting_room& operator=(const waiting_room&) = delete;

  /// The calling thread waits until `ready()` has returned true: it sleeps, and tests again after every tell().
  /// `ready()` is called by this thread only, and under no lock. Cost: a heavy fence at each test.
  template <class Ready>
  void wait(Ready&& ready) {
    static_cast<void>(wait_until(ready, [](const base::futex_word& state) {
      base::futex_wait(state, asking);
      return true;
    }));
  }

  /// The same; calls `still()` each time that it has slept for about `nanoseconds`. Tests nothing then: no timer makes
  /// up for a change that is not told.
  template <class Ready, class Still>
  void wait(Ready&& ready, std::int64_t nanoseconds, Still&& still) {
    alarm next(nanoseconds);
    static_cast<void>(wait_until(ready, [&](const base::futex_word& state) {
      if (!next.sleep(state)) {
        still();
        next = alarm(nanoseconds);
      }
      return true;
    }));
  }

  /// The same, for about `nanoseconds` at most. Returns the last result of `ready()`.
  template <class Ready>
  [[nodiscard]] bool wait_for(std::int64_t nanoseconds, Ready&& ready) {
    alarm end(nanoseconds);
    return wait_until(ready, [&end](const base::futex_word& state) { return end.sleep(state); });
  }

  /// Something has changed that a condition may look at.
  void tell() noexcept {
    base::asymmetric_fence::light();  // WR-I1: between the change and the look at the list
    if (first_.load(base::relaxed) != nullptr) [[unlikely]]
      tell_all();
  }

  /// Whether a thread waits; old when it is returned.
  [[nodiscard]] bool anybody() const noexcept { return first_.load(base::relaxed) != nullptr; }

 private:
  static constexpr std::uint32_t told = 0;
  static constexpr std::uint32_t asking = 1;
  static constexpr int looks_before_sleep = 30;

  /// A thread in the list, as long as it lives.
  struct place {
    explicit place(waiting_room& room) noexcept : of(room) {
      const std::lock_guard hold(of.lock_);
      next = of.first_.load(base::relaxed);
      if (next != nullptr) next->before = this;
      of.first_.store(this, base::relaxed);
    }
    place(const place&) = delete;
    place& operator=(const place&) = delete;
    ~place() {
      const std::lock_guard hold(of.lock_);  // WR-I2
      if (next != nullptr) next->before = before;
      if (before != nullptr) {
        before->next = next;
      } else {
        of.first_.store(next, base::relaxed);
      }
    }

    waiting_room& of;
    base::futex_word state{told};
    place* next = nullptr;  // both under the lock
    place* before = nullptr;
  };

  class alarm {
   public:
    explicit alarm(std::int64_t nanoseconds)
        : end_(base::seconds_now() + static_cast<double>(nanoseconds) * 1e-9) {}

    /// False: the time is over.
    [[nodiscard]] bool sleep(const base::futex_word& state) const {
      const auto left = static_cast<std::int64_t>((end_ - base::seconds_now()) * 1e9);
      if (left <= 0) return false;
      base::futex_wait_for(state, asking, left);
      return true;
    }

   private:
    double end_;
  };

  /// `sleep(state)` sleeps while the state is `asking`, or shorter; false: it gives up.
  template <class Ready, class Sleep>
  bool wait_until(Ready& ready, Sleep&& sleep) {
    for (int looks = 0; looks < looks_before_sleep; ++looks, base::pause()) {
      if (ready()) return true;
    }
    place own(*this);
    for (;;) {
      own.state.store(asking, base::relaxed);  // WR-I1: before the fence
      base::asymmetric_fence::heavy();
      if (ready()) return true;
      while (own.state.load(base::acquire) == asking) {  // WR-W1: pairs with tell_all; WR-I3
        if (!sleep(own.state)) return ready();
      }
    }
  }

  [[gnu::noinline, gnu::cold]] void tell_all() noexcept {
    const std::lock_guard hold(lock_);  // WR-I2
    for (place* each = first_.load(base::relaxed); each != nullptr; each = each->next) {
      if (each->state.exchange(told, base::release) == asking)
        base::futex_wake(each->state, 1);  // WR-W1 -> wait_until
    }
  }

  spin_lock lock_;
  base::atomic<place*> first_{nullptr};  // changed under the lock
};

}  // namespace jackdaw::sync
