// The thread for messages of a rank is worker 0: it executes no tasks, so no part of a reduction is its own.
//
// scheduler::run() deals its function to worker 0, but another worker takes it by force where the system stops that
// thread at the wrong moment. Then worker 0 would execute tasks, and what it adds would be lost.
#pragma once

#include <utility>

#include <jackdaw/task/closure.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

namespace jackdaw::cluster::detail {

/// serve(worker) on worker 0: at once, or as a task that is pinned to it. By a task of the worker `here`.
template <class Serve>
void as_first_worker(jackdaw::worker& here, Serve serve) {
  if (here.place() == 0) {
    serve(here);
    return;
  }
  using closure = closure_task<Serve, jackdaw::worker, scheduler::task_type>;
  here.submit_pinned(0, closure::create(here, std::move(serve)));
}

}  // namespace jackdaw::cluster::detail
