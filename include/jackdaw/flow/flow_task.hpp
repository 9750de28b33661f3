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
#include <jackdaw/flow/access.hpp>
#include <jackdaw/flow/attributes.hpp>
#include <jackdaw/flow/order.hpp>
#include <jackdaw/flow/priority.hpp>
#include <jackdaw/flow/reduction.hpp>
#include <jackdaw/flow/subtasks.hpp>
#include <jackdaw/flow/told_data.hpp>
#include <jackdaw/flow/waiter.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/visit.hpp>

namespace jackdaw {

namespace dataflow {

/// A task as the queues of the scheduler and the waiting lists of handles see it.
template <class Scheduler>
struct flow_header : Scheduler::task_type, waiter {
  flow_header(task::entry_point run, flow_base& flow, const task_kind& what) noexcept : waiter(flow, what) {
    this->execute = run;
  }
};

/// What is kept for the accesses of a task.
template <class Indices, class... D>
struct kept_by_index;
template <std::size_t... I, class... D>
struct kept_by_index<std::index_sequence<I...>, D...> {
  using type = std::tuple<argument<I, D>...>;
};
template <class... D>
using kept_for = typename kept_by_index<std::index_sequence_for<D...>, D...>::type;

/// What the function gets before the references to the objects, as a tuple of references.
template <class Scheduler, class Attributes>
using first_arguments_of = std::conditional_t<has_attribute<with_subtasks_t, Attributes>,
                                              std::tuple<basic_subtasks<Scheduler>&>, std::tuple<>>;

/// All that the function gets.
template <class Scheduler, class Attributes, class... D>
using arguments_of =
    decltype(std::tuple_cat(std::declval<first_arguments_of<Scheduler, Attributes>>(),
                            std::declval<argument<0, D>&>().get(std::declval<requirement&>())...));

/// `Attributes`: a tuple.
template <class Scheduler, class Function, class Attributes, class... Declared>
class flow_task final : public flow_header<Scheduler> {
 public:
  static constexpr std::size_t accesses = sizeof...(Declared);
  static_assert(accesses < 256, "jackdaw: a task has at most 255 accesses");
  static constexpr bool has_priority = has_attribute<priority, Attributes>;
  using memory = jackdaw::detail::block_for<flow_task>;

  /// Makes the task. `enrol(needs, place)` fills in what it requires (flow/enrolment.hpp) and does not throw.
  template <class F, class Enrol>
  [[nodiscard]] static flow_task& create(working::actor<Scheduler>& by, basic_flow<Scheduler>& flow,
                                         F&& function, const Attributes& attributes,
                                         const std::tuple<Declared...>& declared, Enrol&& enrol) {
    void* const place = memory::allocate(by);
    try {
      new (place) flow_task(flow, std::forward<F>(function), attributes, declared, each_access());
    } catch (...) {
      memory::deallocate(by, place);
      throw;
    }
    auto& made = *static_cast<flow_task*>(place);
    made.count = enrol(made.requirements_.data(), made.place_.data());
    for (std::uint16_t i = 0; i < made.count; ++i)
      made.contends = made.contends || made.requirements_[i].contends();
    return made;
  }

  /// Its place in the heap; where it has a priority.
  [[nodiscard]] ready_node& in_heap() noexcept { return prioritized_; }

 private:
  using each_access = std::make_index_sequence<accesses>;
  using ended = ended_part<Scheduler>;
  using subtasks = basic_subtasks<Scheduler>;
  template <int>
  struct nothing {
    explicit nothing(const auto&... /*unused*/) noexcept {}
  };
  static constexpr bool defers = (is_deferred<typename Declared::type> || ... || false);
  static constexpr bool has_subtasks = has_attribute<with_subtasks_t, Attributes>;
  static constexpr bool is_subtask = has_attribute<subtask_of<Scheduler>, Attributes>;

