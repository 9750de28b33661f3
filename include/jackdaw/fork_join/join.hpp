// join: two branches that may run at the same time, and the wait for both.
//
// The path without thieves: the second branch is written into the frame and offered, the first is called, the
// second is taken back and called. No allocation, no atomic read-modify-write, no fence: docs/internals/faces/join.md
// shows the generated code.
#pragma once

#include <type_traits>
#include <utility>

#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/forked.hpp>
#include <jackdaw/fork_join/waiting.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

namespace jackdaw {

namespace fork_join {

/// The branch is not on top of the owner's private part any more: takes it out from below tasks put by the first
/// branch. Else runs what there is, until the branch comes back or has been run by its thief. True when the caller has
/// to run it.
template <class Worker>
[[gnu::noinline, gnu::cold]] bool await(Worker& w, branch_state<Worker>& branch) {
  if (w.own().deque.take_out(branch)) return true;
  using observer = typename Worker::observer_type;
  [[maybe_unused]] const observe::waiting<observer> seen(w.engine().observer(), w.place());
  const auto over = [&branch] { return branch.is_over(); };
  while (!over()) {
    if (task* const item = task_while_waiting(w, branch.helper(), over)) {
      if (item == &branch) return true;
      w.engine().execute(w.place(), *item);
    } else if (!over()) {
      branch.await_by(w.place());
      JACKDAW_SLOW_PLACE("join: about to wait");
      sleep_while_waiting(w, over);
    }
  }
  if constexpr (observe::annotating_observer<observer>)
    w.engine().observer().branch_awaited(w.place(), branch.note);
  return false;
}

#ifdef JACKDAW_COMPILED
extern template bool await(worker&, branch_state<worker>&);
#endif

/// The first branch has thrown: sees to it that the second does not run any more.
template <class Branch, class Worker>
[[gnu::noinline, gnu::cold]] void abandon(Worker& w, Branch& branch) noexcept {
  if (await(w, branch)) return;
  branch.discard();
}

/// A thief requests work, or the stack ends. The branch has been pushed.
template <class Branch, class Worker>
[[gnu::noinline, gnu::cold]] void answer_steal_request(Worker& w, Branch& branch) {
  w.engine().answer_steal_request(w.place());
  if (!stack_is_low(w)) return;
  abandon(w, branch);
  refuse_to_go_deeper();
}

template <class Worker, class F, class G>
using results_of =
    std::pair<result_of<std::remove_reference_t<F>, Worker>, result_of<std::remove_reference_t<G>, Worker>>;

/// A function of its own: most calls in a recursion are leaves that never join. They should not save the registers
/// that a join needs (fib takes 1.4 times as long inlined by g++ -O3, twice as long by clang).
template <class Worker, class F, class G>
[[gnu::noinline]] results_of<Worker, F, G> both(Worker& w, F f, G g) {
  forked<std::remove_reference_t<G>, Worker> branch(g);
  if (w.own().deque.push_frame(branch)) [[unlikely]]
    answer_steal_request(w, branch);
  auto first = [&] {
    try {
      return value_of(f, w);
    } catch (...) {
      abandon(w, branch);
      throw;
    }
  }();
  if (w.own().deque.pop_top(branch)) [[likely]]
    return {std::move(first), value_of(branch.function(), w)};
  if (await(w, branch)) return {std::move(first), value_of(branch.function(), w)};
  return {std::move(first), branch.take()};
}

/// The same for workers whose observer follows tasks.
template <class Worker, class F, class G>
[[gnu::noinline]] results_of<Worker, F, G> both_observed(Worker& w, F f, G g) {
  auto& observer = w.engine().observer();
  forked<std::remove_reference_t<G>, Worker> branch(g);
  observer.task_created(w.place(), branch, branch.note);
  if (w.own().deque.push_frame(branch)) [[unlikely]]
    answer_steal_request(w, branch);
  auto first = [&] {
    try {
      return value_of(f, w);
    } catch (...) {
      abandon(w, branch);
      throw;
    }
  }();
  if (w.own().deque.pop_top(branch) || await(w, branch)) {
    const observe::calling called(observer, w.place(), branch);
    return {std::move(first), value_of(branch.function(), w)};
  }
  return {std::move(first), branch.take()};
}

}  // namespace fork_join

/// Runs `f` and `g`, possibly at the same time, and returns both results when both are done. `f` runs here
/// and now, `g` on this worker afterwards unless a thief has taken it. Each takes the worker by reference, or
/// nothing; a branch that returns nothing gives std::monostate.
///     long fib(worker& w, int n) {
///       if (n < 2) return n;
///       auto [a, b] = join(w, [n](worker& v) { return fib(v, n - 1); }, [n](worker& v) { return fib(v, n - 2); });
///       return a + b;
///     }
///
/// Not for branches that wait for each other. While it waits for a thief, this worker runs other tasks: do
/// not hold a lock across a join that such a task may want. Cost without a thief: 0.6 to 1.5 ns more than two
/// calls (docs/lab/faces/join.md). Threads: only inside a task, with the worker that was handed to it. Errors:
/// the exception of f, else that of g, after both are over; a g that has not begun when f throws is not run.
template <class Worker, class F, class G>
  requires requires(Worker& w) { w.own().deque; }
inline auto join(Worker& w, F&& f, G&& g) {
  using first = fork_join::handed<std::remove_reference_t<F>, Worker>;
  using second = fork_join::handed<std::remove_reference_t<G>, Worker>;
  if constexpr (observe::annotating_observer<typename Worker::observer_type>) {
    return fork_join::both_observed<Worker, first, second>(w, f, g);
  } else {
    return fork_join::both<Worker, first, second>(w, f, g);
  }
}

}  // namespace jackdaw
