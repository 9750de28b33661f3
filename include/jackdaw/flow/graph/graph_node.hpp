// A task of a graph as the scheduler and the runs of the graph see it.
#pragma once

#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/flow/graph/graph_vertex.hpp>
#include <jackdaw/flow/graph/task_turn.hpp>
#include <jackdaw/flow/task/dispatch/ready_tasks.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

template <class Scheduler>
class graph_runner;

/// Lives as long as its graph. The same task comes into a pool once a round, and once more when it had to wait for its
/// turn.
template <class Scheduler>
class graph_node : public Scheduler::task_type, public graph_vertex, public task_turn::place {
 public:
  graph_node(graph_runner<Scheduler>& runner, bool has_place, bool gets_ticket) noexcept
      : runner_(&runner), is_placed_(has_place) {
    this->execute = &execute_one;
    this->has_ticket = gets_ticket;
  }
  graph_node(const graph_node&) = delete;
  graph_node& operator=(const graph_node&) = delete;
  virtual ~graph_node() = default;

  /// Calls the function.
  virtual void call() = 0;
  /// What it is in pictures and messages.
  [[nodiscard]] virtual jackdaw::task_kind kind() const noexcept = 0;
  /// Where it is not simply put into the pool when it is ready: it comes to its worker, or among the ready tasks of its
  /// graph; then the caller puts the ticket that this returns. Null: there is none. Not for tasks without a place.
  [[nodiscard]] virtual typename Scheduler::task_type* make_ready(working::actor<Scheduler>& me,
                                                                  ready_tasks& ready) = 0;

  [[nodiscard]] bool is_placed() const noexcept { return is_placed_; }

  const base::packed_float_environment environment =
      base::packed_float_environment::here();  ///< of the thread that has submitted it

 private:
  static void execute_one(task& self, void* worker, task_verb verb) {
    auto& node = static_cast<graph_node&>(static_cast<typename Scheduler::task_type&>(self));
    if (verb == task_verb::describe) [[unlikely]] {
      *static_cast<jackdaw::task_kind*>(worker) = node.kind();
      return;
    }  // a run of the scheduler that has failed is not the graph's: dropping is running
    auto& runner = *node.runner_;
    working::actor<Scheduler> me(runner.on(), *static_cast<typename Scheduler::worker_type*>(worker));
    runner.execute(node, me);
  }

  graph_runner<Scheduler>* runner_;
  bool is_placed_;
};

}  // namespace jackdaw::dataflow
