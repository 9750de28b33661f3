// Starting work: what every scheduler offers to its user.
#pragma once

#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/task/call.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/termination/termination.hpp>

namespace jackdaw::working {

/// `Derived` is a scheduler: seat() is the worker as which the caller acts; init(task) deals an initial task to the
/// next worker in turn. run_dealt(deal) is one working phase, or false where another run has the scheduler for long.
/// beside() is a scheduler like this one for such runs, and nested() makes one of one worker.
template <class Derived>
class run_face {
 public:
  /// Runs `functions` (each like a task of worker.put) as initial tasks, dealt to the workers in turn, and all
  /// tasks that they put. Returns when no task is stored and none runs: a single function's result as a
  /// value, if it has one.
  ///     sched.run([&](worker& w) { visit(w, root); });
  ///     const double sum = sched.run([&](worker& w) { return parallel_reduce(w, 0, n, 0.0, term, std::plus<>()); });
  ///
  /// Not for many small calls: put tasks inside one run. Threads: any; several runs take turns, see the class. The
  /// function may run on another thread than the caller's: what it begins with can be stolen, too.
  /// Errors: the first exception of a task; the tasks that are left are dropped then.
  template <class... F>
  auto run(F&&... functions) {
    using worker_type = typename Derived::worker_type;
    if constexpr (sizeof...(F) == 1 &&
                  (!std::is_void_v<call_result<std::remove_reference_t<F>, worker_type>> && ...)) {
      return run_for_result(std::forward<F>(functions)...);
    } else {
      in_a_phase([&](Derived& scheduler) { (deal(scheduler, std::forward<F>(functions)), ...); });
    }
  }

  /// The same with one initial task for each element of `functions`, a range of callables:
  ///     std::vector<std::function<void(worker&)>> parts = split(work);
  ///     sched.run_each(parts);
  template <class Range>
  void run_each(Range&& functions) {
    in_a_phase([&](Derived& scheduler) {
      for (auto&& function : functions) deal(scheduler, std::forward<decltype(function)>(function));
    });
  }

  /// Returns when no task is stored and none runs, as run() does: for a thread that has waited for tasks in another
  /// way.
  ///     tasks.wait();
  ///     sched.await_rest();
  ///     const recording seen = sched.observer().take();
  ///
  /// When a flow reports that its tasks are over, the workers may not have finished with them. An observer, or
  /// tasks(), would be read while they write. Executes tasks meanwhile. Cost: a look at one word where there is rest
  /// already. Threads: any, but no task of this scheduler, which would wait for itself.
  void await_rest() {
    auto& self = static_cast<Derived&>(*this);
    JACKDAW_ASSERT(!self.engaged(), "a task cannot wait until no task runs");
    const auto at_rest = [&self] { return termination::is_rest(self.phase_state()); };  // TE-H2
    if (!at_rest()) self.help(at_rest);
  }

 private:
  friend Derived;
  run_face() = default;

  template <class F>
  auto run_for_result(F&& function) {
    using worker_type = typename Derived::worker_type;
    std::optional<std::decay_t<call_result<std::remove_reference_t<F>, worker_type>>> result;
    run([&](worker_type& w) { result.emplace(call(function, w)); });
    return *std::move(result);
  }

  void in_a_phase(auto&& deal_all) {
    const base::tally::run_inside told(worker_scopes_here > 0);
    auto& self = static_cast<Derived&>(*this);
    if (self.engaged()) {
      run_alone(self, deal_all);
    } else if (!self.run_dealt([&] { deal_all(self); })) {
      run_beside(self, deal_all);
    }
  }

  /// On a scheduler that no other thread knows, so its turn comes at once.
  static void run_alone(Derived& self, auto& deal_all) {
    const auto inner = self.nested();
    static_cast<void>(inner->run_dealt([&] { deal_all(*inner); }));
  }

  /// On another scheduler of as many workers; where there are no threads for that, with the caller alone.
  [[gnu::noinline, gnu::cold]] static void run_beside(Derived& self, auto& deal_all) {
    Derived* other = nullptr;
    try {
      other = &self.beside();
    } catch (const std::system_error&) { return run_alone(self, deal_all); }
    static_cast<run_face&>(*other).in_a_phase(deal_all);
  }

  template <class F>
  static void deal(Derived& scheduler, F&& function) {
    using worker_type = typename Derived::worker_type;
    using closure = closure_task<std::decay_t<F>, worker_type, typename Derived::task_type>;
    auto& item = closure::create(scheduler.seat(), std::forward<F>(function));
    try {
      scheduler.init(item);
    } catch (...) {
      item.execute(item, &scheduler.seat(), task_verb::drop);
      throw;
    }
  }
};

}  // namespace jackdaw::working
