// How far a branch of a join is: what does not depend on what it calls. So it is compiled once for each kind of worker.
//
// States of state_, its lower half: pending → (awaited by worker w →) done | failed; the end by the worker that
// executes the branch as a task. Its upper half: 0, then the number of that worker, plus 1.
//
// FK-I2: the executing worker touches nothing of the task after its exchange. The exchange returns the worker to be
// woken (join-after-free, docs/internals/verification/bugs-of-others.md); what is woken belongs to the scheduler.
//
// Orderings: FK-K1 result -> await.
#pragma once

#include <cstdint>
#include <optional>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::fork_join {

/// A branch whose function is not known. Worker: that of a scheduler.
template <class Worker>
class branch_state : public Worker::task_type {
 public:
  branch_state(const branch_state&) = delete;
  branch_state& operator=(const branch_state&) = delete;

  [[nodiscard]] bool is_over() const noexcept {
    const auto state = static_cast<std::uint32_t>(state_.load(base::acquire));  // FK-K1
    return state == done || state == failed;
  }

  /// The worker that executes it, as far as known.
  [[nodiscard]] std::optional<unsigned> helper() const noexcept {
    const auto plus_one = static_cast<std::uint32_t>(state_.load(base::relaxed) >> 32U);
    return plus_one == 0 ? std::nullopt : std::optional(plus_one - 1);
  }

  /// Worker `id`, which forked it, is going to wait, and needs to be woken at the end.
  void await_by(unsigned id) noexcept {
    std::uint64_t seen = state_.load(base::relaxed);
    while (static_cast<std::uint32_t>(seen) == pending &&
           !state_.compare_exchange_weak(seen, seen + first_waiter + id, base::relaxed, base::relaxed)) {}
  }

 protected:
  static constexpr std::uint32_t pending = 0;
  static constexpr std::uint32_t done = 1;
  static constexpr std::uint32_t failed = 2;
  static constexpr std::uint32_t first_waiter = 3;  // state_ - first_waiter is the worker that waits

  explicit branch_state(task::entry_point entry) noexcept : Worker::task_type(entry) {}
  ~branch_state() = default;

  /// After is_over().
  [[nodiscard]] bool is_done() const noexcept {
    return static_cast<std::uint32_t>(state_.load(base::relaxed)) == done;
  }

  /// By worker `w`, which executes it as a task.
  void begin_by(Worker& w) noexcept { state_.fetch_add(std::uint64_t{w.place() + 1} << 32U, base::relaxed); }

  /// By the same: it is over, done or failed. It may be gone when this returns.
  void end_by(Worker& w, std::uint32_t how) noexcept {
    const auto before =
        static_cast<std::uint32_t>(state_.exchange(how, base::release));  // FK-K1 -> is_over; FK-I2
    JACKDAW_SLOW_PLACE("branch: over, and its waiter is not woken");
    if (before >= first_waiter) w.engine().wake(before - first_waiter);
  }

 private:
  base::atomic<std::uint64_t> state_{pending};
};

}  // namespace jackdaw::fork_join
