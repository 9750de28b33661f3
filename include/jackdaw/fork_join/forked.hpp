// The second branch of a join: a task that lives in the frame of the first.
//
// Callers: the forking worker makes it, offers it to thieves, and either takes it back or waits; a
// thief executes it.
//
// States of state_, its lower half: pending → (awaited by worker w →) done | failed; the end by the worker that
// executes it as a task. Its upper half: 0, then the number of that worker, plus 1.
//
// FK-I1: the frame outlives the task: the forking worker leaves it only after it has taken the task back, or has
// seen done or failed (acquire).
//
// FK-I2: the executing worker touches nothing of the task after its exchange. The exchange returns the worker to be
// woken (join-after-free, docs/internals/verification/bugs-of-others.md); what is woken belongs to the scheduler.
//
// FK-I3: the result lies where the function lay, so that frames are small: it is made when the call has returned. A
// worker that takes the branch back finds the function as it was.
//
// Orderings: FK-K1 result -> await.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/explore/slow_place.hpp>
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
class forked final : public Worker::task_type {
 public:
  using header = typename Worker::task_type;
  using result = result_of<Function, Worker>;

  explicit forked(Function& branch) noexcept : header(&execute_stolen), content_(branch) {}
  forked(const forked&) = delete;
  forked& operator=(const forked&) = delete;

  /// What is to be called. By the worker that took the branch back, or executes it.
  [[nodiscard]] decltype(auto) function() noexcept {
    if constexpr (copied_branch<Function, Worker>) {
      return (content_.function);
    } else {
      return (*content_.function);
    }
  }

  [[nodiscard]] bool is_over() const noexcept {
    const auto state = static_cast<std::uint32_t>(state_.load(base::acquire));  // FK-K1
    return state == done || state == failed;
  }

  /// The worker that executes it, as far as known.
  [[nodiscard]] std::optional<unsigned> helper() const noexcept {
    const auto plus_one = static_cast<std::uint32_t>(state_.load(base::relaxed) >> 32U);
    return plus_one == 0 ? std::nullopt : std::optional(plus_one - 1);
  }

  /// Worker `id`, which forked it, is going to wait, and needs to be woken at the end.
  void await_by(unsigned id) noexcept {
    std::uint64_t seen = state_.load(base::relaxed);
    while (static_cast<std::uint32_t>(seen) == pending &&
           !state_.compare_exchange_weak(seen, seen + first_waiter + id, base::relaxed, base::relaxed)) {}
  }

  /// After is_over(): the result, or the branch's exception.
  [[nodiscard]] result take() {
    if (static_cast<std::uint32_t>(state_.load(base::relaxed)) == done) {
      const destroyed_later left{content_.value};  // also when the move throws
      return std::move(content_.value);
    }
    const std::exception_ptr failure = std::move(content_.failure);
    std::destroy_at(&content_.failure);
    std::rethrow_exception(failure);
  }

  /// After is_over(): forgets it.
  void discard() noexcept {
    if (static_cast<std::uint32_t>(state_.load(base::relaxed)) == done) {
      std::destroy_at(std::addressof(content_.value));
    } else {
      std::destroy_at(&content_.failure);
    }
  }

 private:
  static constexpr std::uint32_t pending = 0;
  static constexpr std::uint32_t done = 1;
  static constexpr std::uint32_t failed = 2;
  static constexpr std::uint32_t first_waiter = 3;  // state_ - first_waiter is the worker that waits
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
    branch.state_.fetch_add(std::uint64_t{w.place() + 1} << 32U, base::relaxed);
    std::uint32_t how = done;
    try {
      std::construct_at(std::addressof(branch.content_.value), value_as_task(branch.function(), w));  // FK-I3
    } catch (...) {
      std::construct_at(&branch.content_.failure, std::current_exception());
      how = failed;
    }
    if constexpr (observe::annotating_observer<typename Worker::observer_type>)
      w.engine().observer().branch_ended(w.place(), branch.note);
    const auto before =
        static_cast<std::uint32_t>(branch.state_.exchange(how, base::release));  // FK-K1 -> is_over; FK-I2
    JACKDAW_SLOW_PLACE("branch: over, and its waiter is not woken");
    if (before >= first_waiter) w.engine().wake(before - first_waiter);
  }

  base::atomic<std::uint64_t> state_{pending};
  content content_;
};

}  // namespace jackdaw::fork_join
