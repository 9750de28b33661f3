// The thread that works as worker 0 while no caller does and there are tasks from outside. So these are executed
// whether or not a thread waits for them, by as many threads as there are workers.
//
// Callers: a guest that has opened a phase, opened(); a thread that has left the seat, or waits for it no
// longer, left(); the stand-in itself, live(). It is made when the first guest comes, before that one opens a phase.
// So where a guest has opened a phase, the stand-in exists, unless the system had no thread for it.
// Invariants
//   SI-V1  it takes the seat (worker/external/first_seat.hpp) only while a phase is open, and leaves it when the phase
//          is closed, or between two tasks: when a caller wants the seat, or to hold back (submission_lull.hpp).
//          Outside of the seat it sleeps in a place of its own.
//   SI-V2  while a phase of guests is open and no caller has the seat or wants it, one of three things holds. The
//          stand-in has the seat; or it is awake and about to look; or it naps, and looks by itself after that
//          (submission_lull.hpp LU-U1). It sleeps only after it has announced itself, passed the heavy fence, and
//          then seen no open phase, or a seat that is taken or wanted. A thread that changes one of these looks for
//          it afterwards (AF-F1, base/asymmetric_fence.hpp). That is a guest that has opened the phase, unless it
//          sees the seat taken; or a thread that leaves the seat, or ceases to want it, while the phase is open. A
//          guest that sees the seat taken relies on the thread that leaves it. Both pass a full fence between their
//          change and their look (FF-F2); so one of them sees the other's.
//   SI-V5  a guest that has opened the phase, sees the seat free and the stand-in lingering wakes no worker either. The
//          stand-in looks after that: it ceases to linger before it looks, announces itself, passes the heavy fence
//          and looks.
//          Whoever takes the seat executes the task, and wakes workers when there are more.
//   SI-V3  a thread that leaves the seat between two tasks stays counted as busy
//          (worker/termination/termination.hpp), on behalf of the next one that takes it. That is allowed only where
//          the stand-in exists: by SI-V2 some thread comes. At the end of the scheduler that is the stand-in itself,
//          before it ends; then it does not leave the seat before the end of the phase. Workers that stand aside wait
//          for that (worker/oversubscription/worker_limit.hpp LI-L1).
// Ordering: SI-V4 make -> is_made: the thread, as it was made.
// Cost: nothing while no guest comes. A guest that opens a phase pays for a system call where the thread sleeps, not
// where it naps. While callers come again and again, a look each 0.1 ms.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/full_fence.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/base/threads/repeated_start.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/worker/external/first_seat.hpp>
#include <jackdaw/worker/external/submission_lull.hpp>
#include <jackdaw/worker/termination/termination.hpp>

namespace jackdaw::working {

class stand_in_thread {
 public:
  stand_in_thread(first_seat& seat, const termination& of) : seat_(&seat), termination_(&of) {}

  [[nodiscard]] bool is_made() const noexcept { return made_.load(base::acquire); }  // SI-V4: pairs with make

  /// Before a guest opens a phase: `create(tries)` begins the thread, unless there is one. What it throws is dropped:
  /// then another guest tries again, but not at once.
  template <class Create>
  void make(Create&& create) noexcept {
    if (!is_made()) [[unlikely]]
      try_to_make(create);
  }

  /// A guest has opened the phase. Whether no worker is to be woken for its task (SI-V5).
  [[nodiscard]] bool opened() noexcept {
    base::full_fence();  // FF-F2: SI-V2, pairs with left
    if (seat_->is_taken()) return false;
    if (lull_.is_lingering()) return true;
    place_.wake(0);
    return false;
  }

  /// The caller has left the seat, or does not wait for it any more.
  void left() noexcept {
    base::full_fence();  // FF-F2: SI-V2, pairs with opened
    if (termination_->is_open()) place_.wake(0);
  }

  /// Whether it has to leave the seat between two tasks. `mark()`: as in submission_lull.hpp.
  template <class Mark>
  [[nodiscard]] bool gives_way(Mark&& mark) {
    return seat_->is_wanted() || lull_.has_done_share(mark);
  }

  /// Whether it has to leave the seat when it has no task.
  [[nodiscard]] bool has_done() const noexcept { return seat_->is_wanted() || !termination_->is_open(); }

  /// The thread's life, until `stopping()`: `sit()` works as worker 0, in the seat that has been taken, and leaves it.
  template <class Stopping, class Mark, class Sit>
  void live(Stopping&& stopping, Mark&& mark, Sit&& sit) {
    for (std::uint64_t turn = seat_->turn(); !stopping();) {
      const bool caller_came = std::exchange(turn, seat_->turn()) != turn;
      if (caller_came) lull_.begins_anew();
      if (caller_came || !is_due() ? lull_.lingers(caller_came) : lull_.holds_back(mark)) continue;
      if (takes_seat()) {
        lull_.begins();
        turn = seat_->turn();
        sit();
      } else {
        lull_.begins_anew();
        place_.park_unless(0, [&] { return is_due() || stopping(); });  // SI-V2: after the fence
      }
    }
    if (seat_->take()) sit();  // SI-V3: also what was left just before
  }

  /// `stopping()` has come to hold.
  void stop() noexcept {
    lull_.hurry();
    place_.wake(0);
  }

  /// By a run that waits until the phase is closed.
  void hurry() noexcept { lull_.hurry(); }

 private:
  [[nodiscard]] bool is_due() const noexcept { return !has_done() && !seat_->is_taken(); }
  [[nodiscard]] bool takes_seat() noexcept { return !has_done() && seat_->take(); }  // SI-V1

  template <class Create>
  [[gnu::noinline, gnu::cold]] void try_to_make(Create& create) noexcept {
    const std::lock_guard hold(making_);
    if (made_.load(base::relaxed) || !start_.is_due()) return;
    try {
      create(start_.tries());
      made_.store(true, base::release);  // SI-V4 -> is_made
    } catch (...) { start_.was_refused(); }
  }

  first_seat* seat_;
  const termination* termination_;
  sync::parking place_{1};
  submission_lull lull_;
  base::atomic<bool> made_{false};
  base::mutex making_;
  base::repeated_start start_;  // under making_
};

}  // namespace jackdaw::working
