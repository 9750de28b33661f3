// Which tasks have units of resources, and which wait for some.
//
// One lock for all resources of the process. A task takes all that it requires, or nothing and waits. A thread that
// gives units back grants them to tasks that wait, as far as they go, and puts these into their schedulers. So no
// task is woken in vain. Callers: the worker that is about to execute a task take, take_or_wait; the worker
// that has executed it give_back; any thread call_off; a thread that makes or destroys a resource.
//
// Source: `Resource` and `require` of SuperGlue (its headers core/handle.hpp and core/task.hpp; not in T15).
// Deviations: there a resource is a handle, and units that come back wake all tasks that wait, which try again. Here
// tasks get what comes back, all at once where they require several, and larger demands are not overtaken for ever.
// Invariants
//   US-U1  the units of a resource are its free ones and those of the tasks that have some. None is lost or granted
//          twice: both change together, under the lock.
//   US-U2  whenever the lock is free, no waiting task fits. It stands at one resource that lacks units for it or is
//          closed to it. When units come back there, or it opens, it is looked at again. Then it is granted, or stands
//          at another one that it lacks. So no unit is idle while a task that waits could have it, but where closed.
//   US-U3  a resource is closed when the task that has waited longest of those that require some of it has been
//          overtaken most_overtakings times there. Then only this task may have units of it. When that has left, it is
//          open again.
//   US-U4  no task waits for ever, as long as those that have units give them back. Of all that wait consider the
//          oldest. It is the oldest at each of its resources, so none is closed to it. Each task that takes units
//          there counts as overtaking. After so many of them the resource is closed to others, all units come back,
//          and the task is granted. Then the next is the oldest. A larger priority only comes first among those that
//          may overtake. A task that gives its units back to wait for a turn asks again as a new one.
//   US-U5  no deadlock between resources: a task that waits has none (all or nothing).
//   US-U6  no deadlock with versions and turns. A task has units from when its versions are there until its function
//          has returned and its event has come. In that time it may wait for a turn only, and before it does it gives
//          its units back. So one that has units and does not run is about to run, and needs nothing that another task
//          of a flow has. It gives them back before it waits for subtasks, or for accesses that it has deferred: those
//          may wait for tasks that wait for units.
//   US-F1  a child of fork() has none of the tasks of its parent. There all units are free and no task waits; a task
//          that its parent has begun gives nothing back.
//   US-F2  a resource with waiting tasks is in the list of all. In a child it comes there when a task waits for it,
//          since others of the parent lay on the stacks of threads that are gone.
// Ordering: by the lock, and by the queues of schedulers: what a task did with its units, for the next that has them.
// Cost: the lock, twice for each task. For a task that waits, logarithmic in the number of tasks that do. A task that
// requires several resources is looked at again when units of one that it lacked come back and others are gone.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/resource/unit_pool.hpp>
#include <jackdaw/flow/resource/unit_request.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class unit_sharing {
 public:
  enum class answer : std::uint8_t { taken, waits, called_off };

  /// US-U3.
  static constexpr unsigned most_overtakings = 64;

  /// Whether all units were free; then the task has them.
  [[nodiscard]] static bool take(unit_request& of) noexcept;

  /// The same, or the task waits, and belongs to others. Or neither, where is_called_off() holds.
  [[nodiscard]] static answer take_or_wait(unit_request& of, auto&& is_called_off) noexcept {
    const std::lock_guard hold(mutex_);
    if (is_called_off())
      return answer::called_off;  // under the lock: call_off() has still to come, or was before
    if (take_locked(of)) return answer::taken;
    wait_locked(of);
    return answer::waits;
  }

  /// Nothing, where the task has none.
  static void give_back(unit_request& of) noexcept;

  /// Puts all tasks of a flow that wait, without units: they will be skipped.
  static void call_off(const flow_base& of) noexcept;

  /// What a task waits for, in words; empty: it does not wait. Throws std::bad_alloc.
  [[nodiscard]] static std::string text(const unit_request& of);

  /// For fork().
  static void lock_all() noexcept { mutex_.lock(); }
  static void unlock_all() noexcept { mutex_.unlock(); }
  /// In a child, between the two (US-F1).
  static void forget_all() noexcept;

 private:
  friend class unit_pool;

  /// Those that have to be put.
  struct called {
    unit_request* first = nullptr;
    unit_request** last = &first;

    void add(unit_request& one) noexcept {
      one.next = nullptr;
      *last = &one;
      last = &one.next;
    }
    /// Without the lock. A task may be gone as soon as it is put.
    void put_all() const noexcept;
  };
  /// Resources at which tasks may fit that did not before.
  struct to_serve {
    unit_pool* first = nullptr;
    void add(unit_pool& one) noexcept;
  };

  // All of these under the lock.
  static void enter(unit_pool& one) noexcept;
  static void leave(const unit_pool& one) noexcept;
  [[nodiscard]] static bool is_closed(const unit_pool& one) noexcept;
  [[nodiscard]] static bool fits(const unit_demand& one) noexcept;
  [[nodiscard]] static unit_demand* first_lacking(const unit_request& of) noexcept;
  [[nodiscard]] static bool take_locked(unit_request& of) noexcept;
  static void wait_locked(unit_request& of) noexcept;
  static void grant(unit_request& to) noexcept;
  static void stand(unit_request& who, unit_demand& at) noexcept;
  static void stop_standing(unit_request& who) noexcept;
  static void join_queues(const unit_request& who) noexcept;
  static void leave_queues(const unit_request& who, to_serve& opened) noexcept;
  [[nodiscard]] static unit_demand* next_within(const unit_pool& one) noexcept;
  static void serve(to_serve& all, called& granted) noexcept;

  inline static base::mutex mutex_;  // for all below
  inline static unit_pool* first_ = nullptr;
  inline static std::uint64_t ages_ = 0;
  inline static unsigned process_ = 0;
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/resource/unit_sharing_impl.hpp>
#endif
