// How the function of a spawned task is called.
#pragma once

#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/task/call.hpp>
#include <jackdaw/task/name.hpp>

namespace jackdaw::fork_join {

/// A function whose result is kept; drawn as the function itself.
template <class Function, class Result>
struct keeping {
  static constexpr naming::name_of<Function> name{};
  static constexpr naming::colour_of<Function> colour{};

  Function function;
  Result* result;
  void operator()(auto& w) { *result = jackdaw::call(function, w); }
};

/// A function that is called in the floating-point environment of its spawner; drawn as the function itself.
template <class Function>
struct as_spawned {
  static constexpr naming::name_of<Function> name{};
  static constexpr naming::colour_of<Function> colour{};

  Function function;
  base::float_environment environment = base::float_environment::here();
  void operator()(auto& w) {
    const base::float_environment_scope meanwhile(environment);
    static_cast<void>(jackdaw::call(function, w));
  }
};

}  // namespace jackdaw::fork_join
