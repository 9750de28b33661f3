// A worker as tasks see it.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw {

/// What tasks can do with the worker that runs them. Only inside the task that was handed the worker, only by
/// its thread.
template <class W>
concept task_worker = task_host<W> && requires(W worker_object, const W& constant, void (*function)(W&)) {
  { constant.id() } -> std::same_as<unsigned>;
  { constant.workers() } -> std::same_as<unsigned>;
  { worker_object.put(function) };
  { worker_object.after(1U, function).next() } -> std::same_as<arrival>;
};

namespace working {

/// The pool face, for any worker that can allocate and submit. `Header` is the task header of its pool.
template <class Derived, task_header Header>
class pool_face {
 public:
  /// Puts a task: `function(auto& worker)`, or `function()`, runs once, on any worker, before run() returns.
  ///     void visit(worker& w, const node& n) {
  ///       for (const node& child : n.children) w.put([&child](worker& v) { visit(v, child); });
  ///     }
  ///
  /// The function is moved or copied into the task. Not for a function that waits for other tasks: write a
  /// continuation with after(). Cost: one block of the worker's memory, and a put of the pool.
  /// Threads: the task that was handed this worker, and its thread. Errors: std::bad_alloc, and what copying
  /// the function throws; nothing is put then. Inline, so that the function is built where the task lies.
  template <class F>
  [[gnu::always_inline]] void put(F&& function) {
    using closure = closure_task<std::decay_t<F>, Derived, Header>;
    submit(closure::create(self(), std::forward<F>(function)));
  }

  /// Creates a task that waits for `count` (at least 1) others. Each of them captures one `arrivals.next()`, and
  /// calls its arrive(worker) when it is done; the last one puts the task.
  ///     auto both = worker.after(2, [=](auto& w) { merge(w, a, b); });
  ///     worker.put([=, done = both.next()](auto& w) mutable { sort(a); done.arrive(w); });
  ///     worker.put([=, done = both.next()](auto& w) mutable { sort(b); done.arrive(w); });
  ///
  /// When one of them is dropped because the run failed, the waiting task is dropped, too. Cost: a task, and one
  /// atomic subtraction for each arrival. Threads: as put(); each arrival belongs to one task. Errors: as put().
  template <class F>
  [[nodiscard]] arrivals after(unsigned count, F&& function) {
    JACKDAW_ASSERT(count > 0, "a task that waits for no other would never run");
    using closure = closure_task<counted_function<std::decay_t<F>>, Derived, Header>;
    closure& waiting = closure::create(self(), std::forward<F>(function));
    self().note_held(waiting);
    return {waiting.function().counter.emplace(waiting, count, self().dead()), count};
  }

  /// Puts a task whose last predecessor has arrived. For arrival::arrive, not for users.
  void put_ready(task& ready) { submit(static_cast<Header&>(ready)); }

 private:
  friend Derived;
  pool_face() = default;

  [[nodiscard]] Derived& self() noexcept { return static_cast<Derived&>(*this); }

  void submit(Header& item) {
    try {
      self().submit(item);
    } catch (...) {  // no memory to store it: not put, so no worker will free it
      item.execute(item, &self(), task_verb::drop);
      throw;
    }
  }
};

}  // namespace working

}  // namespace jackdaw
