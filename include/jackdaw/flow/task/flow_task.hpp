// A task of a flow: how it is made, comes to its data, runs, and ends.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/flow/resource/required_units.hpp>
#include <jackdaw/flow/resource/unit_sharing.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/dispatch/pinned_dispatch.hpp>
#include <jackdaw/flow/task/dispatch/put_ready.hpp>
#include <jackdaw/flow/task/dispatch/ticket_dispatch.hpp>
#include <jackdaw/flow/task/flow_header.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/task/task_parts.hpp>
#include <jackdaw/flow/task/task_traits.hpp>
#include <jackdaw/flow/task/unit_taking.hpp>
#include <jackdaw/flow/trace/access_tracing.hpp>
#include <jackdaw/flow/version/access_order.hpp>
#include <jackdaw/flow/version/handle_range.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw::dataflow {

/// `Attributes`: a tuple. `Declared`: the forms of what it declares (given.hpp).
template <class Scheduler, class Function, class Attributes, class... Declared>
class flow_task final : public task_parts<Scheduler, Function, Attributes, Declared...> {
  using parts = task_parts<Scheduler, Function, Attributes, Declared...>;
  using typename parts::accesses_type;
  using typename parts::traits;

 public:
  using parts::defers;
  using parts::in_list;
  using parts::is_placed;
  using parts::may_only_wait;
  using memory = jackdaw::detail::block_for<flow_task>;

  /// Makes the task. `register_accesses(needs, place)` fills in what it requires
  /// (flow/version/access_registration.hpp) and does not throw; see many_accesses.hpp where it is in_list.
  template <class F, class Enrol>
  [[nodiscard]] static flow_task& create(working::actor<Scheduler>& by, flow_core<Scheduler>& flow,
                                         F&& function, Attributes attributes, const auto& declared,
                                         Enrol&& register_accesses) {
    flow_task& made = prepare(by, flow, std::forward<F>(function), std::move(attributes), declared);
    made.require(std::forward<Enrol>(register_accesses));
    return made;
  }

  /// The part that may throw. What it gives is for require(), once, or for discard().
  template <class F>
  [[nodiscard]] static flow_task& prepare(working::actor<Scheduler>& by, flow_core<Scheduler>& flow,
                                          F&& function, Attributes attributes, const auto& declared) {
    if constexpr (traits::has_resources) require_enough(required_in(attributes));
    if constexpr (traits::is_pinned) require_worker(std::get<pinned>(attributes), by.scheduler().workers());
    if constexpr (traits::has_affinity)
      require_worker(std::get<affinity>(attributes), by.scheduler().workers());
    const typename accesses_type::plan room(declared);
    void* const place = memory::allocate(by, room.bytes());
    flow_task* made = nullptr;
    try {
      made = new (place) flow_task(flow, std::forward<F>(function), std::move(attributes), declared, room);
      if constexpr (traits::has_subtasks && traits::is_subtask) {
        const auto note = [&](const versions& of) { made->subtasks_.note_named(by, of); };
        std::apply([&](const auto&... each) { (for_each_handle(each, note), ...); }, declared);
      }
      if constexpr (traits::has_ticket) made->placement_.prepare(by);
    } catch (...) {
      if (made != nullptr) made->destroy(by);
      memory::deallocate(by, place, room.bytes());
      throw;
    }
    return *made;
  }

  template <class Enrol>
  void require(Enrol&& register_accesses) noexcept {
    bool any_contends = false;
    if constexpr (in_list) {
      accesses_.register_accesses(std::forward<Enrol>(register_accesses), this->needs, any_contends);
      this->count = waiter::in_list;
    } else {
      this->count =
          accesses_.register_accesses(std::forward<Enrol>(register_accesses), this->needs, any_contends);
    }
    this->contends = any_contends;
  }

  void discard(working::actor<Scheduler>& by) noexcept {
    const std::size_t room = accesses_.bytes();
    destroy(by);
    memory::deallocate(by, this, room);
  }

