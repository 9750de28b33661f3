// What can be seen of a run.
#pragma once

#include <concepts>

#include <jackdaw/task/task.hpp>

namespace jackdaw::observe {

/// Sees a run as its workers see it. A compile-time parameter of the scheduler: an observer without code costs
/// nothing.
///
/// It is made for a number of workers. `id` is the number of the calling worker; each hook is called by that worker
/// only. So an observer with a padded slot for each worker needs neither locks nor atomics. Hooks must not throw.
///   task_created   a task was made and is about to be put
///   task_started   a task was taken and is about to run (or to be dropped, after a failure)
///   task_finished  it is over; the task's memory is gone
///   worker_idle    the worker found nothing and begins to wait
///   worker_busy    the worker has seen work and goes looking for it
/// All but task_created of initial tasks come between the worker_busy and the worker_idle of their worker, and
/// all of a run happen before run() returns. What a worker does besides (joins, dependences) is seen by an
/// observer with notes (annotation.hpp).
///
/// An observer with `tally_of(id)` gets what else this worker does counted there: steals, waiting for locks,
/// sleeping and waking (base/tally.hpp, run_counts.hpp).
template <class O>
concept observer = std::constructible_from<O, unsigned> && requires(O o, unsigned id, const task& t) {
  { o.task_created(id, t) } noexcept;
  { o.task_started(id, t) } noexcept;
  { o.task_finished(id) } noexcept;
  { o.worker_idle(id) } noexcept;
  { o.worker_busy(id) } noexcept;
};

/// Sees nothing, costs nothing, is nothing.
struct null_observer {
  constexpr explicit null_observer(unsigned /*workers*/) noexcept {}
  // Hooks: for the scheduler, not for users.
  void task_created(unsigned, const task&) noexcept {}
  void task_started(unsigned, const task&) noexcept {}
  void task_finished(unsigned) noexcept {}
  void worker_idle(unsigned) noexcept {}
  void worker_busy(unsigned) noexcept {}
};

static_assert(observer<null_observer>);

/// Whom an observer sees: `id`s below `workers` are workers, the next ones reserve threads (basic_scheduler).
struct observed_places {
  unsigned workers = 0;
  unsigned reserves = 0;

  [[nodiscard]] constexpr unsigned all() const noexcept { return workers + reserves; }
};

/// An observer that sees reserve threads, too: it can be made for observed_places. A scheduler has none of these
/// threads where its observer is another one.
template <class O>
concept reserve_observer = std::same_as<O, null_observer> || std::constructible_from<O, observed_places>;

/// What an observer of type `O` is made for.
template <class O>
[[nodiscard]] constexpr auto seen_by(observed_places all) noexcept {
  if constexpr (std::constructible_from<O, observed_places>) {
    return all;
  } else {
    return all.workers;
  }
}

}  // namespace jackdaw::observe
