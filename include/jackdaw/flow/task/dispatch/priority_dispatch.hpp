// Tasks with a priority: how they come into the heap of their flow, and out of it.
#pragma once

#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/dispatch/put_ready.hpp>
#include <jackdaw/flow/task/dispatch/ready_heap.hpp>
#include <jackdaw/flow/task/dispatch/special_dispatch.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

template <class Scheduler>
class prioritized;

/// What is in the pool for a task in the heap. A task that is not ready, or that a worker has taken, has a ticket;
/// which one does not matter. So each time that the task becomes ready there is one, and no memory is needed for
/// that.
template <class Scheduler>
class ticket final : public Scheduler::task_type {
 public:
  static constexpr const char* name = "(by priority)";  // for observers, until it turns out which task it is

  [[nodiscard]] static ticket& create(working::actor<Scheduler>& by, ready_heap& heap) {
    return *new (memory::allocate(by)) ticket(heap);
  }
  static void destroy(working::actor<Scheduler>& by, ticket& used) noexcept {
    used.~ticket();
    memory::deallocate(by, &used);
  }

 private:
  using memory = jackdaw::detail::block_for<ticket>;

  explicit ticket(ready_heap& heap) noexcept : heap_(&heap) { this->execute = &execute_one; }
  ~ticket() = default;

  static void execute_one(jackdaw::task& self, void* worker, task_verb verb) {
    if (verb == task_verb::describe) [[unlikely]] {
      *static_cast<jackdaw::task_kind*>(worker) = kind_of_task<ticket>();
      return;
    }
    auto& used = static_cast<ticket&>(static_cast<typename Scheduler::task_type&>(self));
    auto& next = static_cast<prioritized<Scheduler>&>(used.heap_->take());
    next.take_up(used, worker, verb);
  }

  ready_heap* heap_;
};

/// What a task with a priority has besides.
template <class Scheduler>
class prioritized final : public special_dispatch<Scheduler>, public ready_node {
 public:
  prioritized(basic_flow<Scheduler>& flow, waiter& of, jackdaw::priority how_urgent) noexcept
      : special_dispatch<Scheduler>(flow), ready_node(how_urgent.value), task_(&of) {}

  /// Throws std::bad_alloc. Before the task is registered: one that is cannot be taken back.
  void prepare(working::actor<Scheduler>& by) { ticket_ = &ticket<Scheduler>::create(by, this->heap()); }
  /// The task is over.
  void clear(working::actor<Scheduler>& by) noexcept { ticket<Scheduler>::destroy(by, *ticket_); }

  /// The ticket comes last: so there are never more than tasks.
  void put(working::actor<Scheduler>& me) override {
    ticket<Scheduler>& own = *ticket_;
    this->heap().put(*this);  // now others may take it
    put_ready(own, me);
  }

  void take_up(ticket<Scheduler>& by, void* worker, task_verb verb) {
    ticket_ = &by;
    auto& t = static_cast<flow_header<Scheduler>&>(*task_);
    if (verb == task_verb::run) tell_turned_out(t, *static_cast<typename Scheduler::worker_type*>(worker));
    t.execute(t, worker, verb);
  }

 private:
  /// The observer took the ticket for the task until now.
  template <class Worker>
  static void tell_turned_out([[maybe_unused]] const jackdaw::task& t, [[maybe_unused]] Worker& by) noexcept {
    if constexpr (requires { by.data_observer()->task_turned_out(by.place(), t); }) {
      if (auto* const seen_by = by.data_observer()) seen_by->task_turned_out(by.place(), t);
    }
  }

  waiter* task_;
  ticket<Scheduler>* ticket_ = nullptr;
};

}  // namespace jackdaw::dataflow
