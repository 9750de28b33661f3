// Whether a flow keeps a list of its tasks that are not over: where its scheduler has an observe::activity.
#pragma once

#include <type_traits>

#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/observe/watch/activity_of.hpp>

namespace jackdaw::dataflow {

class open_tasks;

/// Where no activity watches.
struct no_open_tasks {
  explicit no_open_tasks(const auto& /*scheduler*/) noexcept {}
  void waits(const waiter& /*t*/) noexcept {}
  void waits_later(const waiter& /*t*/) noexcept {}
  void waits_for_subtasks(const waiter& /*t*/) noexcept {}
  void waits_for_event(const waiter& /*t*/) noexcept {}
  void waits_for_units(const waiter& /*t*/) noexcept {}
  void runs(const waiter& /*t*/, unsigned /*worker*/) noexcept {}
  void is_over(const waiter& /*t*/) noexcept {}
  void unseen(auto&& change) const noexcept { change(); }
};

/// What a flow on such a scheduler has.
template <class Scheduler, bool = observe::may_have_activity<Scheduler>>
struct open_tasks_for {
  using type = no_open_tasks;
};
template <class Scheduler>
struct open_tasks_for<Scheduler, true> {
  static_assert(
      requires { sizeof(std::conditional_t < sizeof(Scheduler) != 0, open_tasks, void >); },
      "a flow on this scheduler tells an observer of its tasks: include <jackdaw/observe.hpp>, or "
      "<jackdaw/pools.hpp>");
  using type = open_tasks;
};
template <class Scheduler>
using open_tasks_of = typename open_tasks_for<Scheduler>::type;

}  // namespace jackdaw::dataflow
