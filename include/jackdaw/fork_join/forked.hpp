// The second branch of a join: a task that lives in the frame of the first.
//
// Callers: the forking worker makes it, offers it to thieves, and either takes it back or waits; a
// thief executes it.
//
// FK-I1: the frame outlives the task: the forking worker leaves it only after it has taken the task back, or has
// seen done or failed (acquire).
//
// FK-I3: the result lies where the function lay, so that frames are small: it is made when the call has returned. A
// worker that takes the branch back finds the function as it was.
//
// Orderings: those of its state (fork_join/branch_state.hpp).
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include <jackdaw/fork_join/branch_state.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/task/call.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::fork_join {

/// What a branch returns; std::monostate where it returns nothing. References become values.
template <class Function, class Worker>
using result_of =
    std::conditional_t<std::is_void_v<decltype(call(std::declval<Function&>(), std::declval<Worker&>()))>,
                       std::monostate,
                       std::decay_t<decltype(call(std::declval<Function&>(), std::declval<Worker&>()))>>;

/// call(), with std::monostate for nothing.
template <class Function, class Worker>
constexpr result_of<Function, Worker> value_of(Function& function, Worker& w) {
  if constexpr (std::is_void_v<decltype(call(function, w))>) {
    call(function, w);
    return {};
  } else {
    return call(function, w);
  }
}

/// The same for a branch that is executed as a task: by a thief, or by the forking worker while it waits for something
/// inside the first branch. Not each function cares; one that does has as_task(worker).
template <class Function, class Worker>
constexpr result_of<Function, Worker> value_as_task(Function& function, Worker& w) {
  if constexpr (!requires { function.as_task(w); }) {
    return value_of(function, w);
  } else if constexpr (std::is_void_v<decltype(function.as_task(w))>) {
    function.as_task(w);
    return {};
  } else {
    return function.as_task(w);
  }
}

/// A branch of one word that cares: what it refers to, and what is called with that and the worker, as branch or as
/// task. Both are closures that capture nothing.
template <class Part, class Here, class AsTask>
struct either_way {
  static_assert(std::is_empty_v<Here> && std::is_empty_v<AsTask>);
  constexpr either_way(Part& of, Here, AsTask) noexcept : part(of) {}

  Part& part;
  template <class Worker>
  auto operator()(Worker& w) const {
    return Here{}(part, w);
  }
  template <class Worker>
  auto as_task(Worker& w) const {
    return AsTask{}(part, w);
  }
};

/// Closures of one or two words whose calls do not change them are copied: into registers on the way down,
/// and into the task. All others are referred to, so that what a call changes is the caller's object.
template <class Function, class Worker>
inline constexpr bool copied_branch =
    std::is_trivially_copyable_v<Function> && sizeof(Function) <= 2 * sizeof(void*) &&
    (std::is_invocable_v<const Function&, Worker&> || std::is_invocable_v<const Function&>);

/// How a branch is handed on.
template <class Function, class Worker>
using handed = std::conditional_t<copied_branch<Function, Worker>, Function, Function&>;

/// A branch that any worker may run; `Function` is what is called.
template <class Function, class Worker>
class forked final : public branch_state<Worker> {
 public:
  using state = branch_state<Worker>;
  using result = result_of<Function, Worker>;

  explicit forked(Function& branch) noexcept : state(&execute_stolen), content_(branch) {}

  /// What is to be called. By the worker that took the branch back, or executes it.
  [[nodiscard]] decltype(auto) function() noexcept {
    if constexpr (copied_branch<Function, Worker>) {
      return (content_.function);
    } else {
      return (*content_.function);
    }
  }

  /// After is_over(): the result, or the branch's exception.
  [[nodiscard]] result take() {
    if (this->is_done()) {
      const destroyed_later left{content_.value};  // also when the move throws
      return std::move(content_.value);
    }
    const std::exception_ptr failure = std::move(content_.failure);
    std::destroy_at(&content_.failure);
    std::rethrow_exception(failure);
  }

  /// After is_over(): forgets it.
  void discard() noexcept {
    if (this->is_done()) {
      std::destroy_at(std::addressof(content_.value));
    } else {
      std::destroy_at(&content_.failure);
    }
  }

 private:
  struct destroyed_later {
    result& value;
    ~destroyed_later() { std::destroy_at(std::addressof(value)); }
  };
  using kept = std::conditional_t<copied_branch<Function, Worker>, std::remove_const_t<Function>, Function*>;

  union content {  // FK-I3
    explicit content(Function& branch) noexcept : function(keep(branch)) {}
    ~content() {}
    kept function;
    result value;
    std::exception_ptr failure;
  };
  static kept keep(Function& branch) noexcept {
    if constexpr (copied_branch<Function, Worker>) {
      return branch;
    } else {
      return std::addressof(branch);
    }
  }

  // Also after another task has failed: the frame waits for it.
  static void execute_stolen(task& self, void* worker, task_verb verb) {
    if (verb == task_verb::describe) [[unlikely]] {
      *static_cast<task_kind*>(worker) = kind_of_task<std::remove_const_t<Function>>();
      return;
    }
    auto& branch = static_cast<forked&>(self);
    auto& w = *static_cast<Worker*>(worker);
    branch.begin_by(w);
    std::uint32_t how = state::done;
    try {
      std::construct_at(std::addressof(branch.content_.value), value_as_task(branch.function(), w));  // FK-I3
    } catch (...) {
      std::construct_at(&branch.content_.failure, std::current_exception());
      how = state::failed;
    }
    if constexpr (observe::annotating_observer<typename Worker::observer_type>)
      w.engine().observer().branch_ended(w.place(), branch.note);
    branch.end_by(w, how);
  }

  content content_;
};

}  // namespace jackdaw::fork_join
