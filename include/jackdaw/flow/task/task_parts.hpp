// What a task of a flow consists of, in one block of memory; and what messages and searches ask it.
#pragma once

#include <exception>
#include <functional>
#include <stop_token>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/access/given.hpp>
#include <jackdaw/flow/access/task_accesses.hpp>
#include <jackdaw/flow/event/completion.hpp>
#include <jackdaw/flow/failure/flow_failures.hpp>
#include <jackdaw/flow/resource/unit_sharing.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/first_arguments.hpp>
#include <jackdaw/flow/task/flow_header.hpp>
#include <jackdaw/flow/task/subtasks.hpp>
#include <jackdaw/flow/task/task_traits.hpp>
#include <jackdaw/flow/version/handle_range.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::dataflow {

template <class Scheduler, class Attributes, class... Declared>
using header_of_task =
    std::conditional_t<sizeof...(Declared) == 0,
                       flow_header_without_needs<Scheduler, task_traits<Scheduler, Attributes>::has_links>,
                       flow_header_for<Scheduler, sizeof...(Declared), are_in_list<Declared...>>>;

/// The data of a task; flow_task, which is derived from it, has no more. `Attributes`: a tuple. `Declared`: the forms
/// of what it declares (given.hpp).
template <class Scheduler, class Function, class Attributes, class... Declared>
class task_parts : public header_of_task<Scheduler, Attributes, Declared...> {
  using header = header_of_task<Scheduler, Attributes, Declared...>;

 public:
  using traits = task_traits<Scheduler, Attributes>;
  using accesses_type = task_accesses<Declared...>;
  static constexpr bool defers = accesses_type::defer;
  static constexpr bool in_list = are_in_list<Declared...>;
  static constexpr bool may_only_wait = accesses_type::has_parts;
  static constexpr bool is_placed = traits::is_placed;
  static constexpr bool has_ticket = traits::has_ticket;

  [[nodiscard]] const accesses_type& accesses() const noexcept { return accesses_; }

  [[nodiscard]] auto& placement() noexcept { return placement_; }

  [[nodiscard]] Function& function() noexcept { return function_; }

  /// Of a task that has some.
  [[nodiscard]] auto& own_subtasks() noexcept { return subtasks_; }

 protected:
  using subtasks = basic_subtasks<Scheduler>;

  /// `continuation`: when its subtasks are over; `resumption`: when its event has come, or it has its units.
  template <class F>
  task_parts(task::entry_point run, flow_core<Scheduler>& flow, F&& function, Attributes&& attributes,
             const auto& declared, const typename accesses_type::plan& room, auto continuation,
             auto resumption)
      : header(run, flow, kind),
        accesses_(declared, room, this->needs, this + 1),
        attributes_(std::move(attributes)),
        function_(std::forward<F>(function)),
        subtasks_(flow, *this, around(), continuation),
        event_(*this, resumption),
        units_(*this, resumption, urgency(), required_in(attributes_)),
        placement_(flow, *this, traits::wanted_place(attributes_)) {
    if constexpr (is_placed) this->owner_flow = &placement_;
    static_assert(header::lies_behind_waiter());
  }
  ~task_parts() = default;

  [[nodiscard]] flow_core<Scheduler>& own_flow() const noexcept {
    if constexpr (is_placed) {
      return placement_.flow();
    } else {
      return static_cast<flow_core<Scheduler>&>(*this->owner_flow);
    }
  }

  /// The task that it is a subtask of.
  [[nodiscard]] subtasks* around() const noexcept {
    if constexpr (traits::is_subtask) {
      return std::get<subtask_of<Scheduler>>(attributes_).all;
    } else {
      return nullptr;
    }
  }

  /// What counts for units. A constant, where it is known.
  [[nodiscard]] int urgency() const noexcept {
    if constexpr (traits::has_priority) {
      return std::get<priority>(attributes_).value;
    } else {
      return 0;
    }
  }

  /// Whether the task was skipped before it asked for units.
  [[nodiscard]] bool was_skipped() const noexcept {
    if constexpr (traits::has_resources) {
      return units_.is_skipped;
    } else {
      return false;
    }
  }

