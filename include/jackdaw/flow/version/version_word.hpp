// How many accesses to an object are over, which tasks wait for that, and which one has its turn.
//
// Source: T15 sections 2 and 3; as versions.hpp, which says what an access requires. Callers: any thread parks a task,
// acquires, and finishes an access of a task that has run.
//
// Word: bit 0 locked, bit 1 a task waits, bit 2 held, bits 3-63 the version: how many accesses are over.
// Invariants
//   VE-V2  versions only grow, so an access that was available once stays so; a task looks at each handle once.
//   VE-W1  no task waits that could be woken. A thread that unlocks compares the word as a whole with the one for
//          which it has taken out all that are ready. A thread that changes the word while another holds the lock
//          leaves the waking to that one.
//   VE-W2  while the handle is not held and some task awaits its turn here, a task that was woken here has still to
//          take its turn: then its end wakes the next. A task that has to wait elsewhere first passes the turn on
//          (pass_on, and each release), so that the others do not wait for a handle that they do not need.
//   VE-W3  a thread that ends an access touches nothing of the handle after its last change of the word: the next
//          access may destroy it (join-after-free, docs/internals/verification/bugs-of-others.md).
// Progress: finish and acquire lock-free; park and pass_on wait for a lock that is held for a few instructions.
// Orderings: VE-X1 finish -> available, acquire, unlock: what the task wrote. VE-X4 count_over orders nothing: the
// access of its caller ends later, by VE-X1, and before that its group is not over. All changes of the word are
// read-modify-writes: none ends a release sequence.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/base/threads/bounded_spin.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/flow/version/waiters.hpp>

namespace jackdaw::dataflow {

class version_word {
 public:
  // ---- before a task runs ----

  [[nodiscard]] bool reached(std::uint64_t version_wanted) const noexcept {
    return version_of(word_.load(base::acquire)) >= version_wanted;  // VE-X1
  }

  /// How many accesses have to end before `version_wanted`; old when it is read.
  [[nodiscard]] std::uint64_t missing(std::uint64_t version_wanted) const noexcept {
    const std::uint64_t now = version_of(word_.load(base::relaxed));
    return now < version_wanted ? version_wanted - now : 0;
  }

  /// Parks `w`, which needs its requirement at `position`. False when that is available now. True: parked, and
  /// perhaps woken again; `w` belongs to others then. Adds those tasks to `woken` that were found ready.
  [[nodiscard]] bool park(waiter& w, waiter*& woken) noexcept {
    const std::uint64_t wanted = w.wanted();
    const bool turn = w.awaits_turn;
    std::uint64_t seen = 0;
    if (!lock_unless(seen, [&] { return version_of(seen) >= wanted && !(turn && (seen & held) != 0); }))
      return false;
    waiting_.insert(w);
    unlock(seen | locked, woken);
    return true;
  }

  /// Takes out one task that waits here for `version_wanted`, and for which fits() holds, looked at under the lock.
  /// Null: none was found, but not all were looked at. Adds those tasks to `woken` that were found ready.
  [[nodiscard]] waiter* take_waiting(std::uint64_t version_wanted, auto&& fits, waiter*& woken) noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    if ((seen & waited_for) == 0) return nullptr;
    static_cast<void>(lock_unless(seen, [] { return false; }));
    waiter* const found = waiting_.take(version_wanted, fits);
    unlock(seen | locked, woken);
    return found;
  }

  /// Takes `w` out, which has parked here; false: it is not here any more. Adds those tasks to `woken` that were
  /// found ready.
  [[nodiscard]] bool take_out(const waiter& w, waiter*& woken) noexcept {
    std::uint64_t seen = 0;
    static_cast<void>(lock_unless(seen, [] { return false; }));
    const bool found = waiting_.take_out(w);
    unlock(seen | locked, woken);
    return found;
  }

