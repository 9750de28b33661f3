// A task of a flow as the queues of the scheduler and the waiting lists of handles see it.
#pragma once

#include <jackdaw/flow/put_ready.hpp>
#include <jackdaw/flow/told_data.hpp>
#include <jackdaw/flow/waiter.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/visit.hpp>

namespace jackdaw::dataflow {

template <class Scheduler>
struct flow_header : Scheduler::task_type, waiter {
  flow_header(task::entry_point run, flow_base& flow, const task_kind& what) noexcept : waiter(flow, what) {
    this->execute = run;
  }
};

/// `woken` is ready now.
template <class Scheduler>
void put_woken(waiter& woken, working::actor<Scheduler>& me) {
  auto& t = static_cast<flow_header<Scheduler>&>(woken);
  tell_reached(t, me);
  put_ready(t, me);
}

}  // namespace jackdaw::dataflow
