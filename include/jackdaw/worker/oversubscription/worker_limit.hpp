// How many of a scheduler's workers may work. This is the CPU budget, followed while running. Or, of a fixed number,
// it is as many as there are processors for, and those that are needed besides
// (worker/oversubscription/oversubscription.hpp).
//
// Callers: a worker asks surplus() at each task boundary. A surplus worker makes its tasks visible (pool.hpp,
// retire) and rests here, not where the idle policy lets workers sleep. For a wake-up for a task must not be spent on
// a worker that may not take it. Workers 0 … allowed()-1 may work; worker 0 always may, as at least one worker is
// allowed.
// Invariants
//   LI-L1  a worker that stands aside while tasks of its own are left stays counted as busy, so that the phase stays
//          open (termination.hpp TE-I2), and is counted in aside_. So is a busy worker that waits and takes no tasks
//          meanwhile. A worker that stands aside goes on when no other takes tasks: when all that are counted as busy
//          are counted in aside_ or are inboxes (inbox.hpp IB-B1). That moment is not missed, since it comes in one
//          of three ways. A worker leaves: it lowers the phase's count, then adds nothing to aside_. Or a worker
//          comes to be counted: it adds one to aside_, passes a fence, then reads the phase's count. Both change
//          aside_ by a read-modify-write. That of a worker that leaves releases, and none ends its release sequence.
//          So the second one sees what the first has done. Or an inbox fills (LI-L4).
//   LI-L2  no change of the limit is missed: allowed_ is stored, then the places of resting workers are looked
//          at; a worker announces its place, then looks at allowed_ (AF-F1, base/asymmetric_fence.hpp).
//   LI-L3  a number of workers that the program has set stays: the program and the budget change the number under
//          turn_, and the budget does not once the program has set one. Where workers are spare:
//          oversubscription.hpp, OV-S3.
//   LI-L4  no inbox that fills is missed: it is filled, then aside_ is read (AF-F1, base/asymmetric_fence.hpp). A
//          worker that leaves or comes to be counted passes a full fence, and looks at the inboxes. Let S sleep. What S
//          has missed in its last look, after its heavy fence, was done by a worker whose full fence comes later. An
//          inbox that was filled before the part of S's fence that its filler has passed is therefore seen by that
//          worker. One that was filled later is not: but its filler sees S counted, and wakes it. So this was not the
//          last look.
// When the budget is read: by any worker that happens to look, at most once in `period`, by the coarse clock. Workers
// look between two runs of tasks (serve), at the beginning of a run, and at every stride-th task boundary, where stride
// follows the length of the tasks. The first of the resting workers looks, too, and sleeps for a period at most. So
// there is a look while any worker is at a boundary, rests or idles. When none is, no worker could be parked, and a
// resting one sees the growth. Where workers are spare, the last one looks instead (oversubscription.hpp, OV-S1), and
// is woken for that as a run begins (OV-S2). Cost: at a boundary a load, a comparison and, by the budget, a decrement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/full_fence.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/oversubscription/budget_reader.hpp>
#include <jackdaw/worker/oversubscription/oversubscription.hpp>

namespace jackdaw::working {

struct staffing;

class worker_limit {
 public:
  /// `possible`: whether workers may stay away; not where every worker must take part in a run. `visible`: whether it
  /// can be seen that they move; then those without a processor may stay away.
  worker_limit(const staffing& staff, bool possible, bool visible = false);

  [[nodiscard]] bool surplus(unsigned id) const noexcept { return id >= allowed_.load(base::relaxed); }
  [[nodiscard]] unsigned allowed() const noexcept { return allowed_.load(base::relaxed); }

  /// How many workers there are for tasks when some are blocked: where the lookout lets spare ones work, all.
  [[nodiscard]] unsigned able() const noexcept {
    return spare_ != nullptr && !spare_->was_told() ? workers_ : allowed();
  }

  /// Whether the budget is read again.
  [[nodiscard]] bool follows() const noexcept { return reader_.has_value(); }

  /// A worker begins its life; the calling thread is the scheduler's own.
  void join_in() noexcept {
    if (reader_) reader_->join_in();
  }

  /// The calling thread works as worker `id` from now on.
  void take_seat(unsigned id) noexcept {
    if (spare_ != nullptr) spare_->take_seat(id);
  }

  void leave_seat(unsigned id) noexcept {
    if (spare_ != nullptr) spare_->leave_seat(id);
  }

