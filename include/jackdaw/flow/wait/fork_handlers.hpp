// What flows share in a process, and fork().
//
// A child has the thread only that made it. A lock that another thread of its parent held would stay locked there for
// ever. So fork() takes all locks that are not a flow's or a handle's own, and both sides give them back. A child forgets
// the tasks of its parent, whose handles may have been locked: a search for who waits for whom would never end there; and
// the waits of its threads. The
// handlers are there before main() begins, since a thread that is about to say so when another forks would leave that
// half done.
#pragma once

#include <pthread.h>

#include <jackdaw/flow/deadlock/awaiting_subtasks.hpp>
#include <jackdaw/flow/deadlock/nested_waits.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/version/biased_registration.hpp>
#include <jackdaw/observe/data_names.hpp>

namespace jackdaw::dataflow {

class fork_handlers {
  /// In the order in which they are taken elsewhere, too: a search holds the reservations, then the tasks.
  static void lock_all() noexcept {
    reservations::lock_all();
    awaiting_subtasks::lock_all();
    flow_lists::lock.lock();
    biased_registration::lock_all();
    observe::data_names::lock_all();
  }
  static void unlock_all() noexcept {
    observe::data_names::unlock_all();
    biased_registration::unlock_all();
    flow_lists::lock.unlock();
    awaiting_subtasks::unlock_all();
    reservations::unlock_all();
  }
  static void begin_child() noexcept {
    reservations::forget_all();
    awaiting_subtasks::forget_all();
    flow_lists::waits.clear();
    unlock_all();
  }

  inline static const int registered = pthread_atfork(&lock_all, &unlock_all, &begin_child);
};

}  // namespace jackdaw::dataflow
