// An object in several instances, so that a new value need not wait for tasks that still use the old one.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <utility>

#include <jackdaw/flow/version/handle.hpp>

namespace jackdaw {

/// `Count` handles, one of which has the current value. A task that writes all of a new value takes next(), which is
/// never the current one. It does not wait for tasks that read the old value, and may read that itself. All other tasks
/// take current().
///     buffered<std::vector<double>, 2> field(1000);
///     handle<std::vector<double>>& old = field.current();
///     tasks.submit(read(old), write(field.next()), [](const auto& before, auto& now) { smooth(before, now); });
///     tasks.submit(read(field.current()), [](const auto& now) { show(now); });
///
/// Call current() in a statement before next(), as here: arguments of one call are evaluated in any order.
/// Source: T15 section 4.4, listing 8. Deviation: with three instances or more, one that no task uses is taken first.
/// What is in the instance that next() names is unspecified: some earlier value, or what it was made with.
/// Not for values that few tasks read: write(handle) waits for them, and costs no memory.
/// Threads: one at a time calls next() and current() and submits the tasks that name them. A step of a simulation
/// (flow/steps.hpp) counts as one. Cost: next() looks at up to Count handles. Errors: what the constructor of T
/// throws.
template <class T, std::size_t Count>
class buffered {
  static_assert(Count >= 2, "jackdaw: an object with one instance is a handle");

 public:
  /// Each instance is made from the arguments.
  template <class... Arguments>
    requires std::constructible_from<T, const Arguments&...>
  explicit buffered(const Arguments&... arguments)
      : buffered(std::make_index_sequence<Count>(), arguments...) {}

  /// The instance with the value that was submitted last.
  [[nodiscard]] handle<T>& current() noexcept { return all_[current_]; }

  /// The instance for a new value, from now on the current one.
  [[nodiscard]] handle<T>& next() noexcept {
    const std::size_t oldest = (current_ + 1) % Count;  // as far as instances are used in turn
    const std::size_t old = std::exchange(current_, oldest);
    for (std::size_t i = 1; i < Count && all_[current_].in_use(); ++i) current_ = (old + i) % Count;
    if (all_[current_].in_use()) current_ = oldest;
    return all_[current_];
  }

  /// The current value itself. Only while no task that was submitted uses it.
  [[nodiscard]] T& value() noexcept { return current().value(); }
  [[nodiscard]] const T& value() const noexcept { return all_[current_].value(); }

  static constexpr std::size_t instances = Count;  ///< how many handles there are

 private:
  template <std::size_t... I, class... Arguments>
  explicit buffered(std::index_sequence<I...> /*each*/, const Arguments&... arguments)
      : all_{make<I>(arguments...)...} {}

  template <std::size_t>
  static handle<T> make(const auto&... arguments) {
    return handle<T>(arguments...);
  }

  std::array<handle<T>, Count> all_;
  std::size_t current_ = 0;
};

}  // namespace jackdaw
