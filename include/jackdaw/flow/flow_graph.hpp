// flow_graph: tasks that name the data they use, submitted once and run again and again.
//
// What a flow finds out for each task when it is submitted, a graph finds out once (flow/graph/graph_plan.hpp). A
// run only counts (flow/graph/graph_runner.hpp). Others have the same: taskgraph of OpenMP 6, taskiter of OmpSs-2,
// run_n and run_until of Taskflow.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/graph/graph_runner.hpp>
#include <jackdaw/flow/graph/graph_submission.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

namespace jackdaw {

/// Tasks that are submitted once, as to a flow, and run as often as you like: for programs that do the same again, a
/// time step or an iteration.
///     flow_graph graph(sched);
///     handle<double> x(1.0), change;
///     graph.submit(write(x), write(change), [](double& x, double& change) {
///       const double next = 0.5 * (x + 2 / x);
///       change = std::abs(next - std::exchange(x, next));
///     });
///     graph.run_until([&change] { return change.value() < 1e-12; });
///
/// Not where tasks or their accesses differ from run to run: that is a flow. Nor to overlap rounds: a round begins when
/// the one before is over, so submit the tasks of several steps where these should overlap.
///
/// Functions are called once in each round, as lvalues, and kept. What they refer to may change between runs, and so
/// may the objects of the handles. These outlive the graph, or the last run. While the graph runs, no flow and no
/// other graph uses the same handles: it does not wait for those.
///
/// Cost: docs/lab/faces/graphs.md. Threads: one at a time submits and runs; cancel() any. Errors: submit(), run().
template <class Scheduler>
class basic_flow_graph {
 public:
  /// Of the scheduler that executes it, which outlives the graph. Throws std::bad_alloc.
  explicit basic_flow_graph(Scheduler& on) : runner_(std::make_unique<runner>(on)) {}
  basic_flow_graph(const basic_flow_graph&) = delete;
  basic_flow_graph& operator=(const basic_flow_graph&) = delete;
  /// Inside std::exit(), called in a task while it runs, its memory is kept.
  ~basic_flow_graph() {
    if (runner_->is_running()) static_cast<void>(runner_.release());  // worker/engine/process_end.hpp
  }

  /// Adds a task: `submit(attributes…, access…, function)`, as basic_flow::submit does. Nothing runs yet. Attributes
  /// are named, priority, pinned and affinity. Accesses are read, write, add and access<A>, to handles and to ranges of
  /// them; anything else does not compile. Between runs more tasks may be added.
  ///     graph.submit(named("gemm"), read(a), read(b), write(c), [](const matrix& x, const matrix& y, matrix& z) {
  ///       multiply_add(x, y, z);
  ///     });
  ///
  /// Cost: some allocations. Errors: std::bad_alloc, what copying `function` throws, std::invalid_argument where
  /// `pinned` or `affinity` names no worker, std::logic_error while the graph runs; nothing is added then.
  template <class... Parts>
  void submit(Parts&&... parts) {
    using plan = dataflow::graph_submission<Scheduler, std::decay_t<Parts>...>;
    if constexpr (plan::compiles())
      plan::add_to(*runner_, std::forward_as_tuple(std::forward<Parts>(parts)...));
  }

  /// Runs all tasks, `times` times: each round in an order that a flow might have taken, one round after another.
  /// Returns when all is over; executes tasks meanwhile, also others of the scheduler. Throws flow_error after a
  /// round in which tasks have thrown, and begins no other. Tasks that would have read what these failed to write
  /// were skipped. The graph can be run again then. After cancel() it returns as usual.
  ///
  /// Cost: the first run, and the first after a submit(), find out the order: a sort of all pairs of tasks of which one
  /// comes directly after the other. Errors: also std::logic_error where the graph runs already, as in one of its own
  /// tasks, and std::bad_alloc.
  void run(std::uint64_t times = 1) {
    if (times != 0) runner_->run([&times] { return --times != 0; });
  }

  /// Runs all tasks, and again until `is_over()` after a round. Returns how many rounds there were: one at least.
  /// Between rounds no task runs, so `is_over` may look at the objects: iteration until convergence. It is called by
  /// a worker. Throws what it throws, and as run().
  template <std::predicate IsOver>
  std::uint64_t run_until(IsOver&& is_over) {
    return runner_->run([&is_over] { return !is_over(); });
  }

  /// Tasks that have not begun are skipped, and no other round begins, until run() returns: as usual. Where the graph
  /// does not run, that is the next run. Threads: any, tasks included.
  void cancel() noexcept { runner_->failures().cancel(); }

  /// How many tasks have been skipped since the graph was made: after failures, or by cancel(). While it does not run.
  [[nodiscard]] std::uint64_t skipped() const noexcept { return runner_->failures().skipped(); }

  /// How many tasks it has.
  [[nodiscard]] std::size_t size() const noexcept { return runner_->size(); }

  /// The scheduler that executes its tasks.
  [[nodiscard]] Scheduler& on() noexcept { return runner_->on(); }

 private:
  using runner = dataflow::graph_runner<Scheduler>;

  std::unique_ptr<runner> runner_;
};

/// A graph over the default scheduler: `flow_graph graph(sched);`
using flow_graph = basic_flow_graph<scheduler>;

}  // namespace jackdaw
