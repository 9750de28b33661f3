// How the function of a spawned task is called.
#pragma once

#include <string_view>

#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/task/call.hpp>
#include <jackdaw/task/name.hpp>

namespace jackdaw::fork_join {

/// A function whose result is kept; drawn as the function itself.
template <class Function, class Result>
struct keeping {
  inline static const std::string_view name = task_name<Function>();
  inline static const std::string_view colour = task_colour<Function>();

  Function function;
  Result* result;
  void operator()(auto& w) { *result = jackdaw::call(function, w); }
};

/// A function that is called in the floating-point environment of its spawner; drawn as the function itself.
template <class Function>
struct as_spawned {
  inline static const std::string_view name = task_name<Function>();
  inline static const std::string_view colour = task_colour<Function>();

  Function function;
  base::float_environment environment = base::float_environment::here();
  void operator()(auto& w) {
    const base::float_environment_scope meanwhile(environment);
    static_cast<void>(jackdaw::call(function, w));
  }
};

}  // namespace jackdaw::fork_join
