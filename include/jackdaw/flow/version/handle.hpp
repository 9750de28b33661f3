// An object that tasks name when they say what they use.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/version/versions.hpp>

namespace jackdaw {

/// An object of type T together with its versions (flow/version/versions.hpp). Tasks use it by declaring an access.
/// The rest of the program uses it by value(), while no task does.
///     handle<std::vector<double>> row(1000, 0.0);
///     tasks.submit(write(row), [](std::vector<double>& r) { r[0] = 1; });
///     tasks.wait(row);
///     std::printf("%g", row.value()[0]);
///
/// It must outlive the tasks that use it. It may be a member of a class, a local variable of a task, or an element of a
/// container that does not move it. Destroying it earlier is caught: the program ends with a message.
/// Inside std::exit() it is not caught: a task that still uses it uses what is gone, as any static object.
/// Several flows may use it at once: their accesses are ordered as those of one. A failure skips tasks of its own flow
/// only.
///
/// name("A[3,4]") says what messages, traces and pictures call it. A handle neither moves nor is copied: a std::vector
/// has as many as it is made with, others grow in a std::deque. The object of a handle<const T> can be read only: any
/// other access does not compile. handle<void> stands for something that is no object of the program: a file, a phase.
///
/// Cost: 64 bytes and the object. Threads: any may name it in submit(). Errors: what the object's constructor throws.
template <class T>
class handle : public dataflow::versions {
  static_assert(std::is_object_v<T>,
                "jackdaw: a handle holds an object: handle<T>, handle<const T>, or handle<void>");

 public:
  /// The object is made from the arguments.
  template <class... Arguments>
    requires std::constructible_from<T, Arguments&&...>
  explicit(sizeof...(Arguments) != 0)
      handle(Arguments&&... arguments) noexcept(std::is_nothrow_constructible_v<T, Arguments&&...>)
      : value_(std::forward<Arguments>(arguments)...) {}

  /// Gives one message where a std::vector would move handles, instead of many of the compiler's. (So a trait says
  /// that a handle can be moved. It cannot.)
  template <std::same_as<handle> Moved>
  explicit(false) handle(Moved&& /*from*/) {
    static_assert(!std::same_as<Moved, handle>,
                  "jackdaw: a handle does not move; expected a std::deque of handles, or a std::vector that "
                  "is made with "
                  "as many as it will have");
  }

  /// The object itself. Only while no task that was submitted uses it: after flow::wait(), or wait(handle).
  [[nodiscard]] T& value() noexcept { return value_; }
  [[nodiscard]] const T& value() const noexcept { return value_; }

 private:
  T value_;
};

/// A handle for something that is no object of the program: it orders tasks, and their functions get nothing for it.
template <>
class handle<void> : public dataflow::versions {};

}  // namespace jackdaw
