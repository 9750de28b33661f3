// Reports to an observer which data the tasks of a flow use, where the observer has hooks for that.
//
// Callers: the worker that is at work for the task. For guests, and for observers without these hooks, nothing
// of it is compiled, or one look at a pointer is left.
#pragma once

#include <algorithm>

#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

/// Calls tell(observer) with the observer that is told what `me` does with data, if there is one.
template <class Scheduler>
void if_told(const working::actor<Scheduler>& me, [[maybe_unused]] auto&& tell) noexcept {
  if constexpr (requires { me.worker()->data_observer(); }) {
    if (!me.is_worker()) return;
    if (auto* const seen_by = me.worker()->data_observer()) tell(*seen_by);
  }
}

[[nodiscard]] inline observe::data_access access_of(const waiter& t, const requirement& each) noexcept {
  return {&each.of(), each.version(), each.contends(), t.is_later, each.of().name_number()};
}

/// `t` was submitted, and begins to wait for its data, if it has to.
template <class Task, class Scheduler>
void tell_waiting(Task& t, const working::actor<Scheduler>& me) noexcept {
  if constexpr (requires { t.note; }) {
    if_told(me, [&](auto& seen_by) {
      const bool waits = std::ranges::any_of(t.all_requirements(), [&t](const requirement& each) {
        return t.concerns_now(each) && !each.of().reached(each.version());
      });
      if (waits) seen_by.data_awaited(me.id(), t, t.note);
    });
  }
}

/// `t` has run, and begins its deferred accesses.
template <class Task, class Scheduler>
void tell_deferred(Task& t, const working::actor<Scheduler>& me) noexcept {
  if_told(me, [&](auto& seen_by) {
    if constexpr (requires { seen_by.data_deferred(me.id(), t.note); })
      seen_by.data_deferred(me.id(), t.note);
  });
}

/// `t` has waited, and is put next.
template <class Task, class Scheduler>
void tell_reached(Task& t, const working::actor<Scheduler>& me) noexcept {
  if_told(me, [&](auto& seen_by) {
    if constexpr (requires { seen_by.data_reached(t.note); }) seen_by.data_reached(t.note);
  });
}

/// `t` begins with what it does now, to run or to apply what it has found.
template <class Scheduler>
void tell_acquired(const waiter& t, const working::actor<Scheduler>& me) noexcept {
  if_told(me, [&](auto& seen_by) {
    for (const requirement& each : t.all_requirements()) {
      if (t.concerns_now(each)) seen_by.data_acquired(me.id(), access_of(t, each));
    }
  });
}

/// That is over; called before other threads can know.
template <class Scheduler>
void tell_released(const waiter& t, const working::actor<Scheduler>& me) noexcept {
  if_told(me, [&](auto& seen_by) {
    for (const requirement& each : t.all_requirements()) {
      if (t.concerns_now(each)) seen_by.data_released(me.id(), access_of(t, each));
    }
  });
}

/// One of the parts of a task with subtasks is over. What they wait for together looks like a handle, which each of
/// them has read. So all of them count, not only the one that ends last.
template <class Scheduler>
void tell_part_over(const void* parts, const working::actor<Scheduler>& me) noexcept {
  if_told(me, [&](auto& seen_by) {
    seen_by.data_acquired(me.id(), {parts, 0, false, false});
    seen_by.data_released(me.id(), {parts, 0, false, false});
  });
}

/// All of them are; the running task goes on with the task around them.
template <class Scheduler>
void tell_parts_over(const void* parts, const working::actor<Scheduler>& me) noexcept {
  if_told(me, [&](auto& seen_by) {
    seen_by.data_acquired(me.id(), {parts, 1, false, true});
    seen_by.data_released(me.id(), {parts, 1, false, true});
  });
}

}  // namespace jackdaw::dataflow