  void call_function() { call(static_cast<first_arguments*>(nullptr), typename giving<Declared...>::type()); }

  /// Whatever the work throws is recorded, and the task has failed.
  void attempt(flow_core<Scheduler>& flow, auto&& work) {
    try {
      work();
    } catch (...) {
      if constexpr (hears_end<Function>) function_.fail(std::current_exception());
      flow.record(*this, std::current_exception());
      this->failed = true;
    }
  }

  /// What its end tells the task that it is a subtask of.
  [[nodiscard]] ended_part<Scheduler> as_part() const noexcept {
    if constexpr (traits::is_subtask) {
      return {around(), this->failed};
    } else {
      return {};
    }
  }

  [[no_unique_address]] accesses_type accesses_;
  [[no_unique_address]] Attributes attributes_;
  [[no_unique_address]] Function function_;
  [[no_unique_address]] typename traits::subtasks subtasks_;
  [[no_unique_address]] typename traits::event event_;
  [[no_unique_address]] typename traits::units units_;
  [[no_unique_address]] typename traits::placement placement_;

 private:
  using first_arguments = first_arguments_of<Scheduler, Attributes>;

  template <class... First, std::size_t... I>
  void call(std::tuple<First...>* /*type*/, std::index_sequence<I...> /*those that give something*/) {
    static_cast<void>(std::invoke(function_,
                                  first_argument(static_cast<std::type_identity<First>*>(nullptr))...,
                                  accesses_.template give_argument<I>(this->needs)...));
  }

  auto& first_argument(std::type_identity<subtasks&>* /*type*/) noexcept { return subtasks_; }
  /// As an argument, so that no event is left behind when another argument throws.
  completion first_argument(std::type_identity<completion>* /*type*/) noexcept {
    event_.open();
    return completion(event_);
  }
  std::stop_token first_argument(std::type_identity<std::stop_token>* /*type*/) {
    return own_flow().failures_.stop_token();
  }
  flow_failures first_argument(std::type_identity<flow_failures>* /*type*/) noexcept {
    return flow_failures(own_flow().failures_, *this);
  }

  // ---- what messages and searches ask ----

  static void hand_over(waiter& from, const versions& of, const partial_taker& to) {
    auto& t = static_cast<task_parts&>(from);
    t.accesses_.give(t.needs.data(), of, to);
  }

  /// Called by the end of its flow, while it waits: it is no part of its task any more, and will not be called.
  static void* give_up([[maybe_unused]] waiter& of) {
    void* was_part_of = nullptr;
    if constexpr (traits::is_subtask) {
      auto& t = static_cast<task_parts&>(of);
      was_part_of = t.around();
      t.own_flow().open_.unseen([&t] { std::get<subtask_of<Scheduler>>(t.attributes_).all = nullptr; });
      t.failed = true;
    }
    return was_part_of;
  }

  static std::string name_of(const waiter& of) {
    return std::string(kind_of<Function>(static_cast<const task_parts&>(of).attributes_).name);
  }
  static const waiter* task_around([[maybe_unused]] const waiter& of) {
    if constexpr (traits::is_subtask) {
      const subtasks* const around = static_cast<const task_parts&>(of).around();
      return around == nullptr ? nullptr : around->place_.task;
    } else {
      return nullptr;
    }
  }
  static std::string text_of_units([[maybe_unused]] const waiter& of) {
    if constexpr (traits::has_resources) {
      return unit_sharing::text(static_cast<const task_parts&>(of).units_);
    } else {
      return {};
    }
  }
  static index_space* space_within(waiter& of, const index_space& whole) {
    if constexpr (may_only_wait) {
      return static_cast<task_parts&>(of).accesses_.space_within(whole, of.all_requirements());
    } else {
      return nullptr;
    }
  }
  static constexpr task_kind kind{&name_of,
                                  &task_around,
                                  &hand_over,
                                  &give_up,
                                  traits::has_resources ? &text_of_units : nullptr,
                                  traits::has_subtasks&& may_only_wait ? &space_within : nullptr,
                                  false,
                                  is_read_for<Function>};
};

}  // namespace jackdaw::dataflow