 private:
  using parts::accesses_;
  using parts::as_part;
  using parts::attempt;
  using parts::attributes_;
  using parts::function_;
  using parts::own_flow;
  using parts::placement_;
  using parts::subtasks_;
  using ended = ended_part<Scheduler>;
  using subtasks = basic_subtasks<Scheduler>;

  template <class F>
  flow_task(flow_core<Scheduler>& flow, F&& function, Attributes&& attributes, const auto& declared,
            const typename accesses_type::plan& room)
      : parts(&execute_one, flow, std::forward<F>(function), std::move(attributes), declared, room,
              continuation(), resumption()) {}
  ~flow_task() = default;

  static void execute_one(task& self, void* worker, task_verb verb) {
    auto& t = static_cast<flow_task&>(static_cast<typename Scheduler::task_type&>(self));
    if (verb == task_verb::describe) [[unlikely]] {
      *static_cast<jackdaw::task_kind*>(worker) = kind_of<Function>(t.attributes_);
      return;
    }  // a run that has failed is not this flow's: dropping is running
    if (t.environment == base::float_environment::here()) [[likely]] {
      execute_here(t, worker);
    } else {
      execute_as_submitter(t, worker);
    }
  }

  [[gnu::noinline, gnu::cold]] static void execute_as_submitter(flow_task& t, void* worker) {
    const base::float_environment_scope as_submitter(t.environment);
    execute_here(t, worker);
  }

  static void execute_here(flow_task& t, void* worker) {
    fetch_handles<defers, in_list>(t);
    auto& flow = t.own_flow();
    working::actor<Scheduler> me(flow.on(), *static_cast<typename Scheduler::worker_type*>(worker));
    if constexpr (traits::has_event) {
      if (t.event_.has_returned() && !t.is_later) return go_on_after_event(t, flow, me);
    }
    if constexpr (traits::has_resources) {
      if (!unit_taking<Scheduler>(flow, me).template with_turns<traits::is_always>(t, t.units_)) return;
    } else {
      if (t.contends && !flow.take_turns(t, me)) return;
    }
    flow.enter(t, me);
    flow.open_.runs(t, me.id());
    if constexpr (defers) {
      if (!t.is_later && !t.was_skipped())
        take_what_is_free(t);  // what was skipped damages it later, as it is noted
    }
    tell_acquired(t, me);
    if constexpr (defers) {
      if (t.is_later) return report(t.end(flow, me), me);
    }
    t.run(flow, me);
    if constexpr (traits::has_event) {
      flow.open_.waits_for_event(t);
      flow.leave_stack(me);
      if (!t.event_.comes_later()) go_on_after_event(t, flow, me);
    } else {
      go_on_after_function(t, flow, me);
    }
  }

  static void go_on_after_function(flow_task& t, flow_core<Scheduler>& flow, working::actor<Scheduler>& me) {
    if constexpr (traits::has_resources) unit_sharing::give_back(t.units_);
    if constexpr (traits::has_subtasks) {
      flow.open_.waits_for_subtasks(t);
      flow.leave_stack(me);
      t.subtasks_.await();
      subtasks::report({&t.subtasks_, false}, me);
    } else {
      report(t.go_on(flow, me), me);
    }
  }

  /// The function has returned, and its event has come.
  static void go_on_after_event(flow_task& t, flow_core<Scheduler>& flow, working::actor<Scheduler>& me) {
    flow.enter(t, me);
    flow.open_.runs(t, me.id());
    t.attempt(flow, [&t] { t.event_.require_success(t.failed); });
    if constexpr (!traits::has_subtasks) {
      if (!t.failed) t.attempt(flow, [&t] { t.accesses_.apply(t.needs.data(), t.is_later); });
    }
    go_on_after_function(t, flow, me);
  }

