// parallel_invoke: any number of branches whose results are not needed.
#pragma once

#include <cstddef>
#include <stop_token>
#include <tuple>
#include <type_traits>

#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/stopping.hpp>

namespace jackdaw {

namespace fork_join {

/// `function`, called with the worker or with nothing, returning nothing; not called once `stop` asks to stop.
template <class Function, class Worker, class Stop>
auto without_result(Function& function, const Stop& stop) {
  if constexpr (std::is_same_v<Stop, never_stop>) {
    return [&function](Worker& w) { static_cast<void>(call(function, w)); };
  } else {
    return [&function, &stop](Worker& w) {
      if (!stop.stop_requested()) static_cast<void>(call(function, w));
    };
  }
}

/// Functions, and what asks to stop. All halves refer to one such, and capture no more: frames are small.
template <class Worker, class Stop, class... F>
struct invocation {
  const Stop& stop;
  std::tuple<F&...> functions;

  template <std::size_t Number>
  [[nodiscard]] auto function() const {
    using called = std::tuple_element_t<Number, std::tuple<F...>>;
    return without_result<called, Worker>(std::get<Number>(functions), stop);
  }
};

/// Functions First … First + Count - 1, by halves.
template <std::size_t First, std::size_t Count, class Worker, class Invocation>
void invoke_some(Worker& w, const Invocation& all) {
  if constexpr (Count == 1) {
    all.template function<First>()(w);
  } else if constexpr (Count == 2) {
    join(w, all.template function<First>(), all.template function<First + 1>());
  } else {
    constexpr std::size_t half = Count / 2;
    join(
        w, [&all](Worker& v) { invoke_some<First, half>(v, all); },
        [&all](Worker& v) { invoke_some<First + half, Count - half>(v, all); });
  }
}

template <class Worker, class Stop, class... F>
void invoke_all(Worker& w, const Stop& stop, F&... functions) {
  if constexpr (sizeof...(F) == 1) require_stack(w);
  if constexpr (sizeof...(F) != 0)
    invoke_some<0, sizeof...(F)>(w, invocation<Worker, Stop, F...>{stop, std::tuple<F&...>(functions...)});
}

}  // namespace fork_join

/// Runs all functions, possibly at the same time, and returns when all are done. Each takes the worker by
/// reference, or nothing; what it returns is dropped.
///     parallel_invoke(w, [&] { read_mesh(); }, [&] { read_materials(); }, [&](worker& v) { build(v, tree); });
///
/// Not for a number of functions known only at run time, nor to collect several exceptions: take task_group.
/// Cost: one join for each function but the first. Threads: inside a task, with the worker that was handed to it.
/// Errors: the exception of the first function, in order, that was run and threw; those that have not begun then
/// may not be run. recursion_too_deep.
template <fork_join::forking_worker Worker, class... F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, std::stop_token> && ...)
void parallel_invoke(Worker& w, F&&... functions) {
  fork_join::invoke_all(w, fork_join::never_stop{}, functions...);
}

/// The same until `stop` asks to stop: functions that have not begun are not called then, and parallel_invoke
/// returns without an exception.
template <fork_join::forking_worker Worker, class... F>
void parallel_invoke(Worker& w, const std::stop_token& stop, F&&... functions) {
  fork_join::invoke_all(w, stop, functions...);
}

/// The same from any thread; see join(f, g). A std::stop_token may come first.
template <class... F>
  requires(fork_join::no_worker<F> && ...)
void parallel_invoke(F&&... functions) {
  if constexpr (sizeof...(F) != 0) {
    fork_join::as_worker([&](worker& w) { parallel_invoke(w, functions...); });
  }
}

}  // namespace jackdaw
