// A task as a value: its result, whether it is over, a wait for it, and edges from it to other tasks.
//
// A task with_result writes a handle of its own, which has no object: the place. So waiting for the task is waiting for
// a version of that handle, and a task after it reads the handle. Nothing else is new to the flow. The place lives as
// long as something may look there: the closure of the task, results, and the accesses of tasks after it own it.
// Callers: the worker of the task writes the state; what has seen version `over` of the place reads it (VE-X1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/flow/access/given.hpp>
#include <jackdaw/flow/reduction/reduction.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/flow_task.hpp>
#include <jackdaw/flow/task/submission.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle.hpp>
#include <jackdaw/flow/wait/flow_waits.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

namespace jackdaw {

namespace dataflow {

template <class Scheduler>
class flow_core;

/// What a task and its results share.
template <class R>
struct result_state {
  static constexpr std::uint64_t over = 1;  // the version of the place after its only write

  [[nodiscard]] bool is_over() const noexcept { return place.reached(over); }

  handle<void> place;
  std::optional<std::conditional_t<std::is_void_v<R>, std::monostate, R>> value;
  std::exception_ptr thrown;  // by the function, or what its completion has failed by
  bool has_failed = false;
};

/// The function of a task with_result.
template <class Function, class R>
struct result_function {
  static constexpr naming::name_of<Function> name{};
  static constexpr naming::colour_of<Function> colour{};

  template <class... Object>
    requires std::is_invocable_v<Function&, Object...>
  void operator()(Object&&... object) {
    if constexpr (std::is_void_v<R>) {
      std::invoke(function, std::forward<Object>(object)...);
      to->value.emplace();
    } else {
      to->value.emplace(std::invoke(function, std::forward<Object>(object)...));
    }
  }

  /// The function has thrown this, or its completion has failed by it.
  void fail(std::exception_ptr thrown) noexcept { to->thrown = std::move(thrown); }

  /// The task is about to end its access to the place: also where it was skipped, or a subtask has failed. What it
  /// reduces to busy objects is applied later.
  void end(bool has_failed) noexcept { to->has_failed = has_failed; }

  std::shared_ptr<result_state<R>> to;
  Function function;
};

template <class Function, class R>
inline constexpr bool hears_end<result_function<Function, R>> = true;

/// The write of a task to its place. No other task can give the result, so its loss keeps no failure from being handled
/// (flow_failures::set_handled).
struct result_access : write_access {};
template <>
inline constexpr bool is_unhealed<result_access> = true;

/// A read of the place of another task, which it keeps alive.
struct declared_after {
  using type = read_access;
  using object = void;
  using held = void;
  handle<void>* of;
  std::shared_ptr<handle<void>> kept;
};
template <>
inline constexpr bool is_declared<declared_after> = true;

template <std::size_t I>
class argument<I, declared_after> : public argument<I, declared<read_access, void>> {
 public:
  explicit argument(const declared_after& from)
      : argument<I, declared<read_access, void>>({from.of}), kept_(from.kept) {}

 private:
  std::shared_ptr<handle<void>> kept_;
};

}  // namespace dataflow

/// A task that was submitted with_result. Copies stand for the same task. `R`: what its function returns, without const
/// and reference; void for a function that returns nothing.
///     auto sum = tasks.submit(with_result, read(a), read(b), [](double x, double y) { return x + y; });
///     auto shown = tasks.submit(with_result, after(sum), [sum] { std::printf("%g\n", sum.get()); });
///     shown.wait();
///
/// It may outlive its flow and its scheduler, and may be dropped before its task is over. Not for what many tasks use:
/// a handle is that. Cost: an allocation when the task is submitted; a copy is one of a std::shared_ptr. Threads: any.
template <class R, class Scheduler>
class basic_task_result {
 public:
  basic_task_result(dataflow::flow_core<Scheduler>& flow,
                    std::shared_ptr<dataflow::result_state<R>> state) noexcept
      : flow_(&flow), state_(std::move(state)) {}

  /// Whether the task is over: its function, its subtasks, and its completion. Also after a failure. What it has
  /// reduced to a busy object may be applied later. Old when it is returned, unless it is true. Cost: a load.
  [[nodiscard]] bool is_over() const noexcept { return state().is_over(); }

  /// Returns when the task is over, whether it has failed or not. Executes other tasks meanwhile; in a task of the same
  /// flow it sleeps. Errors: `stuck`, and in a task of the same flow those of flow::wait(handle) there: in the task
  /// itself std::logic_error, and std::system_error where no thread would be left to execute tasks.
  void wait() const {
    if (!is_over()) dataflow::flow_waits<Scheduler>::for_version(*flow_, state_->place, state_->over);
  }

  /// What the function has returned. Waits for the task. In a task after() this one it does not wait. Errors: what the
  /// function has thrown, or its completion has failed by; std::runtime_error where the task was skipped, or a subtask
  /// has failed; and as wait().
  std::add_lvalue_reference_t<const R> get() const {
    wait();
    if (state_->has_failed) throw_failure();
    if constexpr (!std::is_void_v<R>) return *state_->value;
  }

  /// For after().
  [[nodiscard]] dataflow::declared_after place() const {
    return {&state().place, std::shared_ptr<handle<void>>(state_, &state().place)};
  }

