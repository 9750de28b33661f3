// The second branch of a join: a task that lives in the frame of the first.
//
// Who calls what: the forking worker makes it, offers it to thieves, and either takes it back or waits; a
// thief executes it.
//
// States of state_: pending → (awaited by worker w →) done | failed; the end by whoever executes it as a
// task.
//
// I1: the frame outlives the task: the forking worker leaves it only after it has taken the task back, or has
// seen done or failed (acquire).
//
// I2: the executing worker touches nothing of the task after its exchange, which tells it whom to wake (row
// join-after-free); what it wakes belongs to the scheduler.
//
// Orderings: K1 result -> await.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/task/call.hpp>
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

/// Closures of one or two words whose calls do not change them are copied: into registers on the way down,
/// and into the task. All others are referred to, so that what a call changes is the caller's object.
template <class Function, class Worker>
inline constexpr bool copied_branch =
    std::is_trivially_copyable_v<Function> && sizeof(Function) <= 2 * sizeof(void*) &&
    (std::is_invocable_v<const Function&, Worker&> || std::is_invocable_v<const Function&>);

/// A branch that anybody may run; `Function` is what is called.
template <class Function, class Worker>
class forked final : public task {
 public:
  using result = result_of<Function, Worker>;

  explicit forked(Function& branch) noexcept : task(&execute_stolen), function_(branch) {}
  forked(const forked&) = delete;
  forked& operator=(const forked&) = delete;

  [[nodiscard]] bool is_over() const noexcept {
    const std::uint32_t state = state_.load(base::acquire);  // K1
    return state == done || state == failed;
  }

  /// Worker `id`, who forked it, is going to wait, and wants to be woken at the end.
  void await_by(unsigned id) noexcept {
    std::uint32_t expected = pending;
    state_.compare_exchange_strong(expected, first_waiter + id, base::relaxed, base::relaxed);
  }

  /// After is_over(): the result, or the branch's exception.
  [[nodiscard]] result take() {
    if (state_.load(base::relaxed) == done) {
      result value = std::move(outcome_.value);
      std::destroy_at(&outcome_.value);
      return value;
    }
    const std::exception_ptr failure = std::move(outcome_.failure);
    std::destroy_at(&outcome_.failure);
    std::rethrow_exception(failure);
  }

  /// After is_over(): forgets it.
  void discard() noexcept {
    if (state_.load(base::relaxed) == done) {
      std::destroy_at(&outcome_.value);
    } else {
      std::destroy_at(&outcome_.failure);
    }
  }

 private:
  static constexpr std::uint32_t pending = 0;
  static constexpr std::uint32_t done = 1;
  static constexpr std::uint32_t failed = 2;
  static constexpr std::uint32_t first_waiter = 3;  // state_ - first_waiter is who waits
  union outcome {
    outcome() noexcept {}
    ~outcome() {}
    result value;
    std::exception_ptr failure;
  };

  // Also after another task has failed: the frame waits for it.
  static void execute_stolen(task& self, void* worker, task_verb) {
    auto& branch = static_cast<forked&>(self);
    auto& w = *static_cast<Worker*>(worker);
    std::uint32_t how = done;
    try {
      std::construct_at(&branch.outcome_.value, value_of(branch.function_, w));
    } catch (...) {
      std::construct_at(&branch.outcome_.failure, std::current_exception());
      how = failed;
    }
    const std::uint32_t before = branch.state_.exchange(how, base::acq_rel);  // K1 -> is_over; I2
    if (before >= first_waiter) w.engine().wake(before - first_waiter);
  }

  std::conditional_t<copied_branch<Function, Worker>, std::remove_const_t<Function>, Function&> function_;
  base::atomic<std::uint32_t> state_{pending};
  outcome outcome_;
};

}  // namespace jackdaw::fork_join
