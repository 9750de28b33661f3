// The event that the end of a task waits for: the part of it that lies in the task.
//
// A task has two halves then: its function, and the event. The half that ends last lets the task go on. If that is the
// function, its worker goes on at once. If it is the event, the thread that fulfils it puts the task into the scheduler
// a second time, so no worker waits, and the task ends on a worker as all tasks do.
// Callers: the worker that calls the function opens the event, and tells that the function has returned; the thread
// that has the completion ends the event, once.
// Invariants
//   EV-E1  exactly one half is the last: the one that finds the other bit in the word. One step of the word sets the
//          own bit and reads the other. The first half touches nothing of the task after its step: it may be gone.
//   EV-E2  a task that is put a second time has been left by the worker that called its function.
// Orderings: EV-E3 the first step -> the second one: what that half did, for all that comes after the task.
#pragma once

#include <exception>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/flow/event/missing_events.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class awaited_event {
 public:
  /// Puts the task into its scheduler; any thread.
  using resumption = void (*)(waiter& task);

  awaited_event(waiter& task, resumption resume) noexcept
      : place_(task), resume_(resume), process_(missing_events::process()) {}

  // ---- the half of the function ----

  /// There is a completion from now on.
  void open() noexcept {
    is_open_ = true;
    missing_events::enter(place_);
  }

  /// The function has returned, or was skipped. True: the event comes later, and the task belongs to others.
  [[nodiscard]] bool comes_later() noexcept {
    if (!is_open_) return false;
    has_returned_ = true;
    return (halves_.fetch_or(function, base::acq_rel) & event) == 0;  // EV-E1, EV-E3
  }

  /// Whether the function has returned, and the task is here again.
  [[nodiscard]] bool has_returned() const noexcept { return has_returned_; }  // EV-E2

  /// When both are over: throws what the event has failed with. An event that was dropped because its function has
  /// thrown is no failure of its own.
  void require_success(bool function_has_failed) const;

  // ---- the half of the completion ----

  /// The process that has made it (missing_events.hpp ME-L2).
  [[nodiscard]] bool is_of_this_process() const noexcept { return process_ == missing_events::process(); }

  /// The event has come; `thrown` may be null.
  void end(std::exception_ptr thrown) noexcept {
    thrown_ = std::move(thrown);
    step();
  }

  /// It will never come.
  void drop() noexcept {
    is_dropped_ = true;
    step();
  }

 private:
  enum : unsigned { function = 1, event = 2 };

  void step() noexcept {
    missing_events::leave(place_);
    waiter& task = *place_.task;
    const resumption resume = resume_;
    if ((halves_.fetch_or(event, base::acq_rel) & function) != 0) resume(task);  // EV-E1, EV-E3
  }

  event_place place_;
  resumption resume_;
  unsigned process_;
  bool is_open_ = false;  // it and the next one: for workers
  bool has_returned_ = false;
  bool is_dropped_ = false;  // it and the next one: EV-E3
  std::exception_ptr thrown_;
  base::atomic<unsigned> halves_{0};
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/event/awaited_event_impl.hpp>
#endif
