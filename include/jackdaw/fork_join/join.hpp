// join: two branches that may run at the same time, and the wait for both.
//
// The path without thieves: the second branch is written into the frame and offered, the first is called, the
// second is taken back and called. No allocation, no atomic read-modify-write, no fence: docs/join.md shows
// the generated code.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/fork_join/forked.hpp>
#include <jackdaw/worker/flagship.hpp>

namespace jackdaw {

namespace fork_join {

/// The branch is not on top of the owner's private part any more: takes it out from below tasks put by the
/// first branch, or runs what there is until it comes back or has been run by its thief. True when the caller
/// has to run it.
template <class Branch, class Worker>
[[gnu::noinline, gnu::cold]] bool await(Worker& w, Branch& branch, queue::split_deque::index place) {
  auto& own = w.own();
  if (own.deque.take_out(place, branch)) return true;
  const auto outer_floor = std::exchange(own.floor, place);
  bool came_back = false;
  auto& engine = w.engine();
  while (!came_back && !branch.is_over()) {
    if (task* const item = engine.pool().get(w.id())) {
      if (item == &branch) {
        came_back = true;
      } else {
        engine.execute(w.id(), *item);
      }
    } else {
      branch.await_by(w.id());
      engine.wait(w.id(), [&] { return branch.is_over(); });
    }
  }
  own.floor = outer_floor;
  return came_back;
}

/// The first branch has thrown: sees to it that the second does not run any more.
template <class Branch, class Worker>
[[gnu::noinline, gnu::cold]] void abandon(Worker& w, Branch& branch,
                                          queue::split_deque::index place) noexcept {
  if (w.own().deque.pop_at(place, branch) || await(w, branch, place)) return;
  branch.discard();
}

// Most calls in a recursion are leaves that never join. g++ splits them off the caller's frame; clang saves
// all registers before it looks, unless what joins is a function of its own: 2 × the cost of fib.
#if defined(__clang__)
#define JACKDAW_OUT_OF_LINE [[clang::noinline]]
#else
#define JACKDAW_OUT_OF_LINE inline
#endif

/// How a branch is handed on.
template <class Function, class Worker>
using handed = std::conditional_t<copied_branch<Function, Worker>, Function, Function&>;

template <class Worker, class F, class G>
using results_of =
    std::pair<result_of<std::remove_reference_t<F>, Worker>, result_of<std::remove_reference_t<G>, Worker>>;

template <class Worker, class F, class G>
JACKDAW_OUT_OF_LINE results_of<Worker, F, G> both(Worker& w, F f, G g) {
  forked<std::remove_reference_t<G>, Worker> branch(g);
  const auto place = w.own().deque.top();
  if (w.own().deque.push_at(place, branch)) [[unlikely]]
    w.engine().attend(w.id());
  auto first = [&] {
    try {
      return value_of(f, w);
    } catch (...) {
      abandon(w, branch, place);
      throw;
    }
  }();
  if (w.own().deque.pop_at(place, branch)) [[likely]]
    return {std::move(first), value_of(g, w)};
  if (await(w, branch, place)) return {std::move(first), value_of(g, w)};
  return {std::move(first), branch.take()};
}

#undef JACKDAW_OUT_OF_LINE

}  // namespace fork_join

/// Runs `f` and `g`, possibly at the same time, and returns both results when both are done: `f` here and
/// now, `g` by this worker afterwards unless a thief has taken it. Each takes the worker by reference, or
/// nothing; a branch that returns nothing gives std::monostate.
///
/// Not for branches that wait for each other. While it waits for a thief, this worker runs other tasks: do
/// not hold a lock across a join that such a task may want. Cost without a thief: about 2 ns more than two
/// calls. Threads: only inside a task, with the worker that was handed to it. Errors: the exception of f,
/// else that of g, after both are over; a g that has not begun when f throws is not run.
template <class Worker, class F, class G>
  requires requires(Worker& w) { w.own().deque; }
inline auto join(Worker& w, F&& f, G&& g) {
  return fork_join::both<Worker, fork_join::handed<std::remove_reference_t<F>, Worker>,
                         fork_join::handed<std::remove_reference_t<G>, Worker>>(w, f, g);
}

}  // namespace jackdaw
