// A callable, borrowed for the time of a call.
//
// Source: std::function_ref of C++26, P0792. Here as much as the library needs: functions without arguments.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>

namespace jackdaw::base {

template <class Signature>
class function_ref;

/// Refers to a callable that outlives it. It is made where the callable is passed on, so that the callee need not be
/// a template.
///     void wait(function_ref<bool()> over);
///     wait([&] { return done; });
///
/// Cost: an indirect call. Threads: as the callable. Errors: what it throws.
template <class Result>
class function_ref<Result()> {
 public:
  template <class Function>
    requires(!std::same_as<std::remove_cvref_t<Function>, function_ref> &&
             std::is_invocable_r_v<Result, Function&>)
  function_ref(
      Function&& function) noexcept  // NOLINT(google-explicit-constructor): a lambda is passed on as it is
      : function_(const_cast<void*>(static_cast<const void*>(std::addressof(function)))),
        call_([](void* of) -> Result { return (*static_cast<std::remove_reference_t<Function>*>(of))(); }) {}

  Result operator()() const { return call_(function_); }

 private:
  void* function_;
  Result (*call_)(void*);
};

}  // namespace jackdaw::base
