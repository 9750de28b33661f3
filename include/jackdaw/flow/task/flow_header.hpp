// A task of a flow as the queues of the scheduler and the waiting lists of handles see it.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include <jackdaw/flow/task/dispatch/put_ready.hpp>
#include <jackdaw/flow/trace/access_tracing.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

template <class Scheduler, class Waiter>
struct header_with : Scheduler::task_type, Waiter {
  header_with(task::entry_point run, flow_base& flow, const task_kind& what) noexcept : Waiter(flow, what) {
    this->execute = run;
  }
};

/// Of a task that may wait at handles, or elsewhere.
template <class Scheduler>
struct flow_header : header_with<Scheduler, linked_waiter> {
  using header_with<Scheduler, linked_waiter>::header_with;
};

/// The same with its requirements: right behind the waiter, where handles find them (waiter.hpp), whatever the task
/// keeps besides and however that is aligned. `InList`: with a list of them, which is elsewhere.
template <class Scheduler, std::size_t Count, bool InList>
struct flow_header_for : flow_header<Scheduler> {
  using flow_header<Scheduler>::flow_header;

  std::conditional_t<InList, requirement_list, std::array<requirement, Count>> needs;

  static constexpr bool
  lies_behind_waiter() noexcept {  // nothing between: neither header nor task is larger for it
    return alignof(flow_header<Scheduler>) == alignof(waiter) &&
           sizeof(flow_header_for) == sizeof(flow_header<Scheduler>) + sizeof(needs);
  }
};

/// Without requirements. Of a task that waits only in a queue of the scheduler, unless it `Links` (task_traits.hpp).
template <class Scheduler, bool Links>
struct flow_header_without_needs
    : std::conditional_t<Links, flow_header<Scheduler>, header_with<Scheduler, waiter>> {
  using base = std::conditional_t<Links, flow_header<Scheduler>, header_with<Scheduler, waiter>>;
  using base::base;

  struct no_needs {
    [[nodiscard]] static requirement* data() noexcept { return nullptr; }
  };
  static constexpr no_needs needs{};

  static constexpr bool lies_behind_waiter() noexcept { return true; }
};

/// `woken` is ready now.
template <class Scheduler>
void put_woken(waiter& woken, working::actor<Scheduler>& me) {
  auto& t = static_cast<flow_header<Scheduler>&>(woken);
  tell_reached(t, me);
  put_ready(t, me);
}

}  // namespace jackdaw::dataflow
