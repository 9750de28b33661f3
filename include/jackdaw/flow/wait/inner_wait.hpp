// A wait for a handle inside a task of the same flow.
//
// The thread blocks (worker/engine/blocked_wait.hpp): it executes no tasks meanwhile, as one of them could need what
// the task below it has. Only what is pinned to its worker runs on top. For other threads the wait is a part of each
// task on the stack, as a subtask is: these tasks do not end before it is over. So a search for cycles sees it
// (flow/deadlock/cycles.hpp).
// Callers: the thread that executes the task.
// Invariants
//   IW-A1  a task on the stack is entered among those that wait for parts (AS-J1) before its place is parked at the
//          handle, and leaves after that is gone. So a search that finds the place finds a task that does not end.
//   IW-A2  a wait that can never end throws. If a task on the stack has declared what is waited for, at once. If it
//          waits in a cycle: all of that stands still from the moment when it is closed, and the thread looks again and
//          again, at intervals that double. If it waits for an unused reservation: when a thread waits for the flow
//          besides, and nothing else moves in the scheduler; until then the reservation may still be used.
// Cost: a look at the flows of the process, a lock for each task on the stack, and a thread that takes over. Looks for
// cycles begin after a millisecond, and take a thirtieth of the time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/flow/deadlock/awaiting_subtasks.hpp>
#include <jackdaw/flow/deadlock/cycles.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/deadlock/nested_waits.hpp>
#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/flow/wait/handle_waiter.hpp>

namespace jackdaw::dataflow {

template <class Scheduler>
class flow_core;

template <class Scheduler>
class inner_wait {
  using flow_type = flow_core<Scheduler>;

 public:
  /// By a thread with a task of `flow` on its stack. Throws std::logic_error, stuck, std::system_error where no thread
  /// would be left to execute tasks.
  static void await(flow_type& flow, versions& of, std::uint64_t version) {
    if (of.reached(version)) return;
    const std::vector<waiter*> stack = flow.listed_.tasks_here();
    refuse_own(stack, of, version);
    const unsigned place = flow.on().worker_here()->place();
    std::deque<part> parts;
    waiter* woken = nullptr;
    try {
      for (waiter* each : stack) parts.emplace_back(*each, flow, of, version, place, woken);
      flow.resume(woken);
      const handle_waiter<Scheduler>& first = parts.front().end;
      flow.on().block_inside(place, [&first] { return first.has_come(); }, lookout(flow, first));
    } catch (...) {
      leave(flow, parts);
      throw;
    }
    leave(flow, parts);
  }

  /// Throws std::logic_error where a task on this stack, or one that it is a subtask of, has declared the handle.
  static void refuse_own(flow_type& flow, const versions& of) {
    refuse_own(flow.listed_.tasks_here(), of, ~std::uint64_t{0});
  }

 private:
  /// What one task on the stack waits for. IW-A1
  struct part {
    part(waiter& task, flow_type& flow, versions& of, std::uint64_t version, unsigned place, waiter*& woken)
        : entry(task), end(of, version, flow.waiting_, flow.on(), woken, blocked_in{&task, place}) {}

    struct entered {
      explicit entered(waiter& task) noexcept : at(task, awaiting_place::in_function) {
        awaiting_subtasks::enter(at);
      }
      entered(const entered&) = delete;
      entered& operator=(const entered&) = delete;
      ~entered() { awaiting_subtasks::leave(at); }
      awaiting_place at;
    };

    entered entry;
    handle_waiter<Scheduler> end;
  };

  static void leave(flow_type& flow, std::deque<part>& parts) {
    waiter* woken = nullptr;
    for (part& each : parts) {
      woken = each.end.leave();
      flow.resume(woken);
    }
  }

  /// Throws where one of the tasks, or one that it is a subtask of, has declared what is waited for. `stack`: the
  /// innermost first.
  static void refuse_own(const std::vector<waiter*>& stack, const versions& of, std::uint64_t version) {
    for (const waiter* task : stack) {
      for (const waiter* each = task; each != nullptr; each = each->kind->around(*each)) {
        for (const requirement& need : each->all_requirements()) {
          if (&need.of() == &of && need.version() < version && !each->is_past(need))
            refuse_own_end(stack.front()->kind->name(*stack.front()), each->kind->name(*each));
        }
      }
    }
  }

  /// Finds out whether it waits in vain. IW-A2
  class lookout {
   public:
    lookout(flow_type& flow, const handle_waiter<Scheduler>& end)
        : flow_(&flow), end_(&end), due_(base::nanoseconds_now() + pause_) {}

    void operator()() {
      const std::int64_t begun = base::nanoseconds_now();
      if (begun < due_) return;
      const std::string why = held_up();
      if (!why.empty() && !end_->has_come()) throw_stuck(flow_->counts_.pending(), why);
      const std::int64_t now = base::nanoseconds_now();
      pause_ = std::max(std::min(2 * pause_, longest_pause), share * (now - begun));
      due_ = now + pause_;
    }

   private:
    static constexpr std::int64_t longest_pause = 128'000'000;  // nanoseconds
    static constexpr std::int64_t share = 30;

    /// Why; empty: it is not.
    [[nodiscard]] std::string held_up() {
      const awaited what{.task = &end_->place()};
      std::string why;
      waiter* woken = nullptr;
      try {
        const bool held = reservations::unseen(
                              [&] { return cycles::hold_up(what, reservations::promises(), why, woken); }) ||
                          (rests_again() && reservations::hold_up(what, why, woken));
        if (!held) why.clear();
      } catch (...) {  // no memory to find out
        flow_->resume(woken);
        throw;
      }
      flow_->resume(woken);
      return why;
    }

    /// Whether nothing moves now, nothing has since the last look, and a thread waits for that besides.
    [[nodiscard]] bool rests_again() {
      const std::uint64_t before = rest_;
      rest_ = flow_->waiting_.has_some() && flow_->on().all_block() ? flow_->on().phase_state() : no_rest;
      return rest_ != no_rest && rest_ == before;
    }

    static constexpr std::uint64_t no_rest = 0;
    flow_type* flow_;
    const handle_waiter<Scheduler>* end_;
    std::int64_t pause_ = 1'000'000;  // until the next look
    std::int64_t due_;
    std::uint64_t rest_ = no_rest;
  };
};

}  // namespace jackdaw::dataflow
