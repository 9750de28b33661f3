// Tasks with a priority: how they come into the heap of their flow, and out of it.
#pragma once

#include <jackdaw/flow/attributes.hpp>
#include <jackdaw/flow/placed.hpp>
#include <jackdaw/flow/ready_heap.hpp>
#include <jackdaw/flow/waiter.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/visit.hpp>

namespace jackdaw::dataflow {

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

/// What a task with a priority has besides.
template <class Scheduler>
class prioritized final : public placed<Scheduler>, public ready_node {
 public:
  prioritized(basic_flow<Scheduler>& flow, waiter& of, jackdaw::priority how_urgent) noexcept
      : placed<Scheduler>(flow), ready_node(how_urgent.value) {
    task = &of;
  }

  /// The ticket comes last: so there are never more than tasks.
  void put(working::actor<Scheduler>& me) override {
    auto& place = ticket<Scheduler>::create(me, this->heap());
    this->heap().put(*this);
    me.put(place);
  }
};

}  // namespace jackdaw::dataflow
