// How many workers must work where there are more of them than processors.
//
// More workers than processors lose time: they take processors from each other in the middle of tasks, and steal what
// others would have done next. So only as many work as there are processors, and the others rest (worker_limit.hpp).
// But a program that asks for many workers may need them: its tasks may block, or wait for each other. So one of the
// resting workers, the lookout, looks around from time to time, while there are tasks to be taken, and lets more of
// them work
//  - for each worker that is blocked in its task: it does not use its processor. Nor does worker 0 while no thread
//    works as it. A worker that sleeps because it finds no work is not such a one; where one sleeps, no more are
//    needed.
//   - one, whenever no working one has been seen to move for some time: perhaps they all wait, actively, for a task
//     that has not begun. So a program that needs all of its workers gets them. A long task looks the same, and then
//     one more worker does no harm.
// Source: process control, and its place at "convenient times": BP98 section 2, Tucker and Gupta (SOSP 1989); threads
// in the place of blocked ones: scheduler activations (Anderson and others, SOSP 1991). Without help of the kernel
// here. Callers: workers take_seat() and leave_seat(); the thread that reads the budget, make_room(); the
// thread that begins a run, dozes(); the program may set another number, told(). All else is for the lookout, the
// last worker.
// Invariants
//   OV-S1  while fewer than all may work, the lookout rests and looks around; so no worker waits for ever for a task
//          that the others cannot take. It works only while all may work, looks around at its task boundaries then,
//          and rests again when it finds no work. No other worker judges, so what it has seen is its own.
//   OV-S2  a lookout that looks rarely, because there is no run, has announced that (doze) before it saw that there
//          is none. A thread that begins a run has opened the phase before it asks dozes() (AF-F1).
//   OV-S3  a number of workers that the program has set stays: the program and the lookout change the number under
//          turn_, and the lookout does not once the program has set one.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <mutex>

#include <sys/types.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::working {

/// What resting workers can see.
///  has_work()        there are tasks that a worker could take
///  one_seeks()  a working one sleeps because it has found nothing
///  pulse(id)         a number that changes as worker `id` works
template <class S>
concept sights = requires(const S& seen, unsigned id) {
  { seen.has_work() } -> std::convertible_to<bool>;
  { seen.one_seeks() } -> std::convertible_to<bool>;
  { seen.pulse(id) } -> std::convertible_to<std::uint64_t>;
};

class oversubscription {
 public:
  /// Between two looks, in nanoseconds. Time in which a task that needs another worker may wait for it.
  static constexpr std::int64_t period = 10'000'000;
  static constexpr unsigned looks_without_move = 10;  ///< then one more may work
  static constexpr unsigned looks_to_calm = 5;        ///< before one that is not needed any more rests again
  static constexpr unsigned looks_to_forget =
      100;  ///< with moves or without work, before one let in for lack of moves does so

  /// `room`: how many processors there are for `workers` workers.
  oversubscription(unsigned workers, unsigned room);

  /// Whether worker `id` is the lookout.
  [[nodiscard]] bool is_lookout(unsigned id) const noexcept { return id + 1 == workers_; }

  /// The calling thread works as worker `id` from now on.
  void take_seat(unsigned id) noexcept;

  void leave_seat(unsigned id) noexcept { seats_[id].thread.store(no_thread, base::relaxed); }

  /// There are `room` processors now. Returns whether that is a change.
  bool make_room(unsigned room) noexcept;
  [[nodiscard]] unsigned room() const noexcept { return room_.load(base::relaxed); }

  /// Whether some are to rest when they find no work: there are fewer processors than workers, and the program has
  /// not set a number.
  [[nodiscard]] bool lacks_room() const noexcept { return room() < workers_ && !was_told(); }

  /// Whether the program has set a number.
  [[nodiscard]] bool was_told() const noexcept { return told_.load(base::relaxed); }

  /// OV-S3: change() sets the number of workers that work; the lookout does not from now on. Returns what change()
  /// does.
  bool told(auto&& change) {
    const std::lock_guard turn(turn_);
    told_.store(true, base::relaxed);
    return change();
  }

  /// OV-S3: the same for the lookout, unless the program has set a number: then false.
  bool unless_told(auto&& change) {
    const std::lock_guard turn(turn_);
    return !was_told() && change();
  }

  /// OV-S2: whether the lookout looks rarely from now on. A fence follows, then it looks whether there is a run.
  void doze(bool rarely) noexcept { dozes_.store(rarely, base::relaxed); }

  /// OV-S2: whether the lookout is to be woken, as a run has begun and a fence has followed.
  [[nodiscard]] bool dozes() const noexcept { return dozes_.load(base::relaxed); }

  /// While there is a run: how many are to work, where `allowed` do. Just `allowed`, if it is not time yet to look, at
  /// `now`, in nanoseconds of a clock.
  [[nodiscard]] unsigned judge(std::int64_t now, unsigned allowed, const sights auto& seen) {
    if (was_told() || now < due_) return allowed;
    due_ = now + period / 2;
    return wanted(allowed, seen);
  }

  /// The same at once. Takes some microseconds for each worker that works.
  [[nodiscard]] unsigned wanted(unsigned allowed, const sights auto& seen) {
    const bool has_work = seen.has_work();
    if (has_work) {
      count_moves(allowed, seen);
    } else {
      still_ = 0;
      forget();  // also then: one more could not find anything either
    }
    const unsigned blocked = seen.one_seeks() ? 0 : count_blocked(allowed);
    const unsigned needed = std::min(room() + extra_ + blocked, workers_);
    if (needed >= allowed) {
      calm_ = 0;
      return has_work ? needed : allowed;
    }
    if (++calm_ < looks_to_calm) return allowed;
    calm_ = 0;
    return needed;
  }

 private:
  static constexpr pid_t no_thread = 0;
  struct seat {
    base::atomic<pid_t> thread{no_thread};
    std::uint64_t pulse = 0;  // when it was seen last
  };

  void count_moves(unsigned allowed, const sights auto& seen) {
    bool moved = false;
    for (unsigned id = 0; id < allowed; ++id) {
      const std::uint64_t now = seen.pulse(id);
      moved = moved || now != seats_[id].pulse;
      seats_[id].pulse = now;
    }
    if (moved) {
      still_ = 0;
      forget();
    } else if (++still_ >= looks_without_move) {
      still_ = moving_ = 0;
      if (extra_ < workers_) ++extra_;
    }
  }

  void forget();

  [[nodiscard]] unsigned count_blocked(unsigned allowed) const;

  base::owned_array<seat> seats_;
  const unsigned workers_;
  base::atomic<unsigned> room_;
  base::atomic<bool> dozes_{false};
  sync::spin_lock turn_;
  base::atomic<bool> told_{false};  // changed under turn_
  std::int64_t due_ = 0;            // when the lookout judges next
  unsigned extra_ = 0;              // how many may work for lack of moves
  unsigned still_ = 0;              // looks without a move
  unsigned moving_ = 0;             // looks with one, or without work, while there are extra ones
  unsigned calm_ = 0;               // looks that found fewer needed
};

}  // namespace jackdaw::working

#ifndef JACKDAW_COMPILED
#include <jackdaw/worker/oversubscription/oversubscription_impl.hpp>
#endif
