// Tasks over ranks that name the data they use; the order of submission and the accesses order them.
#pragma once

#include <exception>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/cluster/flow/access.hpp>
#include <jackdaw/cluster/flow/engine.hpp>
#include <jackdaw/cluster/flow/handle.hpp>
#include <jackdaw/cluster/flow/submission.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>

namespace jackdaw::cluster {

/// Tasks over all ranks of a world. Each rank submits all tasks, in the same order; each task runs on one of them,
/// where the object lives that it writes. The engine is StarPU-MPI: it sends what tasks read from where it was written.
///     cluster::handle<tile> a(all, 0), b(all, 1);
///     cluster::flow tasks(all);
///     tasks.submit(named("update"), read(a), write(b), [](const tile& from, tile& to) { update(from, to); });
///     tasks.wait();
///
/// All functions are collective: all ranks call them in the same order, with the same names, accesses and priorities.
/// What the functions of tasks capture may differ: a function never travels. Tasks begin when 512 of them have been
/// submitted, or at the next wait(), when all ranks have compared what they submitted. Not for tasks of less than some
/// microseconds, nor for millions of tasks on hundreds of ranks: each rank submits all.
///
/// Cost: docs/guide/running/cluster.md. Threads: the one that made the world. Errors: where ranks have submitted
/// different tasks, all throw one cluster::failure with errc::differing_submissions, which names the first task that
/// differs. None of these has begun.
class flow {
 public:
  /// Over all ranks.
  explicit flow(world& of)
      : world_(&of), engine_(&detail::engine_of(of)), exceptions_(std::uncaught_exceptions()) {}
  flow(const flow&) = delete;
  flow& operator=(const flow&) = delete;
  /// Waits for all tasks; what they threw is dropped. Where it is left by an exception, what has not begun never does.
  /// Where other ranks do something else meanwhile, they throw cluster::failure. This one cannot: it prints that
  /// text, in a line on the standard error output, and goes on.
  ~flow() {
    if (std::uncaught_exceptions() == exceptions_) engine_->end();
    engine_->drop();
  }

  /// Submits a task: `submit(access…, function)`. Attributes may stand first: named("what"), priority(3), on(2).
  template <class... Parts>
  void submit(Parts&&... parts) {
    detail::submit_parts(*world_, std::tuple<std::decay_t<Parts>...>(std::forward<Parts>(parts)...));
  }

  /// Returns when all tasks of all flows and ranks are over. Throws one flow_error on all ranks when tasks have thrown;
  /// those that would have used what they failed to write were skipped. The flow can be used again.
  void wait() {
    engine_->meet({detail::meeting::wait});
    engine_->wait();
  }

  /// Returns when the object can be used at its owner. Throws flow_error when it was not written, since a task failed.
  template <class T>
  void wait(handle<T>& of) {
    wait_at(detail::meeting::wait_for_object, of);
  }

  /// The value of an object, on all ranks. Waits for it as wait(of) does.
  template <class T>
  [[nodiscard]] T fetch(handle<T>& of) {
    wait_at(detail::meeting::fetch, of);
    return world_->broadcast_from(of.is_here() ? std::addressof(of.value()) : nullptr, of.owner());
  }

  /// The object lives at rank `to` from now on, when the tasks before are over; tasks that write it run there.
  template <class T>
  void move(handle<T>& of, unsigned to) {
    of.move_to(to);
  }

 private:
  void wait_at(detail::meeting::reason why, handle_base& of) {
    of.settle();
    engine_->meet({why, of.number()});
    engine_->wait_for(of.number(), of.owner());
  }

  world* world_;
  detail::flow_engine* engine_;
  int exceptions_;
};

}  // namespace jackdaw::cluster
