// The attributes of one task, as a tuple: which there are, and what they say together.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/resource/required_units.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/task/name.hpp>

namespace jackdaw {

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
    std::is_same_v<A, with_subtasks_t> || std::is_same_v<A, with_completion_t> ||
    std::is_same_v<A, with_result_t> || std::is_same_v<A, always_t> || std::is_same_v<A, with_stop_token_t> ||
    std::is_same_v<A, priority> || std::is_same_v<A, pinned> || std::is_same_v<A, affinity> ||
    std::is_same_v<A, require>;
template <class Text>
inline constexpr bool is_attribute<named<Text>> = true;
template <class Scheduler>
inline constexpr bool is_attribute<subtask_of<Scheduler>> = true;

/// Whether submit() returns the task as a value.
template <class... Parts>
inline constexpr bool wants_result = (std::is_same_v<Parts, with_result_t> || ... || false);

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

/// Whether no attribute is given twice, but require.
template <class Attributes>
inline constexpr bool are_distinct = true;
template <class A, class... Others>
inline constexpr bool are_distinct<std::tuple<A, Others...>> =
    (std::is_same_v<A, require> || !has_attribute<typename looked_for<A>::type, std::tuple<Others...>>) &&
    are_distinct<std::tuple<Others...>>;

/// How many attributes of a task, a tuple, are a require.
template <class Attributes>
inline constexpr std::size_t resource_count = 0;
template <class... All>
inline constexpr std::size_t resource_count<std::tuple<All...>> =
    (std::size_t{std::is_same_v<All, require>} + ... + 0);

/// What these require.
template <class... All>
[[nodiscard]] constexpr auto required_in(const std::tuple<All...>& attributes) noexcept {
  std::array<units_of, resource_count<std::tuple<All...>>> found{};
  [[maybe_unused]] std::size_t count = 0;
  const auto look_at = [&]<class A>([[maybe_unused]] const A& one) {
    if constexpr (std::is_same_v<A, require>) found[count++] = {one.of, one.units};
  };
  std::apply([&](const auto&... each) { (look_at(each), ...); }, attributes);
  return found;
}

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
