// What a task pool is.
#pragma once

#include <concepts>
#include <cstdint>

#include <jackdaw/queue/queue.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::pool {

/// Tasks of a fixed number of workers: queues, and how work is balanced between them. A pool knows no threads, never
/// sleeps and does not detect termination: all that is done by the workers (worker/engine/worker_loop.hpp).
///
/// `id` is the number of the calling worker; calls with different numbers may run at the same time.
///   put(id, t)       stores a task. May throw std::bad_alloc; the task is then not stored. May return what
///                        it found (queue::was), for idle policies that wake only when a queue was empty.
///   get(id)          a task, or null: nothing found now.
///   init(id, t)      stores an initial task for `id`; called by one thread before the working phase begins.
///   looks_empty(id)  whether get(id) is likely to return null. Any thread may call it at any time, without
///                        synchronization; right as soon as the pool stands still.
/// Contract TP-P1, on which termination detection rests. When get(id) returns null, every task that this worker ever
/// put or was given by a steal has been taken. If the pool balances, so has every initial task. `balances` is false
/// when a task can only be taken by the worker that put it: then every worker must take part in a run.
/// A pool may say in which order it hands out (queue::order_of; LIFO when it says nothing), and that it
/// `hides` tasks (below).
template <class P>
concept pool_of_items =
    std::constructible_from<P, unsigned> && requires(P p, const P& c, unsigned id, typename P::task_type& t) {
      p.put(id, t);
      { p.get(id) } -> std::same_as<typename P::task_type*>;
      { p.init(id, t) } -> std::same_as<void>;
      { c.looks_empty(id) } -> std::same_as<bool>;
      { P::balances } -> std::convertible_to<bool>;
    };

template <class P>
concept task_pool = pool_of_items<P> && task_header<typename P::task_type>;

/// How a pool is made that is more than its type: `make(workers)` is one, and `make(workers, places)` a roomy one.
template <class Make>
struct made_by {
  Make make;
};

/// A pool whose put says whether the queue that it chose was empty.
template <class P>
concept telling_pool = task_pool<P> && requires(P p, unsigned id, typename P::task_type& t) {
  { p.put(id, t) } -> std::same_as<queue::was>;
};

/// A pool that shows what it keeps for each worker: at(id).put(t) is put(id, t), and at(id) stays where it is.
template <class P>
concept pool_by_worker = task_pool<P> && requires(P p, unsigned id, typename P::task_type& t) {
  { p.at(id).put(t) } -> std::same_as<decltype(p.put(id, t))>;
};

/// Whether a task may stay where only the worker that put it can take it. That is so even while others look for
/// work, and that worker executes a long task.
template <task_pool P>
inline constexpr bool hides = [] {
  if constexpr (requires { P::hides; }) {
    return P::hides;
  } else {
    return !P::balances;
  }
}();

/// A pool whose workers can be told to stop between two tasks, whatever they have stored.
///   retire(id)   called by worker id: the tasks that it stores become visible to the others' get(). True
///                when it stores none any more, so that TP-P1 holds for it as after a get(id) that returned
///                null.
/// A pool of another kind keeps its workers until get() finds nothing (worker/oversubscription/worker_limit.hpp).
template <class P>
concept retiring_pool = task_pool<P> && requires(P p, unsigned id) {
  { p.retire(id) } -> std::same_as<bool>;
};

/// A retiring pool that shows whether its workers move.
///   pulse(id)    a number that changes nearly always when worker id puts or takes tasks. Any thread may call it at
///                any time.
template <class P>
concept pulsing_pool = retiring_pool<P> && requires(const P& p, unsigned id) {
  { p.pulse(id) } -> std::same_as<std::uint64_t>;
};

/// A pool with room for more workers than take part at first: made for (workers, places).
///   include(n)   from now on the first n take part, never fewer than `workers`. By one thread at a time. One that is
///                left out has nothing there, and touches the pool no more until it is included again.
template <class P>
concept roomy_pool = pulsing_pool<P> && requires(P p, unsigned n) {
  P(n, n);
  p.include(n);
};

/// A pool whose search among the others can be given up.
///   get(id, alone)   as get(id); null also once alone() holds. The caller says by that that no other worker has
///                    anything.
template <class P>
concept pool_that_gives_up = task_pool<P> && requires(P p, unsigned id, bool (*alone)()) {
  { p.get(id, alone) } -> std::same_as<typename P::task_type*>;
};

/// A pool whose workers see at a put, or between two tasks, that work is requested. Then a put has to
/// look at nothing else, not even whether a worker sleeps.
///   put(w, t)              true: work is requested from worker w. answer_steal_request_after_put(w, asleep) must be
///                          called before anything else.
///   work_requested(w)      whether work is requested from worker w.
///   answer_steal_request(w)  w makes work visible to the others, if it has any. Returns whether it has.
///   answer_steal_request_after_put(w, asleep)  the same after a put. w may keep a task that it takes soon, and is
///                          stolen from by force if it does not. `asleep`: a worker sleeps, and is woken for it.
///   may_clear_request(w)   whether that answers the steal request; else it stands.
///   clear_request(w)       no work is requested from w any more.
///   request_work(w)        work is requested from w again.
///   ask_all(w)             w requests work from all others. True when it had been requested from all already.
/// A sleeper has requested work: a worker goes to sleep only after it has seen that work is requested from all
/// others. And clear_request(w) is taken back by request_work(w) when a worker sleeps then
/// (worker/engine/waking_pool.hpp).
template <class P>
concept work_requesting_pool = task_pool<P> && requires(P p, unsigned id, typename P::task_type& t) {
  { p.put(id, t) } -> std::same_as<bool>;
  { p.work_requested(id) } -> std::same_as<bool>;
  { p.answer_steal_request(id) } -> std::same_as<bool>;
  { p.answer_steal_request_after_put(id, true) } -> std::same_as<bool>;
  { p.may_clear_request(id) } -> std::same_as<bool>;
  { p.clear_request(id) } -> std::same_as<void>;
  { p.request_work(id) } -> std::same_as<void>;
  { p.ask_all(id) } -> std::same_as<bool>;
};

/// A pool whose workers make tasks visible to the others not only by a put. A get() may leave parts of what it has
/// stolen, and a put or a get may make private work public. Then a worker has to be woken for each.
///   revealed(w)        how many pieces of work, each worth a thief's coming, worker w has made visible
///                      since its last call, besides the tasks that it put
template <class P>
concept revealing_pool = task_pool<P> && requires(P p, unsigned id) {
  { p.revealed(id) } -> std::same_as<unsigned>;
};

/// Whether `holds(w)` for each of `workers` workers.
[[nodiscard]] constexpr bool all_workers(unsigned workers, auto holds) {
  for (unsigned id = 0; id < workers; ++id) {
    if (!holds(id)) return false;
  }
  return true;
}

}  // namespace jackdaw::pool
