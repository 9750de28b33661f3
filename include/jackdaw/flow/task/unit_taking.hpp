// How a task that requires units of resources comes to its units and its turns, before it runs.
//
// Callers: the worker that is about to execute the task. unit_sharing.hpp has the proof (US-U6).
#pragma once

#include <jackdaw/flow/resource/unit_request.hpp>
#include <jackdaw/flow/resource/unit_sharing.hpp>
#include <jackdaw/flow/version/access_order.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

template <class Scheduler>
class flow_core;

template <class Scheduler>
class unit_taking {
 public:
  unit_taking(flow_core<Scheduler>& flow, working::actor<Scheduler>& by) noexcept : flow_(&flow), by_(&by) {}

  /// False: it has to wait for one of them, and belongs to others from now on. While it waits for a turn, it has no
  /// units. `RunsAlways`: see flow_core::skips.
  template <bool RunsAlways>
  [[nodiscard]] bool with_turns(waiter& t, unit_request& units) {
    for (;;) {
      if (!t.is_later && !alone<RunsAlways>(t, units)) return false;
      if (!t.contends || resuming([&](waiter*& woken) { return try_turns(t, woken); })) return true;
      unit_sharing::give_back(units);
      if (resuming([&](waiter*& woken) { return wait_for_turn(t, woken); })) return false;
    }
  }

 private:
  template <bool RunsAlways>
  [[nodiscard]] bool alone(waiter& t, unit_request& units) {
    while (!units.has_units && !units.is_skipped) {
      units.is_skipped = flow_->template skips<RunsAlways>(t, *by_);
      if (units.is_skipped || unit_sharing::take(units)) break;
      static_cast<void>(resuming([&](waiter*& woken) {
        stop_awaiting_turn(t, woken);
        return false;
      }));
      flow_->open_.waits_for_units(t);
      const auto is_called_off = [this] { return !RunsAlways && flow_->failures_.is_cancelled(); };
      if (unit_sharing::take_or_wait(units, is_called_off) == unit_sharing::answer::waits) return false;
    }
    return true;
  }

  /// What the step says; resumes the tasks that it has woken.
  [[nodiscard]] bool resuming(auto&& step) {
    waiter* woken = nullptr;
    const bool answer = step(woken);
    flow_->resume(woken, flow_, *by_);
    return answer;
  }

  flow_core<Scheduler>* flow_;
  working::actor<Scheduler>* by_;
};

}  // namespace jackdaw::dataflow
