// Siblings: the calls of one node, by number, each of which another worker may make. In one frame, whatever their
// number.
//
// The caller makes one call after the other. A branch beside each stands for all that come later; where no thief has it
// when the call is over, its next call is the caller's next. So a call costs what a join costs, and the node has one
// frame. Source: the loop of spawns of Cilk; deviation: one branch for all that follow, in the frame, and halves for
// thieves.
//
// Callers: run_siblings is called by the worker of the node, and by thieves for what they have taken.
// Invariants
//   SB-I1  each call is made once, or, after one has thrown, not at all if it had not begun. What a branch stands for
//          begins where the call beside it ends, and the branch is executed, or taken back, once
//          (queue/split/split_deque.hpp).
//   SB-I2  the range that a branch refers to changes only while that branch is neither stored nor taken.
//   SB-I3  while work is requested, and by a thief, siblings are divided in halves, so that both have half of the work
//          and not one call and the rest.
#pragma once

#include <cstdint>

#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/observe/annotation.hpp>

namespace jackdaw::fork_join {

template <class Worker, class Calls>
void run_siblings(Worker& w, const Calls& calls, std::uint64_t first, std::uint64_t last);

template <class Worker, class Calls>
[[gnu::noinline, gnu::cold]] void run_halves(Worker& w, const Calls& calls, std::uint64_t first,
                                             std::uint64_t last);

/// Calls first … last - 1, at least one, for any worker.
template <class Worker, class Calls>
struct later_siblings {
  const Calls& calls;
  std::uint64_t first, last;

  void operator()(Worker& w) { run_halves(w, calls, first, last); }
  void as_task(Worker& v) {
    [[maybe_unused]] const auto as_caller = calls.on_taking();
    run_halves(v, calls, first, last);
  }
};

template <class Worker, class Calls>
void run_halves(Worker& w, const Calls& calls, std::uint64_t first, std::uint64_t last) {
  if (last - first == 1) return calls(w, first);
  const std::uint64_t middle = first + (last - first) / 2;
  later_siblings<Worker, Calls> further{calls, middle, last};
  join(w, [&](Worker& v) { run_siblings(v, calls, first, middle); }, further);
}

/// The row of calls in one frame. SB-I2.
template <class Worker, class Calls>
[[gnu::noinline]] void run_row(Worker& w, const Calls& calls, std::uint64_t first, std::uint64_t last) {
  later_siblings<Worker, Calls> later{calls, first, last};
  while (++later.first != last) {
    auto& deque = w.own().deque;
    if (deque.work_requested()) [[unlikely]]
      return run_halves(w, calls, later.first - 1, last);  // SB-I3
    forked<later_siblings<Worker, Calls>, Worker> branch(later);
    if (deque.push_frame(branch)) [[unlikely]]
      answer_steal_request(w, branch);
    try {
      calls(w, later.first - 1);
    } catch (...) {
      abandon(w, branch);
      throw;
    }
    if (!w.own().deque.pop_top(branch)) [[unlikely]] {
      if (!await(w, branch)) return static_cast<void>(branch.take());
    }
  }
  calls(w, last - 1);
}

/// Calls `calls(worker, i)` for i = first … last - 1, in no order. Returns when all are over. Throws what a call
/// throws: of several the one with the least number that was made. calls.on_taking() is kept by a worker that executes
/// some of them as a task, while it makes them. Throws recursion_too_deep.
template <class Worker, class Calls>
void run_siblings(Worker& w, const Calls& calls, std::uint64_t first, std::uint64_t last) {
  if constexpr (observe::annotating_observer<typename Worker::observer_type>) {
    if (first != last) run_halves(w, calls, first, last);  // joins, which the observer follows
  } else {
    if (first != last) run_row(w, calls, first, last);
  }
}

}  // namespace jackdaw::fork_join