  /// A run has begun.
  void run_begins() noexcept {
    if (spare_ == nullptr) [[likely]]
      return;
    base::asymmetric_fence::light();  // OV-S2: between the phase and dozes()
    if (spare_->dozes()) resting_.wake(workers_ - 1);
  }

  /// At a task boundary of worker `id`: whether it is its turn to look.
  [[nodiscard]] bool turn_to_look(unsigned id) noexcept {
    if (strides_.get() == nullptr || (spare_ != nullptr && !spare_->is_lookout(id))) return false;
    stride& own = *strides_[id];
    if (--own.left != 0) return false;
    const std::int64_t now = base::nanoseconds_now();
    const std::int64_t passed = now - own.last;
    own.last = now;
    own.length = passed > own.length * short_task ? 1 : std::min(2 * own.length, longest_stride);
    own.left = own.length;
    return true;
  }

  /// Reads the budget when that was not done for a period. Calls `wake_idle` after a change.
  template <class WakeIdle>
  void look(WakeIdle&& wake_idle) {
    if (!follows()) return;
    if (spare_ == nullptr && was_told()) return;
    const std::int64_t now = base::coarse_nanoseconds_now();
    std::int64_t due = due_.load(base::relaxed);
    if (now < due || !due_.compare_exchange_strong(due, now + period, base::relaxed, base::relaxed)) return;
    const auto workers = workers_now();
    if (!workers) return;
    if (spare_ == nullptr) {
      if (changed_by([&] { return !was_told() && store(*workers); })) announce(wake_idle);
    } else if (spare_->make_room(*workers)) {
      wake_idle();  // the lookout, should it sleep there
    }
  }

  /// From now on `workers` may work, as far as there are so many, until the program sets another number.
  template <class WakeIdle>
  void set(unsigned workers, WakeIdle&& wake_idle) {
    if (spare_ == nullptr) {
      if (changed_by([&] {
            told_.store(true, base::relaxed);
            return store(workers);
          }))
        announce(wake_idle);
    } else if (spare_->told([&] { return store(workers); })) {
      announce(wake_idle);
    }
  }

  /// While there is a run: the lookout looks how many of the spare workers are needed, if that is due.
  template <class WakeIdle>
  void judge(const sights auto& seen, WakeIdle&& wake_idle) {
    if (spare_ == nullptr) return;
    const unsigned wanted = spare_->judge(base::nanoseconds_now(), allowed(), seen);
    if (wanted != allowed()) propose(wanted, wake_idle);
  }

  /// Worker `id` has found no work. The lookout rests then, where workers are spare (OV-S1). Whether it does.
  template <class WakeIdle>
  [[nodiscard]] bool step_back(unsigned id, WakeIdle&& wake_idle) {
    if (spare_ == nullptr || !spare_->is_lookout(id)) [[likely]]
      return false;
    if (allowed() != workers_ || !spare_->lacks_room()) return false;
    propose(id, wake_idle);
    return true;
  }

  /// Worker `id` goes on although it is surplus: if it is the lookout, all others may work meanwhile (OV-S1).
  template <class WakeIdle>
  void leave_post(unsigned id, WakeIdle&& wake_idle) {
    if (spare_ != nullptr && spare_->is_lookout(id) && surplus(id)) [[unlikely]]
      propose(workers_, wake_idle);
  }

  /// Worker `id` rests until ready(). `look()` reads the budget, and returns whether a run is under way.
  template <class Ready, class Look>
  void rest(unsigned id, Ready&& ready, Look&& look) {
    for (bool running = true;;) {
      const bool first = watches(id);
      if (first && spare_ != nullptr) spare_->doze(!running);  // OV-S2: before prepare
      resting_.prepare(id);
      if (ready()) {
        resting_.cancel(id);
        return;
      }
      if (!first && !watches(id)) {  // LI-L2: should that change, all workers are woken
        resting_.park(id);
      } else if (!first || (!running && look())) {
        resting_.cancel(id);
        running = true;
      } else {
        if (!resting_.park_for(id, running ? often() : idle_period)) resting_.cancel(id);
        running = look();  // also when it was woken: that may happen more often than it is due to look
      }
    }
  }

