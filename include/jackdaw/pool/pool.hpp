// What a task pool is.
#pragma once

#include <concepts>

#include <jackdaw/task/task.hpp>

namespace jackdaw::pool {

/// Tasks of a fixed number of workers: queues and how work is balanced between them. A pool knows no threads,
/// sleeps nowhere and detects no end; that is the worker's (worker/engine.hpp).
///
/// `id` is the number of the calling worker; calls with different numbers may run at the same time.
///   put(id, t)       stores a task. May throw std::bad_alloc; the task is then not stored.
///   get(id)          a task, or null: nothing found now.
///   init(id, t)      stores an initial task for `id`; called by one thread before the working phase begins.
///   looks_empty(id)  whether get(id) is likely to return null. Asked by anybody at any time, without
///                        synchronization; right as soon as the pool stands still.
/// Contract P1, on which the detection of the end rests: when get(id) returns null, every task that this
/// worker ever put or was given by a steal, and, if the pool balances, every initial task, has been taken by
/// somebody. `balances` is false when a task can only be taken by the worker that put it: then every worker
/// must attend a run.
template <class P>
concept task_pool = std::constructible_from<P, unsigned> && task_header<typename P::task_type> &&
                    requires(P p, const P& c, unsigned id, typename P::task_type& t) {
                      p.put(id, t);
                      { p.get(id) } -> std::same_as<typename P::task_type*>;
                      { p.init(id, t) } -> std::same_as<void>;
                      { c.looks_empty(id) } -> std::same_as<bool>;
                      { P::balances } -> std::convertible_to<bool>;
                    };

/// A pool whose workers see at a put, or between two tasks, that somebody is hungry; then nothing else has to
/// be looked at in a put, not even whether somebody sleeps.
///   put(w, t) -> bool   true: somebody asks worker w, or there is no more room: attend(w) must be called
///   before anything else asked(w)            whether somebody asks worker w attend(w)           w makes work
///   visible to the others, if it has any answered(w), ask(w) w is asked no more; is asked again ask_all(w)
///   w asks all others; true when all had been asked already
/// Who sleeps has asked: a worker goes to sleep only after it has seen everybody asked; and answered(w) is
/// taken back by ask(w) when somebody sleeps then (working::engine).
template <class P>
concept asking_pool = task_pool<P> && requires(P p, unsigned id, typename P::task_type& t) {
  { p.put(id, t) } -> std::same_as<bool>;
  { p.asked(id) } -> std::same_as<bool>;
  { p.attend(id) } -> std::same_as<void>;
  { p.answered(id) } -> std::same_as<void>;
  { p.ask(id) } -> std::same_as<void>;
  { p.ask_all(id) } -> std::same_as<bool>;
};

/// Whether `holds(w)` for each of `workers` workers.
[[nodiscard]] constexpr bool all_workers(unsigned workers, auto holds) {
  for (unsigned id = 0; id < workers; ++id) {
    if (!holds(id)) return false;
  }
  return true;
}

}  // namespace jackdaw::pool