  template <class F, std::size_t... I>
  flow_task(basic_flow<Scheduler>& flow, F&& function, const Attributes& attributes,
            [[maybe_unused]] const std::tuple<Declared...>& declared, std::index_sequence<I...> /*each*/)
      : flow_header<Scheduler>(&execute_one, flow, kind),
        attributes_(attributes),
        kept_(argument<I, Declared>(std::get<I>(declared))...),
        function_(std::forward<F>(function)),
        subtasks_(flow, *this, around(), continuation()),
        prioritized_(flow, *this, urgency()) {
    if constexpr (has_priority) this->home = &prioritized_;
    JACKDAW_ASSERT(static_cast<const void*>(this->requirements()) == static_cast<const void*>(&requirements_),
                   "the requirements of a task must lie right behind the waiter");
  }
  ~flow_task() = default;

  static void execute_one(task& self, void* worker, task_verb verb) {
    if (verb == task_verb::describe) [[unlikely]] {
      *static_cast<jackdaw::task_kind*>(worker) = kind_of_task<Function>();
      return;
    }  // a run that has failed is not this flow's: dropping is running
    auto& t = static_cast<flow_task&>(static_cast<typename Scheduler::task_type&>(self));
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
      subtasks::report({&t.subtasks_, false}, me);
    } else {
      report(t.go_on(flow, me), me);
    }
  }

  [[nodiscard]] basic_flow<Scheduler>& own_flow() const noexcept {
    if constexpr (has_priority) {
      return prioritized_.flow();
    } else {
      return static_cast<basic_flow<Scheduler>&>(*this->home);
    }
  }
  [[nodiscard]] int urgency() const noexcept {
    if constexpr (has_priority) {
      return std::get<priority>(attributes_).value;
    } else {
      return 0;
    }
  }

  void run(basic_flow<Scheduler>& flow, working::actor<Scheduler>& me) {
    if (flow.skips(*this, me)) [[unlikely]] {
      this->failed = true;
    } else {
      attempt(flow, [this] {
        call(each_access());
        if constexpr (!has_subtasks) apply(each_access());
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
    flow.enter(me);
    if (t.subtasks_.failed() && !t.failed) {
      t.failed = true;
      flow.spoil(t);
    }
    if (!t.failed) t.attempt(flow, [&t] { t.apply(each_access()); });
    return t.go_on(flow, me);
  }

  /// What the task does now is done. What it has found may have to wait, perhaps for long, before it is applied: it
  /// belongs to others then.
  ended go_on(basic_flow<Scheduler>& flow, working::actor<Scheduler>& me) {
    if constexpr (defers) {
      flow.open_.waits_later(*this);
      if (!flow.goes_on_later(*this, me)) return {};
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
        attempt(flow, [this] { apply(each_access()); });
      }
    }
    flow.finish(*this, me);
    const ended part = as_part();
    this->~flow_task();  // now: what the closure owns may hold the handles
    memory::deallocate(me, this);
    flow.leave(me);
    return part;
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

  /// Whose subtask it is.
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

  template <std::size_t... I>
  void call(std::index_sequence<I...>) {
    std::apply(function_,
               std::tuple_cat(first_arguments(), std::get<I>(kept_).get(requirements_[place_[I]])...));
  }

  template <std::size_t... I>
  void apply(std::index_sequence<I...>) {
    (std::get<I>(kept_).apply(requirements_[place_[I]], this->is_later), ...);
  }

  static std::string name_of(const waiter& of) {
    if constexpr (has_attribute<named, Attributes>) {
      return std::get<named>(static_cast<const flow_task&>(of).attributes_).text;
    } else {
      return std::string(task_name<Function>());
    }
  }
  static const waiter* task_around([[maybe_unused]] const waiter& of) {
    if constexpr (is_subtask) {
      return static_cast<const flow_task&>(of).around()->task_;
    } else {
      return nullptr;
    }
  }
  static constexpr task_kind kind{&name_of, &task_around};

  std::array<requirement, accesses == 0 ? 1 : accesses> requirements_;
  std::array<std::uint8_t, accesses> place_{};
  [[no_unique_address]] Attributes attributes_;
  [[no_unique_address]] kept_for<Declared...> kept_;
  [[no_unique_address]] Function function_;
  [[no_unique_address]] std::conditional_t<has_subtasks, subtasks, nothing<0>> subtasks_;
  [[no_unique_address]] std::conditional_t<has_priority, prioritized<Scheduler>, nothing<1>> prioritized_;
};

}  // namespace dataflow

}  // namespace jackdaw