  /// Worker `id`, busy and surplus, rests although tasks of its own are left. When it comes back it is not surplus
  /// any more, or is called, or no other worker takes them now. `takers()`: how many are busy, but for inboxes.
  template <class Takers, class Look, class Called>
  void stand_aside(unsigned id, Takers&& takers, Look&& look, Called&& called) {
    aside_.fetch_add(1, base::relaxed);  // LI-L1: then the fence in rest; pairs with left
    rest(
        id,
        [&] { return !surplus(id) || called() || takers() <= aside_.load(base::relaxed); },  // AF-F1: in rest
        look);
    aside_.fetch_sub(1, base::relaxed);
  }

  /// The caller has left the phase, which is still open.
  template <class Takers>
  void left(Takers&& takers) noexcept {
    const unsigned aside = aside_.fetch_add(0, base::release);  // LI-L1 -> stand_aside, while_taking_none
    if (aside == 0) [[likely]]
      return;
    base::full_fence();  // LI-L4: between the phase and the inboxes
    if (takers() <= aside) resting_.wake_all();
  }

  /// The caller, which is busy, waits by `wait()` and takes no tasks meanwhile.
  template <class Takers, class Wait>
  void while_taking_none(Takers&& takers, Wait&& wait) {
    const unsigned aside = aside_.fetch_add(1, base::relaxed) + 1;  // LI-L1: pairs with left
    if (aside > 1) {
      base::full_fence();  // LI-L4: between aside_ and the inboxes
      if (takers() <= aside) resting_.wake_all();
    }
    wait();
    aside_.fetch_sub(1, base::relaxed);
  }

  /// The caller, any thread, has filled an inbox.
  void inbox_filled() noexcept {
    base::asymmetric_fence::light();  // AF-F1: between the inbox and aside_
    if (aside_.load(base::relaxed) != 0) [[unlikely]]
      resting_.wake_all();
  }

  /// Something else that resting workers look at has changed, or worker `id`.
  void wake_all() noexcept { resting_.wake_all(); }
  void wake(unsigned id) noexcept { resting_.wake(id); }

 private:
  static constexpr std::int64_t period = 100'000'000;         // nanoseconds between two looks
  static constexpr std::int64_t idle_period = 1'000'000'000;  // the same while there is no run
  static constexpr std::int64_t short_task = 1'000;           // nanoseconds; longer ones pay for the clock
  static constexpr std::uint32_t longest_stride = 256;        // short ones share the price

  struct stride {  // of one worker
    std::uint32_t left = 1;
    std::uint32_t length = 1;
    std::int64_t last = 0;
  };

  /// Whether that is another number than before; then announce().
  bool store(unsigned workers) noexcept {
    const unsigned now = std::min(workers, workers_);
    return allowed_.exchange(now, base::relaxed) != now;
  }

  /// LI-L3
  [[nodiscard]] bool changed_by(auto&& change) {
    const std::lock_guard turn(turn_);
    return change();
  }
  [[nodiscard]] bool was_told() const noexcept { return told_.load(base::relaxed); }

  /// Sets the number that the lookout has judged right.
  template <class WakeIdle>
  void propose(unsigned workers, WakeIdle&& wake_idle) {
    if (spare_->unless_told([&] { return store(workers); })) announce(wake_idle);
  }

  /// allowed_ has changed: LI-L2, before the looks at places.
  template <class WakeIdle>
  void announce(WakeIdle&& wake_idle) {
    resting_.wake_all();
    wake_idle();
  }

  /// Whether worker `id` looks around while it rests.
  [[nodiscard]] bool watches(unsigned id) const noexcept {
    return spare_ == nullptr ? id == allowed() && !was_told() : spare_->is_lookout(id);  // OV-S1
  }
  [[nodiscard]] std::int64_t often() const noexcept {
    return spare_ == nullptr ? period : oversubscription::period;
  }

  /// Nothing when the budget cannot be read now: then the last figure stands until the next look.
  std::optional<unsigned> workers_now();

  base::atomic<unsigned> allowed_;
  sync::spin_lock turn_;
  base::atomic<bool> told_{false};  // changed under turn_
  const unsigned workers_;
  base::owned_array<base::padded<stride>> strides_;  // null where the budget is not followed
  std::optional<budget_reader> reader_;
  std::unique_ptr<oversubscription> spare_;  // null where all are to work, or the budget is followed
  sync::parking resting_;
  alignas(base::cache_line) base::atomic<unsigned> aside_{0};
  base::atomic<std::int64_t> due_{0};
};

}  // namespace jackdaw::working

#ifndef JACKDAW_COMPILED
#include <jackdaw/worker/oversubscription/worker_limit_impl.hpp>
#endif
