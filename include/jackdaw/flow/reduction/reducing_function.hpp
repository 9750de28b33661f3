// Reductions that are one function: how one value is added to another.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

namespace jackdaw::dataflow {

/// It adds its second argument, which is not used afterwards, to the first.
template <class F, class T>
concept reducing_function =
    std::copy_constructible<F> && std::copy_constructible<T> && std::invocable<const F&, T&, T&&>;

/// The reduction that such a function makes. Partial results begin as `start`.
template <class T, class F>
class reduction_by_function {
 public:
  reduction_by_function(F function, T start) : function_(std::move(function)), start_(std::move(start)) {}

  [[nodiscard]] T make() const { return start_; }
  void apply(T& object, T&& partial) const { static_cast<void>(function_(object, std::move(partial))); }
  void merge(T& into, T&& from) const { static_cast<void>(function_(into, std::move(from))); }

 private:
  [[no_unique_address]] F function_;
  T start_;
};

}  // namespace jackdaw::dataflow