 private:
  [[nodiscard]] dataflow::result_state<R>& state() const noexcept {
    JACKDAW_ASSERT(state_ != nullptr, "a task_result that was moved from stands for no task");
    return *state_;
  }
  [[noreturn, gnu::cold]] void throw_failure() const {
    if (state_->thrown != nullptr) std::rethrow_exception(state_->thrown);
    throw std::runtime_error(
        "a task has no result, since it was skipped or a part of it has failed; wait() of its "
        "flow says which task has failed");
  }

  dataflow::flow_core<Scheduler>* flow_;
  std::shared_ptr<dataflow::result_state<R>> state_;
};

/// The same in a flow over the default scheduler: what submit(with_result, …) of a `flow` returns.
template <class R>
using task_result = basic_task_result<R, scheduler>;

/// The task comes after another one, as if it read something which that one writes. It stands among the accesses, as
/// often as needed, and gives the function nothing. Where the other one fails, this one is skipped.
///     tasks.submit(after(first), after(second), [] { … });
///
/// Cost: that of a read of a handle. Threads: any. Errors: none.
template <class R, class Scheduler>
[[nodiscard]] dataflow::declared_after after(const basic_task_result<R, Scheduler>& task) {
  return task.place();
}

namespace dataflow {

/// What a function returns that gets what the task declares.
template <class Function, class First, class Indices, class... Form>
struct returned_by;
template <class Function, class... First, std::size_t... I, class... Form>
struct returned_by<Function, std::tuple<First...>, std::index_sequence<I...>, Form...> {
  using type = std::remove_cvref_t<std::invoke_result_t<
      Function&, First..., typename given<std::tuple_element_t<I, std::tuple<Form...>>>::type...>>;
};

/// A submission with_result: the same without that attribute, and with the access to the place.
template <class Scheduler, class... Parts>
class submission_with_result {
  static constexpr std::size_t count = sizeof...(Parts);
  static constexpr std::size_t attributes = (std::size_t{is_attribute<Parts>} + ... + 0);

  template <class Part>
  using unless_result =
      std::conditional_t<std::is_same_v<Part, with_result_t>, std::tuple<>, std::tuple<Part>>;
  template <class Tuple>
  struct as_submission;
  template <class... Left>
  struct as_submission<std::tuple<Left...>> {
    using type = submission<Scheduler, Left...>;
  };
  using all = std::tuple<Parts...>;
  using without = decltype(std::tuple_cat(std::declval<unless_result<Parts>>()...));

  template <std::size_t... A>
  static constexpr bool are_in_front(std::index_sequence<A...> /*attributes*/) {
    return (is_attribute<std::tuple_element_t<A, all>> && ...);
  }

  template <class Part>
  static auto attribute_only(Part& part) {
    if constexpr (std::is_same_v<std::remove_const_t<Part>, with_result_t>) {
      return std::tuple<>();
    } else {
      return std::tuple<Part&>(part);
    }
  }

  template <std::size_t... A, std::size_t... D>
  static auto find_result(std::index_sequence<A...> /*attributes*/, std::index_sequence<D...> /*accesses*/) {
    return std::type_identity<
        typename returned_by<std::tuple_element_t<count - 1, all>,
                             first_arguments_of<Scheduler, std::tuple<std::tuple_element_t<A, all>...>>,
                             typename giving<form_of<std::tuple_element_t<attributes + D, all>>...>::type,
                             form_of<std::tuple_element_t<attributes + D, all>>...>::type>();
  }
  using in_front = std::make_index_sequence<attributes>;
  using behind = std::make_index_sequence<count - attributes - 1>;

  template <std::size_t... A, std::size_t... D>
  static auto submit(auto& by, flow_core<Scheduler>& flow, auto given,
                     std::index_sequence<A...> /*attributes*/, std::index_sequence<D...> /*accesses*/) {
    using result = typename decltype(find_result(in_front(), behind()))::type;
    using function = result_function<std::tuple_element_t<count - 1, all>, result>;
    auto state = std::make_shared<result_state<result>>();
    std::apply(
        [&](auto&... attribute) {
          by.submit(attribute..., access<result_access>(state->place),
                    std::get<attributes + D>(std::move(given))...,
                    function{state, std::get<count - 1>(std::move(given))});
        },
        std::tuple_cat(attribute_only(std::get<A>(given))...));
    return basic_task_result<result, Scheduler>(flow, std::move(state));
  }

  /// Does not compile for a result that cannot be kept.
  [[nodiscard]] static consteval bool keeps_result() {
    using result = typename decltype(find_result(in_front(), behind()))::type;
    constexpr bool moves = std::is_void_v<result> || std::is_move_constructible_v<result>;
    static_assert(moves,
                  "jackdaw: the result of a task is kept as a value; expected a type that can be moved");
    return moves;
  }

 public:
  /// Does not compile for what is no submission, with one message; false then.
  [[nodiscard]] static consteval bool compiles() {
    constexpr bool right = are_in_front(in_front());
    static_assert(
        right,
        "jackdaw: before the function of a task come attributes, then accesses: with_result stands in front");
    if constexpr (right) {
      if constexpr (as_submission<without>::type::compiles()) return keeps_result();
    }
    return false;
  }

  /// `given`: a tuple of references, each as it was given.
  static auto submit(auto& by, flow_core<Scheduler>& flow, auto given) {
    return submit(by, flow, std::move(given), in_front(), behind());
  }
};

}  // namespace dataflow

}  // namespace jackdaw
