// How threads wait for a flow: for all its tasks, for one handle, and at its end.
//
// The end comes when all tasks are over, also those that can never run, and cannot throw. So unused reservations of
// the flow are given up: at once where no task of the flow can run that might use them, and inside a task; else when
// the scheduler has come to rest. So are subtasks and reservations of the flow in cycles, as many as it takes to open
// all. Their tasks fail. What is left waits for reservations of other flows, which may still be used, or for cycles of
// other flows. Then the end of the flow reports that, and waits. A flow whose end comes in std::exit(), called by a
// task, does not wait.
#pragma once

#include <cstdint>
#include <cstdio>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/threads/inside_exit.hpp>
#include <jackdaw/base/threads/stack.hpp>
#include <jackdaw/flow/deadlock/cycles.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/deadlock/nested_waits.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/part/index_space.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/flow/wait/handle_waiter.hpp>
#include <jackdaw/flow/wait/inner_wait.hpp>
#include <jackdaw/flow/wait/run_on_worker.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

template <class Scheduler>
class flow_waits {
  using flow_type = flow_core<Scheduler>;

 public:
  static void for_all(flow_type& flow) {
    if (flow.has_task_here()) refuse_inside("wait()");
    flow.release();
    auto since = flow.failures_.now();
    nested_wait here(flow.listed_, nested_wait::throws, flow.on().worker_here() != nullptr);
    flow.help_until(over(flow, here), {.flow = &flow});
    here.require_over();
    if (flow.failures_.any()) flow.failures_.settle([&flow] { return flow.counts_.skipped(); });
    flow.failures_.report(std::move(since));
  }

  static void for_handle(flow_type& flow, versions& of) {
    if (flow.has_task_here()) inner_wait<Scheduler>::refuse_own(flow, of);  // before it changes anything
    auto since = flow.failures_.now();
    const std::uint64_t version = of.close_group();
    for_version(flow, of, version);
    flow.failures_.report_missing(std::move(since), of, version, flow.counts_.skipped());
  }

  static void for_part(flow_type& flow, const auto& part) {
    auto since = flow.failures_.now();
    const std::vector<origin> all = part.close();
    for (const origin& each : all) for_version(flow, *each.of, each.all);
    for (const origin& each : all)
      flow.failures_.report_missing(since, *each.of, each.all, flow.counts_.skipped());
  }

  /// Until a handle has this version, whatever has failed (handle_waiter.hpp HW-A1).
  static void for_version(flow_type& flow, versions& of, std::uint64_t version) {
    flow.release();
    if (flow.has_task_here()) return inner_wait<Scheduler>::await(flow, of, version);
    waiter* woken = nullptr;
    handle_waiter<Scheduler> end(of, version, flow.waiting_, flow.on(), woken);
    await(flow, end, woken);
  }

  /// False: the flow cannot end, as std::exit() was called in a task (worker/engine/process_end.hpp). Its tasks may
  /// wait for that one, in ways that no search sees.
  [[nodiscard]] static bool for_end(flow_type& flow) {
    flow.release();
    if (!flow.counts_.all_over() && working::worker_scopes_here != 0 && !base::on_own_stack(&flow) &&
        base::inside_exit())
      return false;
    if (!may_use_reservations(flow)) reservations::give_up_all(flow.reserved_);
    nested_wait here(flow.listed_, nested_wait::cannot_throw, flow.on().worker_here() != nullptr);
    std::string why;
    do {
      why = flow.held_up(over(flow, here), {.flow = &flow});
    } while (reservations::give_up_all(flow.reserved_) || (!why.empty() && open_cycles(flow)));
    if (why.empty()) return true;
    std::fprintf(stderr, "jackdaw: the end of a flow waits for tasks that cannot run; %s\n", why.c_str());
    static_cast<void>(flow.held_up(over(flow, here), {}));
    return true;
  }

 private:
  /// `woken`: the tasks that can go on since `end` has looked.
  static void await(flow_type& flow, handle_waiter<Scheduler>& end, waiter* woken) {
    try {
      flow.resume(woken);
      flow.help_until([&end] { return end.has_come(); }, {.task = &end.place()});
    } catch (...) {
      flow.resume(end.leave());
      throw;
    }
  }

  [[nodiscard]] static auto over(flow_type& flow, nested_wait& here) {
    return [&flow, &here] { return here.over([&flow] { return flow.counts_.all_over(); }); };
  }

  /// Whether a task of the flow may still use one: some can run. Inside a task it is not known when these are over, as
  /// the scheduler does not come to rest: there they are too late.
  [[nodiscard]] static bool may_use_reservations(flow_type& flow) {
    if (!reservations::any()) return false;
    if (flow.on().worker_here() != nullptr) return false;
    waiter* woken = nullptr;
    std::uint64_t blocked = ~std::uint64_t{0};
    try {
      blocked = reservations::count_blocked(flow, woken);
    } catch (const std::bad_alloc&) {}  // NOLINT(bugprone-empty-catch): no memory to find out, so it gives up
    flow.resume(woken);
    return blocked < flow.counts_.pending();
  }

  /// Gives up subtasks and reservations of the flow that wait in cycles. False: there are none.
  [[nodiscard]] static bool open_cycles(flow_type& flow) {
    waiter* woken = nullptr;
    const given_up_tasks given = reservations::unseen([&] {
      given_up_tasks found = cycles::give_up_some(flow, reservations::promises(), woken);
      for (reserved* const each : found.reservations) reservations::break_promise(*each);
      return found;
    });
    flow.resume(woken);
    if (given.none()) return false;
    for (reserved* const each : given.reservations) each->give_up();
    if (given.subtasks.empty()) return true;
    flow.failures_.give_up();
    const auto report = [&given](working::actor<Scheduler>& me) {
      for (void* const all : given.subtasks)
        basic_subtasks<Scheduler>::report({static_cast<basic_subtasks<Scheduler>*>(all), true}, me);
    };
    run_on_worker(flow.on(), report).run();  // tasks end on workers
    return true;
  }
};

}  // namespace jackdaw::dataflow