  /// For an access that contends, whose version is available: takes the right to it.
  [[nodiscard]] bool acquire() noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    while ((seen & held) == 0) {
      if (word_.compare_exchange_weak(seen, seen | held, base::acquire, base::relaxed)) return true;  // VE-X1
    }
    return false;
  }

  /// Gives it back without having used it.
  void release(waiter*& woken) noexcept { change(0, true, woken); }

  /// Wakes another in the place of one that was woken here and cannot go on (VE-W2).
  void pass_on(waiter*& woken) noexcept { change(0, false, woken); }

  // ---- after it has run ----

  /// One access is over. Adds those tasks to `woken` that were found ready.
  void finish(bool contended, waiter*& woken) noexcept { change(step, contended, woken); }

  /// The accesses of tasks whose results the caller has applied are over. Wakes no task: the caller's own access is
  /// of the same group, has its turn, and is not over.
  void count_over(std::uint64_t accesses) noexcept {
    word_.fetch_add(accesses * step, base::relaxed);
  }  // VE-X4

  // ---- for messages; old when they are read ----

  [[nodiscard]] std::uint64_t version() const noexcept {
    return version_of(word_.load(base::acquire));
  }  // VE-X1
  [[nodiscard]] bool is_held() const noexcept { return (word_.load(base::relaxed) & held) != 0; }

  /// Calls `see` with each task that waits here, while none of them can be woken. Adds those tasks to `woken` that
  /// were found ready then.
  void look_at_waiting(auto&& see, waiter*& woken) {
    std::uint64_t seen = 0;
    static_cast<void>(lock_unless(seen, [] { return false; }));
    try {
      waiting_.for_each(see);
    } catch (...) {
      unlock(seen | locked, woken);
      throw;
    }
    unlock(seen | locked, woken);
  }

 protected:
  version_word() noexcept = default;
  ~version_word() = default;

  /// Whether not exactly `accesses` are over, or a task is at work or waits.
  [[nodiscard]] bool is_at_work_after(std::uint64_t accesses) const noexcept {
    return word_.load(base::acquire) != accesses * step;  // VE-X1
  }

 private:
  static constexpr std::uint64_t locked = 1;
  static constexpr std::uint64_t waited_for = 2;
  static constexpr std::uint64_t held = 4;
  static constexpr std::uint64_t step = 8;

  static std::uint64_t version_of(std::uint64_t word) noexcept { return word / step; }

  /// Takes the lock, and finds the word as `seen`. False, without the lock, when found() holds for that.
  [[nodiscard]] bool lock_unless(std::uint64_t& seen, auto&& found) noexcept {
    seen = word_.load(base::acquire);  // VE-X1
    for (base::bounded_spin p;;) {
      if (found()) return false;
      if ((seen & locked) != 0) {
        p.wait();
        seen = word_.load(base::acquire);  // VE-X1
      } else if (word_.compare_exchange_weak(seen, seen | locked, base::acquire,
                                             base::acquire)) {  // VE-X1, VE-W1
        return true;
      }
    }
  }

  void change(std::uint64_t amount, bool gives_back, waiter*& woken) noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    for (;;) {
      std::uint64_t next = seen + amount;
      if (gives_back) next &= ~held;
      const bool wakes = (seen & (waited_for | locked)) == waited_for;
      if (wakes) next |= locked;  // VE-W1, VE-W3: in the same step
      JACKDAW_SLOW_PLACE("versions: about to end an access");
      if (!word_.compare_exchange_weak(seen, next, base::acq_rel, base::relaxed)) continue;  // VE-X1
      if (wakes) unlock(next, woken);
      return;
    }
  }

  void unlock(std::uint64_t seen, waiter*& woken) noexcept {
    for (;;) {
      waiting_.take_ready(version_of(seen), (seen & held) != 0, woken);
      JACKDAW_SLOW_PLACE("versions: about to unlock");
      const std::uint64_t next = (seen & ~(locked | waited_for)) | (waiting_.empty() ? 0 : waited_for);
      if (word_.compare_exchange_strong(seen, next, base::release, base::acquire)) return;  // VE-W1, VE-X1
    }
  }

  base::atomic<std::uint64_t> word_{0};
  waiters waiting_;  // under `locked`
};

}  // namespace jackdaw::dataflow
