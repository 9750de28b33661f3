// A task of a flow: its requirements and its function in one block of the scheduler's memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/dispatch/pinned_dispatch.hpp>
#include <jackdaw/flow/task/dispatch/priority_dispatch.hpp>
#include <jackdaw/flow/task/flow_header.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/task/task_accesses.hpp>
#include <jackdaw/flow/trace/access_tracing.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/access_order.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>

namespace jackdaw {

namespace dataflow {

/// What the function gets before the references to the objects, as a tuple of references.
template <class Scheduler, class Attributes>
using first_arguments_of = std::conditional_t<has_attribute<with_subtasks_t, Attributes>,
                                              std::tuple<basic_subtasks<Scheduler>&>, std::tuple<>>;

/// All that the function gets.
template <class Scheduler, class Attributes, class... D>
using arguments_of =
    decltype(std::tuple_cat(std::declval<first_arguments_of<Scheduler, Attributes>>(),
                            std::declval<argument<0, D>&>().get(std::declval<requirement&>())...));

/// What a task has besides if its dispatch is special; here nothing.
struct not_placed {
  explicit not_placed(const auto&... /*unused*/) noexcept {}
};
template <class Scheduler, class Attributes>
using placement_of = std::conditional_t<
    has_attribute<pinned, Attributes>, pinned_task<Scheduler>,
    std::conditional_t<has_attribute<priority, Attributes>, prioritized<Scheduler>, not_placed>>;

/// `Attributes`: a tuple.
template <class Scheduler, class Function, class Attributes, class... Declared>
class flow_task final : public flow_header_for<Scheduler, sizeof...(Declared)> {
 public:
  static constexpr bool is_pinned = has_attribute<pinned, Attributes>;
  static constexpr bool has_priority = has_attribute<priority, Attributes>;
  static constexpr bool is_placed = is_pinned || has_priority;
  static constexpr bool defers = task_accesses<Declared...>::defer;
  using memory = jackdaw::detail::block_for<flow_task>;

  /// Makes the task. `register_accesses(needs, place)` fills in what it requires
  /// (flow/version/access_registration.hpp) and does not throw.
  template <class F, class Enrol>
  [[nodiscard]] static flow_task& create(working::actor<Scheduler>& by, basic_flow<Scheduler>& flow,
                                         F&& function, Attributes attributes,
                                         const std::tuple<Declared...>& declared, Enrol&& register_accesses) {
    flow_task& made = prepare(by, flow, std::forward<F>(function), std::move(attributes), declared);
    made.require(std::forward<Enrol>(register_accesses));
    return made;
  }

  /// The part that may throw. What it gives is for require(), once, or for discard().
  template <class F>
  [[nodiscard]] static flow_task& prepare(working::actor<Scheduler>& by, basic_flow<Scheduler>& flow,
                                          F&& function, Attributes attributes,
                                          const std::tuple<Declared...>& declared) {
    if constexpr (is_pinned) require_worker(std::get<pinned>(attributes), by.scheduler().workers());
    void* const place = memory::allocate(by);
    flow_task* made = nullptr;
    try {
      made = new (place) flow_task(flow, std::forward<F>(function), std::move(attributes), declared);
      if constexpr (has_subtasks && is_subtask)
        std::apply([&](const auto&... each) { (made->subtasks_.note_named(by, *each.of), ...); }, declared);
      if constexpr (has_priority) made->placement_.prepare(by);
    } catch (...) {
      if (made != nullptr) made->destroy(by);
      memory::deallocate(by, place);
      throw;
    }
    return *made;
  }

  template <class Enrol>
  void require(Enrol&& register_accesses) noexcept {
    bool any_contends = false;
    this->count =
        accesses_.register_accesses(std::forward<Enrol>(register_accesses), this->needs.data(), any_contends);
    this->contends = any_contends;
  }

  void discard(working::actor<Scheduler>& by) noexcept {
    destroy(by);
    memory::deallocate(by, this);
  }

  [[nodiscard]] auto& placement() noexcept { return placement_; }

