// Reductions: tasks that add to a busy object work on partial results of their own.
//
// Source: T15 section 4.5 (renaming). A task does not wait for the object that it adds to. When it runs and the
// object is free, it works on the object itself, else on a partial result. Then the task waits for its turn at the
// object, as an add would, and applies its partial result, and those that it has taken over from other waiting tasks
// (flow/reduction/merging.hpp). So the object is complete when all tasks are over.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <jackdaw/flow/reduction/merging.hpp>
#include <jackdaw/flow/reduction/reducing_function.hpp>
#include <jackdaw/flow/reduction/reduction_for.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle.hpp>
#include <jackdaw/flow/version/handle_range.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw {

namespace dataflow {

/// In any order: partial results are applied as tasks end.
template <class R>
struct reduce_access {
  static constexpr bool readonly = false;
  static constexpr bool commutative = true;
  static constexpr bool exclusive = true;
};

/// In the order of submission, and always by way of partial results.
template <class R>
struct ordered_reduce_access {
  static constexpr bool readonly = false;
  static constexpr bool commutative = false;
  static constexpr bool exclusive = true;
};

template <class R>
inline constexpr bool is_deferred<reduce_access<R>> = true;
template <class R>
inline constexpr bool is_deferred<ordered_reduce_access<R>> = true;

template <access_type A, class T, class R>
struct declared_reduction {
  using type = A;
  using object = std::decay_t<decltype(std::declval<const R&>().make())>;  // what the function gets
  handle<T>* of;
  R how;
};
template <class A, class T, class R>
inline constexpr bool is_declared<declared_reduction<A, T, R>> = true;

/// The reference that the function of a task gets for one access, and what has to be kept for it: nothing.
/// `I` tells accesses of one type apart, so that all these together have no size.
template <std::size_t I, class D>
class argument {
 public:
  explicit argument(const D& /*declared*/) noexcept {}

  /// Not for handle<void>.
  static auto& get(requirement& need) noexcept {
    using object = typename D::object;
    return static_cast<object&>(static_cast<handle<typename D::held>&>(need.of()).value());
  }
  static void apply(requirement& /*need*/, bool /*later*/) noexcept {}
  static void give(const requirement& /*need*/, const versions& /*of*/,
                   const partial_taker& /*to*/) noexcept {}
  static void gather(const auto&... /*unused*/) noexcept {}
  static void end(const requirement& /*need*/) noexcept {}
};

/// The same for a reduction: the object itself, or a partial result.
template <std::size_t I, class A, class T, class R>
class argument<I, declared_reduction<A, T, R>> {
  using partial = typename declared_reduction<A, T, R>::object;

 public:
  explicit argument(const declared_reduction<A, T, R>& declared) : how_(declared.how) {}

  partial& get(requirement& need) {
    if constexpr (std::is_same_v<partial, T>) {
      if (!need.comes_later()) return object(need);
    }
    return partial_.emplace(how_.make());
  }

  /// Applies the partial result, if there is one and its access is one that the task has `later`, or now.
  void apply(requirement& need, bool later) {
    if (!partial_.has_value() || need.comes_later() != later) return;
    how_.apply(object(need), *std::move(partial_));
    partial_.reset();
  }

  /// Gives the partial result away, if it is one for this handle.
  void give(const requirement& need, const versions& of, const partial_taker& to) {
    if (&need.of() != &of || !partial_.has_value()) return;
    to.take(to.self, std::addressof(*partial_), of_others_);
    partial_.reset();
  }

  /// Whether or not it was applied: the accesses of the tasks whose results it has taken over end with its own.
  void end(const requirement& need) noexcept {
    if (of_others_ != 0 && need.comes_later()) need.of().count_over(of_others_);
  }

  /// Takes over the partial results of tasks that wait while the object is busy. flow/reduction/merging.hpp
  void gather(const requirement& need, const waiter& taker, auto&& unseen, waiter*& woken) {
    if constexpr (merging<R, partial> && A::commutative) {
      if (partial_.has_value() && need.comes_later())
        dataflow::gather(how_, *partial_, of_others_, need, taker, unseen, woken);
    }
  }

 private:
  static T& object(requirement& need) noexcept { return static_cast<handle<T>&>(need.of()).value(); }

  [[no_unique_address]] R how_;
  std::optional<partial> partial_;
  std::uint64_t of_others_ = 0;  // how many accesses it stands for besides
};

/// What is kept of accesses to a range that reduce: as a type only.
template <access_type A, class T, class R>
struct many_reduced {
  using type = A;
  using object = typename declared_reduction<A, T, R>::object;
};

/// Reductions at the handles of a range.
template <access_type A, class T, class R, class Range>
struct declared_range_reduction {
  using type = A;
  using in_task = many_reduced<A, T, R>;
  named_range<Range> range;
  R how;

