// parallel_invoke: any number of branches whose results nobody wants.
#pragma once

#include <type_traits>
#include <utility>

#include <jackdaw/fork_join/current.hpp>

namespace jackdaw {

namespace fork_join {

/// `function`, called with the worker or with nothing, returning nothing.
template <class Function, class Worker>
auto without_result(Function& function) {
  return [&function](Worker& w) { static_cast<void>(call(function, w)); };
}

}  // namespace fork_join

/// Runs all functions, possibly at the same time, and returns when all are done. Each takes the worker by
/// reference, or nothing; what it returns is dropped.
///
/// Not for a number of functions known only at run time: take task_group or parallel_for. Cost: one join for
/// each function but the first. Threads: inside a task, with the worker that was handed to it. Errors: the
/// exception of the first function, in order, that was run and threw; those that have not begun then may not
/// be run.
template <fork_join::forking_worker Worker, class... F>
void parallel_invoke(Worker& w, F&&... functions) {
  if constexpr (sizeof...(F) == 1) {
    (static_cast<void>(jackdaw::call(functions, w)), ...);
  } else if constexpr (sizeof...(F) > 1) {
    join(w, fork_join::without_result<std::remove_reference_t<F>, Worker>(functions)...);
  }
}

/// The same from any thread; see join(f, g).
template <class... F>
  requires(fork_join::no_worker<F> && ...)
void parallel_invoke(F&&... functions) {
  if constexpr (sizeof...(F) != 0) {
    fork_join::as_worker([&](worker& w) { parallel_invoke(w, functions...); });
  }
}

}  // namespace jackdaw