 private:
  using ended = ended_part<Scheduler>;
  using subtasks = basic_subtasks<Scheduler>;
  struct no_subtasks {
    explicit no_subtasks(const auto&... /*unused*/) noexcept {}
  };
  static constexpr bool has_subtasks = has_attribute<with_subtasks_t, Attributes>;
  static constexpr bool is_subtask = has_attribute<subtask_of<Scheduler>, Attributes>;

  template <class F>
  flow_task(basic_flow<Scheduler>& flow, F&& function, Attributes&& attributes,
            const std::tuple<Declared...>& declared)
      : flow_header_for<Scheduler, sizeof...(Declared)>(&execute_one, flow, kind),
        accesses_(declared),
        attributes_(std::move(attributes)),
        function_(std::forward<F>(function)),
        subtasks_(flow, *this, around(), continuation()),
        placement_(flow, *this, wanted_place()) {
    if constexpr (is_placed) this->owner_flow = &placement_;
    static_assert(flow_header_for<Scheduler, sizeof...(Declared)>::lies_behind_waiter());
  }
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
    fetch_handles<defers>(t);
    auto& flow = t.own_flow();
    working::actor<Scheduler> me(flow.on(), *static_cast<typename Scheduler::worker_type*>(worker));
    if (t.contends && !flow.take_turns(t, me)) return;
    flow.enter(me);
    flow.open_.runs(t, me.id());
    if constexpr (defers) {
      if (!t.is_later) take_what_is_free(t);
    }
    tell_acquired(t, me);
    if constexpr (defers) {
      if (t.is_later) return report(t.end(flow, me), me);
    }
    t.run(flow, me);
    if constexpr (has_subtasks) {
      flow.open_.waits_for_subtasks(t);
      flow.leave_stack(me);
      t.subtasks_.await();
      subtasks::report({&t.subtasks_, false}, me);
    } else {
      report(t.go_on(flow, me), me);
    }
  }

  [[nodiscard]] basic_flow<Scheduler>& own_flow() const noexcept {
    if constexpr (is_placed) {
      return placement_.flow();
    } else {
      return static_cast<basic_flow<Scheduler>&>(*this->owner_flow);
    }
  }
  [[nodiscard]] auto wanted_place() const noexcept {
    if constexpr (is_placed) {
      return std::get<std::conditional_t<is_pinned, pinned, priority>>(attributes_);
    } else {
      return nullptr;
    }
  }

  void run(basic_flow<Scheduler>& flow, working::actor<Scheduler>& me) {
    if (flow.skips(*this, me)) [[unlikely]] {
      this->failed = true;
    } else {
      attempt(flow, [this] {
        std::apply(function_, std::tuple_cat(first_arguments(), accesses_.arguments(this->needs.data())));
        if constexpr (!has_subtasks) accesses_.apply(this->needs.data(), this->is_later);
      });
    }
  }

  void attempt(basic_flow<Scheduler>& flow, auto&& work) {
    try {
      work();
    } catch (...) {
      flow.record(*this, std::current_exception());
      this->failed = true;
    }
  }

  /// The function and all subtasks are over; on the worker that has ended the last of them.
  static ended go_on_after_subtasks(waiter& task, working::actor<Scheduler>& me) {
    auto& t = static_cast<flow_task&>(task);
    auto& flow = t.subtasks_.flow();
    awaiting_subtasks::leave(t.subtasks_.place_);
    flow.enter(me);
    if (t.subtasks_.failed() && !t.failed) {
      t.failed = true;
      flow.spoil(t);
    }
    if (!t.failed) t.attempt(flow, [&t] { t.accesses_.apply(t.needs.data(), t.is_later); });
    return t.go_on(flow, me);
  }

