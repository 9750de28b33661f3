// Where the tasks of a graph go that have the attribute pinned, priority or affinity: as those of a flow do
// (flow/task/dispatch/pinned_dispatch.hpp, ticket_dispatch.hpp).
#pragma once

#include <tuple>

#include <jackdaw/flow/graph/graph_node.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/dispatch/affinity_lists.hpp>
#include <jackdaw/flow/task/dispatch/ready_heap.hpp>
#include <jackdaw/flow/task/dispatch/ready_tasks.hpp>
#include <jackdaw/flow/task/dispatch/ticket.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

/// Nowhere in particular.
template <class Scheduler>
struct graph_placed_anywhere {
  graph_placed_anywhere(const auto& /*attributes*/, graph_node<Scheduler>& /*task*/) noexcept {}
  [[nodiscard]] auto* make_ready(graph_node<Scheduler>& task, working::actor<Scheduler>& /*me*/,
                                 ready_tasks& /*ready*/) {
    return static_cast<typename Scheduler::task_type*>(&task);
  }
};

template <class Scheduler>
class graph_pinned {
 public:
  graph_pinned(const auto& attributes, graph_node<Scheduler>& /*task*/) noexcept
      : to_(std::get<pinned>(attributes)) {}
  [[nodiscard]] auto* make_ready(graph_node<Scheduler>& task, working::actor<Scheduler>& me,
                                 ready_tasks& /*ready*/) {
    me.put_pinned(to_.worker, task);
    return static_cast<typename Scheduler::task_type*>(nullptr);
  }

 private:
  pinned to_;
};

/// `Placed`: what is derived from it (flow/task/dispatch/ticket_dispatch.hpp). The ticket is a part of the task.
template <class Scheduler, class Placed>
class graph_ticketed {
 public:
  using ticket_type = ticket<Scheduler, Placed>;

  [[nodiscard]] auto* make_ready(graph_node<Scheduler>& /*task*/, working::actor<Scheduler>& /*me*/,
                                 ready_tasks& ready) {
    ticket_type& own = *ticket_;
    own.all = &ready;
    static_cast<Placed&>(*this).join(ready);  // now others may take it
    return static_cast<typename Scheduler::task_type*>(&own);
  }

  void take_up(ticket_type& by, typename Scheduler::worker_type& worker, task_verb /*verb*/) {
    ticket_ = &by;
    tell_turned_out(*task_, worker);
    task_->execute(*task_, &worker, task_verb::run);
  }

 private:
  friend Placed;
  explicit graph_ticketed(graph_node<Scheduler>& task) noexcept : task_(&task) {}

  graph_node<Scheduler>* task_;
  ticket_type own_;
  ticket_type* ticket_ = &own_;
};

template <class Scheduler>
class graph_prioritized : public graph_ticketed<Scheduler, graph_prioritized<Scheduler>>, public ready_node {
 public:
  static constexpr const char* name_of_tickets = "(by priority)";

  graph_prioritized(const auto& attributes, graph_node<Scheduler>& task) noexcept
      : graph_ticketed<Scheduler, graph_prioritized>(task),
        ready_node(std::get<jackdaw::priority>(attributes).value) {}

  void join(ready_tasks& all) noexcept { all.by_priority.put(*this); }
  [[nodiscard]] static graph_prioritized& take(ready_tasks& all, unsigned /*place*/) noexcept {
    return static_cast<graph_prioritized&>(all.by_priority.take());
  }
};

template <class Scheduler>
class graph_affine : public graph_ticketed<Scheduler, graph_affine<Scheduler>>, public affine_node {
 public:
  static constexpr const char* name_of_tickets = "(by affinity)";

  graph_affine(const auto& attributes, graph_node<Scheduler>& task) noexcept
      : graph_ticketed<Scheduler, graph_affine>(task), affine_node(std::get<affinity>(attributes)) {}

  void join(ready_tasks& all) noexcept { all.by_affinity.put(*this); }
  [[nodiscard]] static graph_affine& take(ready_tasks& all, unsigned place) noexcept {
    return static_cast<graph_affine&>(all.by_affinity.take(place));
  }
};

}  // namespace jackdaw::dataflow
