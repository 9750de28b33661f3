// How the partial results of a reduction are made and applied.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/reduction/reducing_function.hpp>

namespace jackdaw {

/// How partial results are made and applied:
///   make()             a new one, of any type P; the task's function gets it as P&
///   apply(object, p)   adds p, which is not used afterwards, to the object
///   merge(p, q)        optional: adds q, which is not used afterwards, to p. Partial results that wait for the object
///                      are merged then, several pairs at a time, and applied together. Not where p grows by it,
///                      and a merge costs more than applying
/// They may throw: the task counts as one that has failed. R can be copied, P moved.
template <class R, class T>
concept reduction_for = std::copy_constructible<R> && !std::is_const_v<T> && requires(const R r, T& object) {
  r.apply(object, r.make());
  requires std::move_constructible<std::decay_t<decltype(r.make())>>;
};

/// Makes a T from nothing and adds with +=: what reduce(handle) does without a second argument.
///     tasks.submit(reduce(sum, sum_of<double>{}), [](double& s) { s += 1; });
///
/// Cost: that of T() and of +=. Threads: any, each with objects of its own. Errors: what these throw.
template <class T>
struct sum_of {
  /// T().
  [[nodiscard]] T make() const
    requires std::default_initializable<T>
  {
    return T();
  }
  /// object += partial.
  void apply(T& object, T&& partial) const
    requires requires { object += std::move(partial); }
  {
    object += std::move(partial);
  }
  /// into += from.
  void merge(T& into, T&& from) const
    requires requires { into += std::move(from); }
  {
    into += std::move(from);
  }
};

namespace dataflow {

/// Does not compile for what is no reduction, in one sentence.
template <class T, class R>
constexpr void check_reduction() {
  constexpr bool right = reduction_for<R, T> || reducing_function<R, T>;
  static_assert(right || !std::is_same_v<R, sum_of<T>>,
                "jackdaw: reduce(handle) makes partial results by T() and adds them with +=, which this T "
                "does not have; "
                "expected a second argument that says how, with make() and apply(object, partial)");
  static_assert(right || std::is_same_v<R, sum_of<T>>,
                "jackdaw: a reduction can be copied, and has make(), which gives a partial "
                "result that can be "
                "moved, and apply(object, partial), both const; or it is a function (T& into, T&& from), "
                "const, of "
                "objects that can be copied");
}

}  // namespace dataflow

}  // namespace jackdaw
