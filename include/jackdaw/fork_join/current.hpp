// The thread-local form: join without a worker, from any thread; and join of more than two branches.
//
// Callers: any thread. Inside a task of a default scheduler the calling thread is a worker, which is found in a
// thread-local variable (worker/engine/current_worker.hpp). Any other thread enters the process-wide scheduler with one
// run, inside which it is worker 0. So does a task of a scheduler of another type: what a thread-local form calls is
// compiled for one type of worker (docs/internals/faces/join.md).
//
// Ordering: CU-O1 choose -> options: the options, as they were given.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/fork_join/forked.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/worker/default_scheduler.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>
#include <jackdaw/worker/per_process.hpp>
#include <jackdaw/worker/worker.hpp>

namespace jackdaw {

namespace fork_join {

/// default_scheduler(), made as the program has said.
struct shared_by_all {
  struct saying {
    scheduler_options options;
    const saying* before;  // all are kept for ever
  };
  inline static constinit base::atomic<const saying*> said{nullptr};
  [[nodiscard]] static scheduler_options options() {
    const saying* const last = said.load(base::acquire);  // CU-O1: pairs with choose
    return last == nullptr ? scheduler_options{} : last->options;
  }
  static void choose(const scheduler_options& options) {
    auto* const last = new saying{options, said.load(base::relaxed)};
    // CU-O1 -> options
    while (!said.compare_exchange_weak(last->before, last, base::release, base::relaxed)) {}
  }

  [[nodiscard]] bool ends() noexcept { return value.ends(); }
  scheduler value{options()};
};

inline working::per_process<shared_by_all> shared_scheduler;

}  // namespace fork_join

/// The scheduler of threads that are in none. It is made on first use, with the CPU budget of the process or as
/// configure_default_scheduler() has said, and ends with the process. A child of fork() gets one of its own. Runs of
/// several threads: basic_scheduler.
///     default_scheduler().allow_workers(2);  // limits it, at any time
///
/// Cost: three loads; the first call makes the threads. Threads: any. Errors: what the
/// constructor of a scheduler throws; the next call tries again.
inline scheduler& default_scheduler() { return fork_join::shared_scheduler.get().value; }

/// Options for default_scheduler(), to be given before it is used first:
///     int main() {
///       configure_default_scheduler({.workers = 2});  // no more threads than that needs
///     }
///
/// They hold in children of fork(), too. Cost: some bytes that are kept. Threads: any. Errors: std::logic_error when
/// the scheduler is made already, std::bad_alloc.
inline void configure_default_scheduler(const scheduler_options& options) {
  if (fork_join::shared_scheduler.is_made()) {
    throw std::logic_error(
        "default_scheduler() is in use already; expected configure_default_scheduler() before, or "
        "default_scheduler().allow_workers()");
  }
  fork_join::shared_by_all::choose(options);
}

namespace fork_join {

/// A worker on whose deque joins can work.
template <class W>
concept forking_worker = task_worker<W> && requires(W& w) { w.own().deque; };

/// What is no worker of any kind: the first branch or argument of a thread-local form.
template <class T>
concept no_worker = !task_worker<std::remove_cvref_t<T>>;

/// Calls `body(worker&)` in one run of default_scheduler().
template <class Body>
[[gnu::noinline, gnu::cold]] auto as_default_worker(Body& body)
    -> std::decay_t<std::invoke_result_t<Body&, worker&>> {
  using result = std::decay_t<std::invoke_result_t<Body&, worker&>>;
  if constexpr (std::is_void_v<result>) {
    default_scheduler().run([&body](worker& w) { body(w); });
  } else {
    std::optional<result> value;
    default_scheduler().run([&body, &value](worker& w) { value.emplace(body(w)); });
    return std::move(*value);
  }
}

/// Calls `body(worker&)` as the worker that the calling thread is, or else in one run of default_scheduler().
/// Returns what it returns, as a value.
template <class Body>
auto as_worker(Body&& body) -> std::decay_t<std::invoke_result_t<Body&, worker&>> {
  if (worker* const w = working::current_worker<worker>; w != nullptr) [[likely]]
    return body(*w);
  return as_default_worker(body);
}

/// Joins branches First … First + Count - 1 of a tuple of references, by halves.
template <std::size_t First, std::size_t Count, class Worker, class Functions>
auto join_some(Worker& w, Functions& functions) {
  if constexpr (Count == 1) {
    auto& function = std::get<First>(functions);
    using result = result_of<std::remove_reference_t<decltype(function)>, Worker>;
    return std::tuple<result>(value_of(function, w));
  } else {
    constexpr std::size_t half = Count / 2;
    auto [left, right] = join(
        w, [&functions](Worker& v) { return join_some<First, half>(v, functions); },
        [&functions](Worker& v) { return join_some<First + half, Count - half>(v, functions); });
    return std::tuple_cat(std::move(left), std::move(right));
  }
}

}  // namespace fork_join

/// Runs three and more branches, possibly at the same time, and returns the tuple of their results. All else
/// as for two; when several branches throw, the first in order that was run wins.
template <class Worker, class F, class G, class H, class... More>
  requires fork_join::forking_worker<Worker>
auto join(Worker& w, F&& f, G&& g, H&& h, More&&... more) {
  std::tuple<std::remove_reference_t<F>&, std::remove_reference_t<G>&, std::remove_reference_t<H>&,
             std::remove_reference_t<More>&...>
  functions(f, g, h, more...);
  return fork_join::join_some<0, 3 + sizeof...(More)>(w, functions);
}

/// The same without a worker at hand: two branches give a pair, more a tuple. Each branch takes the worker by
/// reference, or nothing.
///     auto [a, b] = join([&] { return fib(n - 1); }, [&] { return fib(n - 2); });
///
/// Not for the innermost recursion of a program that counts nanoseconds: hand the worker down. Cost: a
/// thread-local look-up more than join(worker, …). Threads: any. Outside a task of jackdaw::scheduler it is a run of
/// default_scheduler(), some microseconds. That holds also in tasks of schedulers of other types: of other policies, or
/// observed. Their observer sees such a run as a part of the task (docs/guide/observing/recording.md); hand the worker
/// down there.
/// Beside a long run of another thread it has workers of its own (basic_scheduler). Errors: as join(worker, …), and
/// those of default_scheduler().
template <class F, class G, class... More>
  requires(fork_join::no_worker<F>)
auto join(F&& f, G&& g, More&&... more) {
  return fork_join::as_worker([&](worker& w) { return join(w, f, g, more...); });
}

}  // namespace jackdaw
