// Tasks that are not simply put into the pool when they are ready.
//
// Callers: a thread that wakes such a task finds this in the place of its flow, and hands the task over. So
// other tasks cost no question.
#pragma once

#include <jackdaw/flow/task/dispatch/put_ready.hpp>
#include <jackdaw/flow/task/dispatch/ready_tasks.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

template <class Scheduler>
class flow_core;

template <class Scheduler>
struct flow_header;

/// What such a task has besides.
template <class Scheduler>
class special_dispatch : public flow_base {
 public:
  using task_type = typename Scheduler::task_type;

  /// The task is ready. It comes to its worker, or among the ready tasks of its flow; then the caller puts the ticket
  /// that this returns. Null: there is none.
  [[nodiscard]] virtual task_type* make_ready(working::actor<Scheduler>& me) = 0;
  void put(working::actor<Scheduler>& me) {
    if (task_type* const ticket = make_ready(me); ticket != nullptr) put_ready(*ticket, me);
  }

  void resume_from_elsewhere(waiter& woken) override { flow_->resume_placed(woken, *this); }
  [[nodiscard]] const flow_base& whole() const noexcept override { return *flow_; }
  [[nodiscard]] flow_core<Scheduler>& flow() const noexcept { return *flow_; }

 protected:
  explicit special_dispatch(flow_core<Scheduler>& flow) noexcept : flow_(&flow) {}
  ~special_dispatch() = default;

  [[nodiscard]] ready_tasks& ready() const noexcept { return flow_->ready_; }

 private:
  flow_core<Scheduler>* flow_;
};

}  // namespace jackdaw::dataflow
