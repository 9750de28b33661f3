// What a worker does when it finds nothing.
#pragma once

#include <concepts>

#include <jackdaw/queue/queue.hpp>

namespace jackdaw::working {

/// An idle policy is made for a number of workers and serves all of them; any pool runs with any policy.
///
///   put(id)             after every put of a task by this worker: may wake a worker
///   wait(id, ready)     returns when ready() has returned true, or earlier: the caller looks again. ready()
///                       is cheap and may be called often, by this thread only
///   wake(id)            something that this worker's ready() looks at has changed, other than by a put
///   wake_all()          the same for all workers
///   none_sleeps()     whether no worker is announced as sleeping; old when it is read
///   put_into_filled(id) optional: called instead of put when the queue that was put into was not empty
/// No wake-up may be lost. When ready() turns true for a waiting worker because of a put, some waiting worker
/// returns.
template <class I>
concept idle_policy = requires(I idle, unsigned id, bool (*ready)()) {
  { idle.put(id) };
  { idle.wait(id, ready) };
  { idle.wake(id) };
  { idle.wake_all() };
  { idle.none_sleeps() } -> std::same_as<bool>;
};

/// Tells a policy of a put that has found its queue in the state `found`.
template <idle_policy I>
void tell_of_put(I& idle, unsigned id, queue::was found) {
  if constexpr (requires { idle.put_into_filled(id); }) {
    if (found == queue::was::filled) return idle.put_into_filled(id);
  }
  idle.put(id);
}

/// Whether workers without work use their processors all the time.
template <idle_policy I>
inline constexpr bool waits_actively = requires { requires I::waits_actively; };

}  // namespace jackdaw::working
