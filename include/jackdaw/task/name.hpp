// What a task is called in messages and pictures, and its colour there.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace jackdaw {

namespace naming {

// A data member that is not static is of an object, and says nothing about the type. A requires-expression alone
// would take it: its operand is not evaluated.
template <class Function>
concept has_name = requires {
  { Function::name } -> std::convertible_to<std::string_view>;
  requires !std::is_member_pointer_v<decltype(&Function::name)>;
};
template <class Function>
concept has_colour = requires {
  { Function::colour } -> std::convertible_to<std::string_view>;
  requires !std::is_member_pointer_v<decltype(&Function::colour)>;
};

// NAME in "… [with Function = NAME; …]" (g++) or "… [Function = NAME]" (clang); of another compiler's text all of it.
// When the program runs, and rarely: a constant expression that looks for the end of a long name takes a compiler
// longer than the rest of a join.
[[nodiscard]] inline std::string_view name_in(std::string_view text) noexcept {
  constexpr std::string_view mark = "Function = ";
  const std::size_t found = text.find(mark);
  if (found == std::string_view::npos) return text;
  const std::size_t begin = found + mark.size();
  const std::size_t semicolon = text.find(';', begin);
  const std::size_t end = semicolon != std::string_view::npos ? semicolon : text.size() - 1;
  return text.substr(begin, end - begin);
}

}  // namespace naming

/// What tasks of this function are called in messages and pictures. It is `Function::name` where the closure has a
/// static member of that name, else the compiler's name of its type.
///     struct factorize {
///       static constexpr std::string_view name = "factorize";
///       void operator()(worker& w) const;
///     };
///
/// Cost: a look through the compiler's name; none for a static member. Threads: any.
template <class Function>
[[nodiscard]] constexpr std::string_view task_name() noexcept {
  if constexpr (naming::has_name<Function>) {
    return Function::name;
  } else {
    return naming::name_in({__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1});
  }
}

/// The colour of tasks of this function in pictures, as in SVG: `Function::colour` where the closure has a static
/// member of that name. Else it is empty, and the program that draws chooses.
///     struct factorize {
///       static constexpr std::string_view colour = "#1f77b4";
///       void operator()(worker& w) const;
///     };
///
/// Cost: none when the program runs. Threads: any.
template <class Function>
[[nodiscard]] constexpr std::string_view task_colour() noexcept {
  if constexpr (naming::has_colour<Function>) {
    return Function::colour;
  } else {
    return {};
  }
}

/// What a task is in pictures (task_verb::describe). Not for users.
struct task_kind {
  std::string_view name;
  std::string_view colour;
  bool own_name = false;  ///< the name is the task's, not its type's, and lives as long as the task
};

/// Not for users. Asked when a task of the type runs for the first time on a worker. A name may be found out at run
/// time, if it then stays as it is.
template <class Function>
[[nodiscard]] constexpr task_kind kind_of_task() noexcept {
  return {task_name<Function>(), task_colour<Function>()};
}

namespace naming {

// The static `name` and `colour` of a closure around another function. The other one is asked each time: what it says
// may be found out at run time, after static objects are made.
template <class Function>
struct name_of {
  constexpr operator std::string_view() const noexcept {  // NOLINT(google-explicit-constructor)
    return task_name<Function>();
  }
};
template <class Function>
struct colour_of {
  constexpr operator std::string_view() const noexcept {  // NOLINT(google-explicit-constructor)
    return task_colour<Function>();
  }
};

}  // namespace naming

}  // namespace jackdaw