  [[nodiscard]] auto kept() const {
    return declared_range_reduction<A, T, R, handle_list<T>>{named_range<handle_list<T>>(listed<T>(range)),
                                                             how};
  }
};
template <class A, class T, class R, class Range>
inline constexpr bool is_declared<declared_range_reduction<A, T, R, Range>> = true;

/// `of`: a handle, or a range of handles.
template <template <class> class Access, class T, class Handles, class R>
[[nodiscard]] auto reduction_of(Handles&& of, R&& how) {
  using way = std::remove_cvref_t<R>;
  check_reduction<T, way>();
  // NOLINTNEXTLINE(bugprone-branch-clone): two reasons, one answer
  if constexpr (!reduction_for<way, T> && !reducing_function<way, T>) {
    return no_access();
  } else if constexpr (!reduction_for<way, T>) {
    static_assert(
        std::default_initializable<T>,
        "jackdaw: partial results begin as T(), which this T does not have; expected a third argument: "
        "what they begin as");
    if constexpr (std::default_initializable<T>) {
      return reduction_of<Access, T>(std::forward<Handles>(of),
                                     reduction_by_function<T, way>(std::forward<R>(how), T()));
    } else {
      return no_access();
    }
  } else if constexpr (!handle_range<Handles>) {
    return declared_reduction<Access<way>, T, way>{&of, std::forward<R>(how)};
  } else if constexpr (!usable_range<Handles>) {
    return no_access();
  } else {
    return declared_range_reduction<Access<way>, T, way, Handles>{
        named_range<Handles>(std::forward<Handles>(of)), std::forward<R>(how)};
  }
}

/// What the handles of a range hold. For what is no range, there is none: then other overloads are looked at.
template <class Range>
struct object_of_range {};
template <handle_range Range>
struct object_of_range<Range> {
  using type = typename decltype(object_in<Range>())::type;
};
template <class Range>
using object_of = typename object_of_range<Range>::type;

template <class T>
concept reducible = !std::is_void_v<T>;
template <class Range>
concept reducible_range = handle_range<Range> && reducible<object_of<Range>>;

}  // namespace dataflow

/// The task adds to the object, in any order among tasks that add in the same way. While the object is busy, it
/// works on a partial result instead of waiting. Its function gets the object or a partial result, and cannot
/// tell which: it must only add. `how`: a reduction_for<T>, or a function that adds one T to another.
///     for (auto& part : parts) tasks.submit(read(part), reduce(sum), [](const double& p, double& s) { s += p; });
///     tasks.submit(reduce(words, [](text_set& into, text_set&& from) { into.merge(from); }), find_words);
///
/// Partial results of a function begin as T(), or as `start`, the third argument: what changes nothing when it is
/// added. Two lambdas are two ways, and so are the types of the functions that make them.
///
/// Threads: any. Errors: a reduction that throws counts as a task that has failed.
/// Cost: room for a partial result in the task, and another wait at the handle where the object is busy.
template <dataflow::reducible T, class R = sum_of<T>>
[[nodiscard]] auto reduce(handle<T>& of, R how = {}) {
  return dataflow::reduction_of<dataflow::reduce_access, T>(of, std::move(how));
}
/// The same with a function, and what partial results begin as.
///     tasks.submit(reduce(product, [](double& into, double from) { into *= from; }, 1.0), multiply);
///
/// Threads, errors, cost: as reduce.
template <dataflow::reducible T, dataflow::reducing_function<T> F>
[[nodiscard]] auto reduce(handle<T>& of, F function, std::type_identity_t<T> start) {
  return dataflow::reduction_of<dataflow::reduce_access, T>(
      of, dataflow::reduction_by_function<T, F>(std::move(function), std::move(start)));
}
/// The same for all handles of a range (handle_range). The task's function gets a references<T> for them. It does not
/// wait for any of these objects.
///     tasks.submit(reduce(sums), [](references<double> all) { for (double& s : all) s += 1; });
///
/// Threads, errors: as reduce. Cost: a partial result for each object.
template <dataflow::reducible_range Range, class R = sum_of<dataflow::object_of<Range>>>
[[nodiscard]] auto reduce(Range&& handles, R how = {}) {
  return dataflow::reduction_of<dataflow::reduce_access, dataflow::object_of<Range>>(
      std::forward<Range>(handles), std::move(how));
}

/// The same with partial results for all tasks, applied in the order of submission. So sums of floating-point numbers
/// are the same to the last bit for any number of workers. A task that runs long before its turn keeps its partial
/// result until then.
///     tasks.submit(read(part), reduce_in_order(sum), [](const double& p, double& s) { s += p; });
///
/// Cost: a partial result for each task. Threads: any. Errors: as reduce.
template <dataflow::reducible T, class R = sum_of<T>>
[[nodiscard]] auto reduce_in_order(handle<T>& of, R how = {}) {
  return dataflow::reduction_of<dataflow::ordered_reduce_access, T>(of, std::move(how));
}
/// The same with a function, and what partial results begin as.
///     tasks.submit(reduce_in_order(all, [](text& into, const text& from) { into += from; }, text()), write_line);
///
/// Cost, threads, errors: as reduce_in_order.
template <dataflow::reducible T, dataflow::reducing_function<T> F>
[[nodiscard]] auto reduce_in_order(handle<T>& of, F function, std::type_identity_t<T> start) {
  return dataflow::reduction_of<dataflow::ordered_reduce_access, T>(
      of, dataflow::reduction_by_function<T, F>(std::move(function), std::move(start)));
}
/// The same for all handles of a range (handle_range).
///     tasks.submit(reduce_in_order(sums), [](references<double> all) { for (double& s : all) s += 1; });
///
/// Cost: a partial result for each object. Threads, errors: as reduce_in_order.
template <dataflow::reducible_range Range, class R = sum_of<dataflow::object_of<Range>>>
[[nodiscard]] auto reduce_in_order(Range&& handles, R how = {}) {
  return dataflow::reduction_of<dataflow::ordered_reduce_access, dataflow::object_of<Range>>(
      std::forward<Range>(handles), std::move(how));
}

}  // namespace jackdaw
