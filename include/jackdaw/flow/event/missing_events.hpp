// The events of the process that tasks wait for and that have not come.
//
// A list under one lock, for questions by people and programs: which events are missing? A flow that waits for an event
// is not stuck, so no search for deadlocks looks here. Callers: the worker that makes a completion enters; the thread
// that fulfils it leaves, before the task goes on; any thread asks for names.
// Invariants
//   ME-L1  a task that is listed is not over. So its name can be read under the lock.
//   ME-L2  a child of fork() has none of the events of its parent. It counts as another process, and a completion that
//          its parent has made does nothing there.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

/// The place of one task.
struct event_place {
  explicit event_place(waiter& of) noexcept : task(&of) {}
  waiter* task;
  event_place* next = nullptr;   // both under the lock
  event_place** link = nullptr;  // what points to this; null: it is in no list
};

class missing_events {
 public:
  /// Which process this is, of those that fork() has made of each other.
  [[nodiscard]] static unsigned process() noexcept { return process_; }

  static void enter(event_place& one) noexcept {
    const std::lock_guard hold(mutex_);
    one.next = first_;
    one.link = &first_;
    if (one.next != nullptr) one.next->link = &one.next;
    first_ = &one;
  }

  static void leave(event_place& one) noexcept {
    const std::lock_guard hold(mutex_);
    *one.link = one.next;
    if (one.next != nullptr) one.next->link = one.link;
    one.link = nullptr;
  }

  /// The names of the tasks of a flow that wait for one, the oldest first. Throws std::bad_alloc. Cost: a look at each
  /// missing event of the process.
  [[nodiscard]] static std::vector<std::string> names(const flow_base& of);

  /// For fork().
  static void lock_all() noexcept { mutex_.lock(); }
  static void unlock_all() noexcept { mutex_.unlock(); }
  /// In a child, between the two (ME-L2).
  static void forget_all() noexcept {
    first_ = nullptr;
    ++process_;
  }

 private:
  inline static base::mutex mutex_;  // for all below, but process_, which changes while there is one thread
  inline static event_place* first_ = nullptr;  // the newest
  inline static unsigned process_ = 0;
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/event/missing_events_impl.hpp>
#endif
