// The handlers of flow/wait/fork_handlers.hpp, registered once (base/compiled.hpp).
#pragma once

#include <pthread.h>

#include <jackdaw/flow/deadlock/awaiting_subtasks.hpp>
#include <jackdaw/flow/deadlock/nested_waits.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/event/missing_events.hpp>
#include <jackdaw/flow/resource/unit_sharing.hpp>
#include <jackdaw/flow/version/biased_registration.hpp>
#include <jackdaw/observe/names/data_names.hpp>

namespace jackdaw::dataflow {

class fork_handlers {
  /// In the order in which they are taken elsewhere, too: a search holds the reservations, then the tasks.
  static void lock_all() noexcept {
    reservations::lock_all();
    awaiting_subtasks::lock_all();
    flow_lists::lock.lock();
    missing_events::lock_all();
    unit_sharing::lock_all();
    biased_registration::lock_all();
    observe::data_names::lock_all();
  }
  static void unlock_all() noexcept {
    observe::data_names::unlock_all();
    biased_registration::unlock_all();
    unit_sharing::unlock_all();
    missing_events::unlock_all();
    flow_lists::lock.unlock();
    awaiting_subtasks::unlock_all();
    reservations::unlock_all();
  }
  static void begin_child() noexcept {
    reservations::forget_all();
    awaiting_subtasks::forget_all();
    listed_flow::forget_all();
    missing_events::forget_all();
    unit_sharing::forget_all();
    unlock_all();
  }

  inline static const int registered = pthread_atfork(&lock_all, &unlock_all, &begin_child);
};

}  // namespace jackdaw::dataflow
