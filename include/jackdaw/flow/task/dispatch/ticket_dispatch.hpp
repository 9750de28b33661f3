// Tasks with a priority or an affinity: how they come among the ready tasks of their flow, and out of there.
#pragma once

#include <stdexcept>
#include <string>

#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/dispatch/affinity_lists.hpp>
#include <jackdaw/flow/task/dispatch/ready_heap.hpp>
#include <jackdaw/flow/task/dispatch/ready_tasks.hpp>
#include <jackdaw/flow/task/dispatch/special_dispatch.hpp>
#include <jackdaw/flow/task/dispatch/ticket.hpp>
#include <jackdaw/flow/task/flow_header.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

/// What a task with a ticket has besides. `Placed`: what is derived from it. It has `join(ready_tasks&)`, which puts
/// the task there, and what a ticket asks for.
template <class Scheduler, class Placed>
class ticketed : public special_dispatch<Scheduler> {
 public:
  using ticket_type = ticket<Scheduler, Placed>;
  using typename special_dispatch<Scheduler>::task_type;

  /// Throws std::bad_alloc. Before the task is registered: one that is cannot be taken back.
  void prepare(working::actor<Scheduler>& by) {
    ticket_ = new (memory::allocate(by)) ticket_type(this->ready());
  }
  /// The task is over.
  void clear(working::actor<Scheduler>& by) noexcept {
    ticket_->~ticket_type();
    memory::deallocate(by, ticket_);
  }

  [[nodiscard]] task_type* make_ready([[maybe_unused]] working::actor<Scheduler>& me) override {
    ticket_type& own = *ticket_;
    static_cast<Placed&>(*this).join(this->ready());  // now others may take it
    return &own;
  }

  void take_up(ticket_type& by, typename Scheduler::worker_type& worker, task_verb verb) {
    ticket_ = &by;
    auto& t = static_cast<flow_header<Scheduler>&>(*task_);
    if (verb == task_verb::run) tell_turned_out(t, worker);
    t.execute(t, &worker, verb);
  }

 protected:  // without a friend: g++ would warn of a destructor that is reached and not virtual
  // NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility)
  ticketed(flow_core<Scheduler>& flow, waiter& of) noexcept : special_dispatch<Scheduler>(flow), task_(&of) {}
  ~ticketed() = default;

 private:
  using memory = jackdaw::detail::block_for<ticket_type>;

  waiter* task_;
  ticket_type* ticket_ = nullptr;
};

/// A task with a priority.
template <class Scheduler>
class prioritized final : public ticketed<Scheduler, prioritized<Scheduler>>, public ready_node {
 public:
  static constexpr const char* name_of_tickets = "(by priority)";

  prioritized(flow_core<Scheduler>& flow, waiter& of, jackdaw::priority how_urgent) noexcept
      : ticketed<Scheduler, prioritized>(flow, of), ready_node(how_urgent.value) {}

  void join(ready_tasks& all) noexcept { all.by_priority.put(*this); }
  [[nodiscard]] static prioritized& take(ready_tasks& all, unsigned /*place*/) noexcept {
    return static_cast<prioritized&>(all.by_priority.take());
  }
};

/// Throws std::invalid_argument.
inline void require_worker(affinity to, unsigned workers) {
  if (to.near != nullptr || to.worker < workers) return;
  throw std::invalid_argument("a task has an affinity to worker " + std::to_string(to.worker) +
                              " of a scheduler that has " + std::to_string(workers) + "; expected 0 to " +
                              std::to_string(workers - 1));
}

/// A task with an affinity.
template <class Scheduler>
class with_affinity final : public ticketed<Scheduler, with_affinity<Scheduler>>, public affine_node {
 public:
  static constexpr const char* name_of_tickets = "(by affinity)";

  with_affinity(flow_core<Scheduler>& flow, waiter& of, affinity where) noexcept
      : ticketed<Scheduler, with_affinity>(flow, of), affine_node(where) {}

  /// Throws std::bad_alloc, as that of all.
  void prepare(working::actor<Scheduler>& by) {
    this->ready().by_affinity.prepare(by.scheduler().workers());
    ticketed<Scheduler, with_affinity>::prepare(by);
  }
  void join(ready_tasks& all) noexcept { all.by_affinity.put(*this); }
  [[nodiscard]] static with_affinity& take(ready_tasks& all, unsigned place) noexcept {
    return static_cast<with_affinity&>(all.by_affinity.take(place));
  }
};

}  // namespace jackdaw::dataflow
