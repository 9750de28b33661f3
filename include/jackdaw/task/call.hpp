// How the function of a task is called: with the worker, or with nothing, whichever it takes. A copy of a worker is the
// same worker.
#pragma once

#include <type_traits>
#include <utility>

namespace jackdaw {

/// A function that may be the work of a task, or a branch of a join.
template <class Function, class Worker>
concept worker_function = std::is_invocable_v<Function&, Worker&> || std::is_invocable_v<Function&>;

/// Calls the function of a task. Not for users.
template <class Function, class Worker>
constexpr decltype(auto) call(Function& function, Worker& w) {
  static_assert(worker_function<Function, Worker>,
                "jackdaw: a task is a callable that takes the worker (auto& worker, or a copy of it), or "
                "nothing, and that can be called as an lvalue (its operator() is not for rvalues only)");
  if constexpr (std::is_invocable_v<Function&, Worker&>) {
    return function(w);
  } else if constexpr (std::is_invocable_v<Function&>) {
    return function();
  }
}

/// What call() returns. Not for users.
template <class Function, class Worker>
using call_result = decltype(call(std::declval<Function&>(), std::declval<Worker&>()));

}  // namespace jackdaw