  /// The event has come after the function has returned, or the task has its units. By any thread; the task may be gone
  /// before it returns.
  static void resume(waiter& task) {
    auto& t = static_cast<flow_task&>(task);
    working::caller_identity<Scheduler> me(t.own_flow().on());
    if constexpr (is_placed) {
      t.placement().put(me);
    } else if constexpr (traits::has_event) {
      put_ready(t, me);
    } else {
      put_woken(t, me);
    }
  }
  static constexpr auto resumption() noexcept {
    if constexpr (traits::has_event || traits::has_resources) {
      return &resume;
    } else {
      return nullptr;
    }
  }

  void run(flow_core<Scheduler>& flow, working::actor<Scheduler>& me) {
    if (this->was_skipped() || flow.template skips<traits::is_always>(*this, me)) [[unlikely]] {
      this->failed = true;
    } else {
      attempt(flow, [this] {
        this->call_function();
        if constexpr (!traits::has_subtasks && !traits::has_event)
          accesses_.apply(this->needs.data(), this->is_later);
      });
    }
  }

  /// The function and all subtasks are over; on the worker that has ended the last of them.
  static ended go_on_after_subtasks(waiter& task, working::actor<Scheduler>& me) {
    auto& t = static_cast<flow_task&>(task);
    auto& flow = t.own_flow();
    awaiting_subtasks::leave(t.subtasks_.place_);
    flow.enter(t, me);
    if (t.subtasks_.failed() && (t.failed || flow.parts_have_failed(t))) {
      t.failed = true;
      flow.spoil(t);
    }
    if (!t.failed) t.attempt(flow, [&t] { t.accesses_.apply(t.needs.data(), t.is_later); });
    return t.go_on(flow, me);
  }

  /// The current part of the task is done. What it has found may have to wait, perhaps for long, before it is
  /// applied: then the task belongs to others.
  ended go_on(flow_core<Scheduler>& flow, working::actor<Scheduler>& me) {
    if constexpr (traits::is_always) {
      if (!this->failed) flow.heal(*this);  // before its accesses end
    }
    if constexpr (hears_end<Function>) function_.end(this->failed);  // too: its place is among them
    if constexpr (defers) {
      flow.open_.waits_later(*this);
      tell_deferred(*this, me);
      const auto gather = [&](waiter*& woken) {
        const auto unseen = [&flow](auto&& change) { flow.open_.unseen(change); };
        if (!this->failed) attempt(flow, [&] { accesses_.gather(this->needs.data(), *this, unseen, woken); });
      };
      if (!flow.template goes_on_later<may_only_wait>(*this, me, gather)) return {};
      tell_acquired(*this, me);
    }
    return end(flow, me);
  }

  /// The last: the task is gone afterwards.
  ended end(flow_core<Scheduler>& flow, working::actor<Scheduler>& me) {
    flow.open_.is_over(*this);
    if constexpr (defers) {
      if (this->failed) {
        flow.spoil(*this);
      } else {
        attempt(flow, [this] { accesses_.apply(this->needs.data(), this->is_later); });
      }
      accesses_.end(this->needs.data());
    }
    flow.template finish<defers, in_list, may_only_wait>(*this, me);
    flow.leave_stack(me);
    const ended part = as_part();
    if constexpr (traits::has_ticket) placement_.clear(me);
    discard(me);  // now: what the closure owns may hold the handles
    flow.leave(me);
    return part;
  }

  void destroy([[maybe_unused]] working::actor<Scheduler>& me) noexcept {
    if constexpr (traits::has_subtasks && traits::is_subtask) subtasks_.forget_named(me);
    this->~flow_task();
  }

  static void report([[maybe_unused]] const ended& part, [[maybe_unused]] working::actor<Scheduler>& me) {
    if constexpr (traits::is_subtask) subtasks::report(part, me);
  }

  static constexpr auto continuation() noexcept {
    if constexpr (traits::has_subtasks) {
      return &go_on_after_subtasks;
    } else {
      return nullptr;
    }
  }
};

}  // namespace jackdaw::dataflow
