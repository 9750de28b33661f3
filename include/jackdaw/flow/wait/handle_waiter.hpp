// A thread that waits until one handle is free: it is in the list of waiting tasks there, as tasks are.
//
// It is no task: it accesses nothing, so nothing of it is left when the thread waits no longer, and it cannot be
// skipped. Where a task waits, it is a part of that task, as a subtask is (inner_wait.hpp). Callers: the waiting thread
// all; the thread that ends the last access that it waits for resume_from_elsewhere.
// Invariants
//   HW-A1  it needs a version that the handle has when certain accesses are over that are registered now. No later
//          access joins the group of these (versions::close_group, or they are writes), so that version does not come
//          before.
//   HW-A2  it leaves the list only when its version has come, or under the lock of the reservations: a search looks
//          at blocked tasks without the locks of handles (blocked_tasks.hpp BT-K1).
// Orderings: HW-N1 resume_from_elsewhere -> has_come: what the tasks wrote.
#pragma once

#include <cstdint>
#include <string>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/bounded_spin.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/flow/wait/waiting_threads.hpp>

namespace jackdaw::dataflow {

/// A task on the stack of the waiting thread, which blocks in this place.
struct blocked_in {
  const waiter* task = nullptr;  ///< null: it waits outside of the flow's tasks
  unsigned place = 0;
};

template <class Scheduler>
class handle_waiter final : public flow_base {
 public:
  /// For a version, as HW-A1 says. Adds those tasks to `woken` that can go on, as all of these. `by`: where a task
  /// waits.
  handle_waiter(versions& of, std::uint64_t version, waiting_threads<Scheduler>& threads, Scheduler& on,
                waiter*& woken, const blocked_in& by = {}) noexcept
      : threads_(&threads), on_(&on), by_(by), place_(*this, of, version) {
    if (!of.park(place_, woken)) arrived_.store(true, base::relaxed);
  }

  [[nodiscard]] bool has_come() const noexcept { return arrived_.load(base::acquire); }  // HW-N1

  /// As other threads know it.
  [[nodiscard]] const waiter& place() const noexcept { return place_; }

  /// The thread waits no longer, whether the version has come or not. Returns the tasks that can go on.
  [[nodiscard]] waiter* leave() noexcept {
    waiter* woken = nullptr;
    if (has_come()) return woken;
    const bool taken = reservations::unseen([&] { return place_.need.of().take_out(place_, woken); });
    if (taken) return woken;
    for (base::bounded_spin p; !has_come(); p.wait()) {
    }  // another thread has taken it out, and is about to tell
    return woken;
  }

  void resume_from_elsewhere(waiter& /*woken*/) override {
    const typename waiting_threads<Scheduler>::call from_elsewhere(*threads_);
    Scheduler& on = *on_;
    const blocked_in by = by_;
    arrived_.store(true, base::release);  // HW-N1; this may be gone now, the flow not yet
    if (by.task != nullptr) return on.wake(by.place);
    for (unsigned id = 0; id < on.workers(); ++id) on.wake(id);
  }

 private:
  struct place_in_list : linked_waiter {
    place_in_list(flow_base& told, versions& of, std::uint64_t version) noexcept
        : linked_waiter(told, kind_of_place), need(of, requirement::readonly, version) {
      count = 1;
    }
    requirement need;  // right behind the waiter
  };
  static_assert(sizeof(place_in_list) == sizeof(linked_waiter) + sizeof(requirement));

  static std::string name_of(const waiter& /*of*/) { return "(wait for a handle)"; }
  static const waiter* around(const waiter& of) {
    return static_cast<const handle_waiter*>(of.owner_flow)->by_.task;
  }
  static constexpr task_kind kind_of_place{
      .name = &name_of, .around = &around, .hand_over = nullptr, .is_wait = true};

  waiting_threads<Scheduler>* threads_;
  Scheduler* on_;
  const blocked_in by_;
  base::atomic<bool> arrived_{false};
  place_in_list place_;
};

}  // namespace jackdaw::dataflow
