// Tasks with a priority: how they come into the heap of their flow, and out of it.
#pragma once

#include <jackdaw/flow/ready_heap.hpp>
#include <jackdaw/flow/waiter.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/visit.hpp>

namespace jackdaw {

template <class Scheduler>
class basic_flow;

namespace dataflow {

template <class Scheduler>
struct flow_header;

/// What a task with a priority has besides. Whoever wakes the task finds this in the place of its flow: so tasks
/// without a priority are asked nothing.
template <class Scheduler>
class prioritized final : public flow_base, public ready_node {
 public:
  prioritized(basic_flow<Scheduler>& flow, waiter& of, int how_urgent) noexcept
      : ready_node(how_urgent), flow_(&flow) {
    task = &of;
  }

  void resume_from_elsewhere(waiter& /*task*/) override { flow_->resume_by_priority(*this); }
  [[nodiscard]] const flow_base& whole() const noexcept override { return *flow_; }
  [[nodiscard]] basic_flow<Scheduler>& flow() const noexcept { return *flow_; }

 private:
  basic_flow<Scheduler>* flow_;
};

/// What lies in the pool for a task in the heap.
template <class Scheduler>
class ticket final : public Scheduler::task_type {
 public:
  static constexpr const char* name =
      "(by priority)";  // for observers: which task it will be, nobody knows yet

  [[nodiscard]] static ticket& create(working::actor<Scheduler>& by, ready_heap& heap) {
    return *new (memory::allocate(by)) ticket(by.scheduler(), heap);
  }

 private:
  using memory = jackdaw::detail::block_for<ticket>;

  ticket(Scheduler& on, ready_heap& heap) noexcept : on_(&on), heap_(&heap) { this->execute = &execute_one; }
  ~ticket() = default;

  static void execute_one(jackdaw::task& self, void* worker, task_verb verb) {
    if (verb == task_verb::describe) [[unlikely]] {
      *static_cast<jackdaw::task_kind*>(worker) = kind_of_task<ticket>();
      return;
    }
    auto& used = static_cast<ticket&>(static_cast<typename Scheduler::task_type&>(self));
    auto& next = static_cast<flow_header<Scheduler>&>(used.heap_->take());
    working::actor<Scheduler> me(*used.on_, *static_cast<typename Scheduler::worker_type*>(worker));
    used.~ticket();
    memory::deallocate(me, &used);
    next.execute(next, worker, verb);
  }

  Scheduler* on_;
  ready_heap* heap_;
};

/// A task is ready. The ticket comes last: so there are never more than tasks.
template <class Scheduler>
void put_by_priority(ready_heap& heap, ready_node& one, working::actor<Scheduler>& me) {
  auto& place = ticket<Scheduler>::create(me, heap);
  heap.put(one);
  me.put(place);
}

}  // namespace dataflow

}  // namespace jackdaw
