// What can stand before the accesses of a task: what is said of the task itself.
#pragma once

#include <tuple>
#include <type_traits>

#include <jackdaw/task/name.hpp>

namespace jackdaw {

/// What a task is called, in errors, traces and pictures: submit(named("gemm"), read(a), …). Tasks of one function may
/// have several names. The text must outlive the task.
struct named {
  explicit constexpr named(const char* what) noexcept : text(what) {}
  const char* text;
};

/// The task may submit subtasks, and ends when they have ended: submit(with_subtasks, write(a), [](auto& subtasks,
/// T& a) {…}). Before its objects its function gets a basic_subtasks (flow/subtasks.hpp).
struct with_subtasks_t {
  explicit with_subtasks_t() = default;
};
inline constexpr with_subtasks_t with_subtasks{};

/// Of the tasks of a flow that have a priority and are ready, a worker that takes up one takes the one with the largest
/// number; of equal ones, the one that was ready first: submit(priority(3), write(a), …). When it takes up one of
/// them, and when one without, the pool says.
struct priority {
  explicit constexpr priority(int how_urgent) noexcept : value(how_urgent) {}
  int value;
};

/// The task runs on this worker of the scheduler and on no other: submit(pinned(2), write(a), …). From 0 to workers()-1;
/// else submit() throws std::invalid_argument, and nothing is submitted. Worker 0 is the thread that waits for tasks:
/// what is pinned to it runs inside wait() or run() only. Not together with priority.
struct pinned {
  explicit constexpr pinned(unsigned which) noexcept : worker(which) {}
  unsigned worker;
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
inline constexpr bool is_attribute = std::is_same_v<A, named> || std::is_same_v<A, with_subtasks_t> ||
                                     std::is_same_v<A, priority> || std::is_same_v<A, pinned>;
template <class Scheduler>
inline constexpr bool is_attribute<subtask_of<Scheduler>> = true;

/// Whether `A` is among the attributes of a task, a tuple.
template <class A, class Attributes>
inline constexpr bool has_attribute = false;
template <class A, class... All>
inline constexpr bool has_attribute<A, std::tuple<All...>> = (std::is_same_v<A, All> || ... || false);

/// Whether none of them stands there twice.
template <class Attributes>
inline constexpr bool are_distinct = true;
template <class A, class... Others>
inline constexpr bool are_distinct<std::tuple<A, Others...>> =
    !has_attribute<A, std::tuple<Others...>> && are_distinct<std::tuple<Others...>>;

/// What a task with these attributes, a tuple, is for those who draw it.
template <class Function, class Attributes>
[[nodiscard]] constexpr jackdaw::task_kind kind_of([[maybe_unused]] const Attributes& attributes) noexcept {
  if constexpr (has_attribute<named, Attributes>) {
    return {std::get<named>(attributes).text, task_colour<Function>(), true};
  } else {
    return kind_of_task<Function>();
  }
}

}  // namespace dataflow

}  // namespace jackdaw
