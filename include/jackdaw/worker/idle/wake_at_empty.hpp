// Sleep at once, and be woken only when a task enters an empty queue.
//
// Source: KR02 section 6.3 (dq9, Java): in a put, notify() only if the queue was empty. Deviation: in the paper's
// version a worker may sleep while there are tasks: those put behind the first one wake no worker. Here a worker that
// has been woken and sees work wakes the next before it goes on (WE-I2).
// Callers: any worker calls put, or put_into_filled when its pool says that the queue was not empty
// (queue::was); a worker without work calls wait.
// Invariants
//   WE-I1  a worker goes to sleep only after it has announced itself and then seen no work. So when it sleeps, each
//          queue that is filled later was empty, and the first put into it wakes a sleeper.
//   WE-I2  each worker that ends its sleep, or its announcement, and sees work wakes another sleeper: what has been
//          put behind the first task is found as long as a worker sleeps.
// Progress: put is lock-free, put_into_filled free.
#pragma once

#include <jackdaw/worker/idle/idle_policy.hpp>
#include <jackdaw/worker/idle/parking_policy.hpp>

namespace jackdaw::working {

/// Cost of a put: nothing into a queue that holds something, else that of wake_every_put. With a pool that
/// does not say what its put has found, the same as wake_every_put.
class wake_at_empty : public parking_policy {
 public:
  using parking_policy::parking_policy;

  void put(unsigned id) noexcept { parking_.wake_one(id); }
  void put_into_filled(unsigned /*id*/) noexcept {}  // WE-I1

  template <class Ready>
  void wait(unsigned id, Ready&& ready) {
    if (parking_.park_unless(id, ready) && !ready()) return;
    parking_.wake_one(id);  // WE-I2
  }
};

static_assert(idle_policy<wake_at_empty>);

}  // namespace jackdaw::working