  /// The current part of the task is done. What it has found may have to wait, perhaps for long, before it is
  /// applied: then the task belongs to others.
  ended go_on(basic_flow<Scheduler>& flow, working::actor<Scheduler>& me) {
    if constexpr (defers) {
      flow.open_.waits_later(*this);
      tell_deferred(*this, me);
      const auto gather = [&](waiter*& woken) {
        const auto unseen = [&flow](auto&& change) { flow.open_.unseen(change); };
        if (!this->failed) attempt(flow, [&] { accesses_.gather(this->needs.data(), *this, unseen, woken); });
      };
      if (!flow.goes_on_later(*this, me, gather)) return {};
      tell_acquired(*this, me);
    }
    return end(flow, me);
  }

  /// The last: the task is gone afterwards.
  ended end(basic_flow<Scheduler>& flow, working::actor<Scheduler>& me) {
    flow.open_.is_over(*this);
    if constexpr (defers) {
      if (this->failed) {
        flow.spoil(*this);
      } else {
        attempt(flow, [this] { accesses_.apply(this->needs.data(), this->is_later); });
      }
      accesses_.end(this->needs.data());
    }
    flow.template finish<defers>(*this, me);
    const ended part = as_part();
    if constexpr (has_priority) placement_.clear(me);
    destroy(me);  // now: what the closure owns may hold the handles
    memory::deallocate(me, this);
    flow.leave(me);
    return part;
  }

  void destroy([[maybe_unused]] working::actor<Scheduler>& me) noexcept {
    if constexpr (has_subtasks && is_subtask) subtasks_.forget_named(me);
    this->~flow_task();
  }

  [[nodiscard]] ended as_part() const noexcept {
    if constexpr (is_subtask) {
      return {around(), this->failed};
    } else {
      return {};
    }
  }
  static void report([[maybe_unused]] const ended& part, [[maybe_unused]] working::actor<Scheduler>& me) {
    if constexpr (is_subtask) subtasks::report(part, me);
  }

  /// The task that it is a subtask of.
  [[nodiscard]] subtasks* around() const noexcept {
    if constexpr (is_subtask) {
      return std::get<subtask_of<Scheduler>>(attributes_).all;
    } else {
      return nullptr;
    }
  }
  static constexpr auto continuation() noexcept {
    if constexpr (has_subtasks) {
      return &go_on_after_subtasks;
    } else {
      return nullptr;
    }
  }
  auto first_arguments() noexcept {
    if constexpr (has_subtasks) {
      return std::tuple<subtasks&>(subtasks_);
    } else {
      return std::tuple<>();
    }
  }

  static void hand_over(waiter& from, const versions& of, const partial_taker& to) {
    auto& t = static_cast<flow_task&>(from);
    t.accesses_.give(t.needs.data(), of, to);
  }

  /// Called by the end of its flow, while it waits: it is no part of its task any more, and will not be called.
  static void* give_up([[maybe_unused]] waiter& of) {
    void* was_part_of = nullptr;
    if constexpr (is_subtask) {
      auto& t = static_cast<flow_task&>(of);
      was_part_of = t.around();
      t.own_flow().open_.unseen([&t] { std::get<subtask_of<Scheduler>>(t.attributes_).all = nullptr; });
      t.failed = true;
    }
    return was_part_of;
  }

  static std::string name_of(const waiter& of) {
    return std::string(kind_of<Function>(static_cast<const flow_task&>(of).attributes_).name);
  }
  static const waiter* task_around([[maybe_unused]] const waiter& of) {
    if constexpr (is_subtask) {
      const subtasks* const around = static_cast<const flow_task&>(of).around();
      return around == nullptr ? nullptr : around->place_.task;
    } else {
      return nullptr;
    }
  }
  static constexpr task_kind kind{&name_of, &task_around, &hand_over, &give_up};

  [[no_unique_address]] task_accesses<Declared...> accesses_;
  [[no_unique_address]] Attributes attributes_;
  [[no_unique_address]] Function function_;
  [[no_unique_address]] std::conditional_t<has_subtasks, subtasks, no_subtasks> subtasks_;
  [[no_unique_address]] placement_of<Scheduler, Attributes> placement_;
};

}  // namespace dataflow
}  // namespace jackdaw
