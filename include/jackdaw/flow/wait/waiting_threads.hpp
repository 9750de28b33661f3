// The threads that wait for a flow: they execute tasks, and find out when they wait in vain.
//
// No worker can run tasks of the flow when its scheduler is at rest, but other threads may be about to make some
// ready: threads that submit, tasks on other schedulers. So rest alone says nothing. At each new rest the thread
// looks whether reservations hold up what it waits for (flow/deadlock/blocked_tasks.hpp), or a cycle does
// (flow/deadlock/cycles.hpp), which is true or false whatever other threads are about to do. A rest is new when the
// scheduler has been at work since the last look. It is also new when a task of the flow has been woken from
// elsewhere, and may have come to wait for a reservation.
// Callers: any thread until(); a thread that wakes tasks of the flow but works for another one makes a call.
// Invariants
//   WT-R1  until() returns only when no call is left: the flow may end then. A call begins before the task that it
//          concerns goes on, so before all is over.
//   WT-R2  no rest is missed: the state is read before the look. A change afterwards wakes worker 0, and tells callers
//          that wait without its seat (worker/external/first_seat.hpp FS-Q2), and these read it again
//          (worker/termination/termination.hpp, ~call).
//   WT-R4  no end is missed. Two threads that count the last ends at the same time could each miss the other's, as both
//          store, then load. So where a thread waits, each passes a full fence between the two (FF-F2); the later of
//          these fences shows both counts. One that sees no thread wait has counted before its part of the sleeper's
//          heavy fence. If the sleeper then misses the other one's count, that one passes its full fence later, and
//          sees the first.
// Orderings: WT-R3 ~call -> until: what the call did. The fences are those of base/asymmetric_fence.hpp (AF-F1) and
// base/full_fence.hpp (FF-F2).
#pragma once

#include <cstdint>
#include <string>

#include <sched.h>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/full_fence.hpp>
#include <jackdaw/flow/deadlock/awaiting_subtasks.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/worker/termination/termination.hpp>

namespace jackdaw::dataflow {

/// A thread that is counted as long as this lives.
class presence {
 public:
  explicit presence(base::atomic<unsigned>& count) noexcept : count_(&count) {
    count.fetch_add(1, base::relaxed);
  }
  presence(const presence&) = delete;
  presence& operator=(const presence&) = delete;
  ~presence() { count_->fetch_sub(1, base::relaxed); }

 private:
  base::atomic<unsigned>* count_;
};

template <class Scheduler>
class waiting_threads {
 public:
  explicit waiting_threads(Scheduler& on) noexcept : scheduler_(&on) {}

  /// By a thread that has just counted the end of a task: whether there are any.
  [[nodiscard]] bool any() const noexcept {
    base::asymmetric_fence::light();  // AF-F1: the count, then a look for threads that wait; pairs with stay
    return count_.load(base::relaxed) != 0;
  }

  /// The same, old when it is returned.
  [[nodiscard]] bool has_some() const noexcept { return count_.load(base::relaxed) != 0; }

  /// After any(): wakes those that it has seen. Others see what this thread has counted (AF-F1).
  void wake() const noexcept {
    const unsigned last = count_.load(base::relaxed) >= of_workers ? scheduler_->workers() : 1;
    for (unsigned id = 0; id < last; ++id) scheduler_->wake(id);
  }

  /// After any(): whether over() holds, so that they have to be woken.
  template <class Over>
  [[nodiscard]] static bool are_to_hear(Over over) noexcept {
    base::full_fence();  // FF-F2: WT-R4
    return over();
  }

  /// Whether the scheduler is at rest, and reservations or cycles may be why.
  [[nodiscard]] bool nothing_to_do() const {
    return working::termination::is_rest(scheduler_->phase_state()) && can_be_stuck();
  }

  /// Executes tasks until over(), which comes when `what` is over, and returns nothing. If there is nothing to
  /// execute, and over() cannot come before a reservation is used, or never, it returns why. Inside a task only the
  /// former. Gives tasks that were found ready meanwhile to resume(woken).
  template <class Over, class Resume>
  [[nodiscard]] std::string until(Over over, const awaited& what, Resume resume) {
    auto* const worker = scheduler_->worker_here();
    const stay here(*this, worker != nullptr ? of_workers : 1);
    std::string why;
    if (worker != nullptr) {
      scheduler_->help_inside(worker->place(), over);
      return why;
    }
    for (moment last;;) {
      scheduler_->help([&] { return over() || rests_anew(last); });
      last = now();  // WT-R2: before the look
      if (over() || (held_up(what, why, resume) && !over())) return why;
      why.clear();
    }
  }

  /// A thread that works for another flow wakes a task of this one.
  class call {
   public:
    explicit call(waiting_threads& of) noexcept : of_(&of) {
      of.calls_.fetch_add(1, base::relaxed);
    }  // WT-R1
    call(const call&) = delete;
    call& operator=(const call&) = delete;
    ~call() {
      of_->changes_.fetch_add(1, base::release);  // WT-R2
      of_->scheduler_->wake(0);
      of_->calls_.fetch_sub(1, base::release);  // WT-R3 -> await_calls
    }

   private:
    waiting_threads* of_;
  };

 private:
  /// One of them.
  class stay {
   public:
    stay(waiting_threads& of, std::uint64_t kind) noexcept : of_(&of), kind_(kind) {
      of.count_.fetch_add(kind, base::seq_cst);  // AF-F1
    }
    stay(const stay&) = delete;
    stay& operator=(const stay&) = delete;
    ~stay() {
      of_->count_.fetch_sub(kind_, base::relaxed);
      while (of_->calls_.load(base::acquire) != 0) sched_yield();  // WT-R1, WT-R3
    }

   private:
    waiting_threads* of_;
    std::uint64_t kind_;
  };

  struct moment {
    std::uint64_t phase = 1;  // of no rest
    std::uint64_t changes = 0;
    bool operator==(const moment&) const = default;
  };

  [[nodiscard]] moment now() const {
    return {scheduler_->phase_state(), changes_.load(base::acquire)};  // WT-R2
  }

  /// Whether the scheduler is at rest, and was not, or not this one, at `last`. True until it works again: a thread
  /// that is woken by that asks a second time.
  [[nodiscard]] bool rests_anew(const moment& last) const {
    const moment seen = now();
    return working::termination::is_rest(seen.phase) && !(seen == last) && can_be_stuck();
  }

  [[nodiscard]] static bool can_be_stuck() noexcept {
    return reservations::any() || awaiting_subtasks::any();
  }

  template <class Resume>
  [[nodiscard]] static bool held_up(const awaited& what, std::string& why, Resume& resume) {
    waiter* woken = nullptr;
    try {
      const bool held = reservations::hold_up(what, why, woken);
      resume(woken);
      return held;
    } catch (...) {  // no memory to find out
      resume(woken);
      throw;
    }
  }

  static constexpr std::uint64_t of_workers = std::uint64_t{1} << 32U;

  Scheduler* scheduler_;
  base::atomic<std::uint64_t> count_{0};  // of_workers for each wait as a worker; 1 for each other thread
  base::atomic<unsigned> calls_{0};
  base::atomic<std::uint64_t> changes_{0};
};

}  // namespace jackdaw::dataflow
