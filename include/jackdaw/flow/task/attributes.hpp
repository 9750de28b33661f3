// What can stand before the accesses of a task: what is said of the task itself.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/task/name.hpp>

namespace jackdaw {

/// What a task is called, in errors, traces and pictures: submit(named("gemm"), read(a), …). Tasks of one function may
/// have several names. A std::string (or std::string_view) is copied, and kept as long as the task. Of a const char*,
/// as a literal is, the pointer is kept: that text must outlive the task. Cost: a pointer in the task, or a
/// std::string. Throws what copying the text throws.
template <class Text = const char*>
struct named {
  static_assert(std::is_same_v<Text, const char*> || std::is_same_v<Text, std::string>,
                "jackdaw: a task is named by a literal or a std::string");
  template <class From>
    requires std::constructible_from<Text, From&&>
  explicit constexpr named(From&& what) noexcept(std::is_nothrow_constructible_v<Text, From&&>)
      : text(std::forward<From>(what)) {}
  Text text;  ///< the name
};
named(const char*) -> named<const char*>;
named(std::string) -> named<std::string>;
named(std::string_view) -> named<std::string>;

/// The task may submit subtasks, and ends when they have ended: submit(with_subtasks, write(a), [](auto& subtasks,
/// T& a) {…}). Before its objects its function gets a basic_subtasks (flow/task/subtasks.hpp).
struct with_subtasks_t {
  explicit with_subtasks_t() = default;
};
/// The attribute itself: `submit(with_subtasks, write(a), function)`. See with_subtasks_t.
inline constexpr with_subtasks_t with_subtasks{};

/// Of the ready tasks of a flow that have a priority, a worker takes the one with the largest number. Of equal ones
/// it takes the one that was ready first: submit(priority(3), write(a), …). Whether a worker takes one of these, or a
/// task without a priority, is up to the pool.
struct priority {
  explicit constexpr priority(int how_urgent) noexcept : value(how_urgent) {}
  int value;  ///< how urgent
};

/// The task runs on this worker of the scheduler and on no other: submit(pinned(2), write(a), …). From 0 to
/// workers()-1; else submit() throws std::invalid_argument, and nothing is submitted. Worker 0 is the thread that
/// waits for tasks, or one of the scheduler's while none does. So pinned(0) is not always the same thread. Not together
/// with priority.
struct pinned {
  explicit constexpr pinned(unsigned which) noexcept : worker(which) {}
  unsigned worker;  ///< its id
};

template <class Scheduler>
class basic_subtasks;

namespace dataflow {

/// The task is a subtask.
template <class Scheduler>
struct subtask_of {
  basic_subtasks<Scheduler>* all;
};

template <class A>
inline constexpr bool is_attribute =
    std::is_same_v<A, with_subtasks_t> || std::is_same_v<A, priority> || std::is_same_v<A, pinned>;
template <class Text>
inline constexpr bool is_attribute<named<Text>> = true;
template <class Scheduler>
inline constexpr bool is_attribute<subtask_of<Scheduler>> = true;

/// What an attribute is looked up by: itself, or `any_name` for all ways to name a task.
struct any_name;
template <class A>
struct looked_for {
  using type = A;
};
template <class Text>
struct looked_for<named<Text>> {
  using type = any_name;
};

/// Whether `A` is among the attributes of a task, a tuple.
template <class A, class Attributes>
inline constexpr bool has_attribute = false;
template <class A, class... All>
inline constexpr bool has_attribute<A, std::tuple<All...>> =
    (std::is_same_v<A, typename looked_for<All>::type> || ... || false);

/// Whether no attribute is given twice.
template <class Attributes>
inline constexpr bool are_distinct = true;
template <class A, class... Others>
inline constexpr bool are_distinct<std::tuple<A, Others...>> =
    !has_attribute<typename looked_for<A>::type, std::tuple<Others...>> &&
    are_distinct<std::tuple<Others...>>;

/// The text of the name among attributes; for a tuple that has one.
template <class... All>
[[nodiscard]] constexpr std::string_view name_in(const std::tuple<All...>& attributes) noexcept {
  return std::apply(
      []<class... Each>(const Each&... each) {
        std::string_view found;
        const auto look_at = [&found]<class A>(const A& one) {
          if constexpr (std::is_same_v<typename looked_for<A>::type, any_name>) found = one.text;
        };
        (look_at(each), ...);
        return found;
      },
      attributes);
}

/// What a task with these attributes, a tuple, is in pictures.
template <class Function, class Attributes>
[[nodiscard]] constexpr jackdaw::task_kind kind_of([[maybe_unused]] const Attributes& attributes) noexcept {
  if constexpr (has_attribute<any_name, Attributes>) {
    return {name_in(attributes), task_colour<Function>(), true};
  } else {
    return kind_of_task<Function>();
  }
}

}  // namespace dataflow

}  // namespace jackdaw
