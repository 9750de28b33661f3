// join_n: as many branches as a number says that is known at run time, and their results.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

#include <jackdaw/base/number_as.hpp>
#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/siblings.hpp>

namespace jackdaw {

namespace fork_join {

/// Calls `function` with a number, and with the worker before it or not.
template <class Function, class Worker>
decltype(auto) call_with_number(Function& function, Worker& w, std::uint64_t i) {
  if constexpr (std::is_invocable_v<Function&, Worker&, std::size_t>) {
    return std::invoke(function, w, base::number_as<std::size_t>(i));
  } else {
    static_assert(
        std::is_invocable_v<Function&, std::size_t>,
        "jackdaw: the function of join_n takes a number, with the worker by reference before it, or not");
    return std::invoke(function, base::number_as<std::size_t>(i));
  }
}

struct nothing_on_taking {};

/// The branches of one join_n.
template <class Function>
struct numbered_calls {
  Function& function;

  void operator()(auto& w, std::uint64_t i) const { static_cast<void>(call_with_number(function, w, i)); }
  [[nodiscard]] static nothing_on_taking on_taking() noexcept { return {}; }
};

/// Whether results[i] is an object of its own: not in std::vector<bool>, of whose bits several lie in one byte.
template <class Results>
inline constexpr bool has_places =
    requires(Results& results, std::size_t i) { requires std::is_lvalue_reference_v<decltype(results[i])>; };

/// The same, whose results are kept.
template <class Function, class Results>
struct numbered_results {
  static_assert(has_places<Results>,
                "jackdaw: join_n puts results where results[i] is an object: into a vector, an array, behind "
                "a pointer; not into a std::vector<bool>, of whose bits several lie in one byte");
  Function& function;
  Results& results;

  void operator()(auto& w, std::uint64_t i) const {
    if constexpr (has_places<Results>)
      results[base::number_as<std::size_t>(i)] = call_with_number(function, w, i);
  }
  [[nodiscard]] static nothing_on_taking on_taking() noexcept { return {}; }
};

}  // namespace fork_join

/// Calls `function(worker&, i)` or `function(i)` for i = 0 … count-1, possibly at the same time, and assigns what it
/// returns to `results[i]`: a pointer, an array, a span, a vector. Returns when all are done. For the children of a
/// node:
///     long size_of(worker& w, const folder& all) {
///       std::array<long, most> below;
///       join_n(w, all.folders.size(), [&](worker& v, std::size_t i) { return size_of(v, all.folders[i]); }, below);
///       return std::accumulate(below.begin(), below.begin() + all.folders.size(), all.bytes);
///     }
///
/// Not for long loops over short bodies: parallel_for makes many calls at once of what is short. While it waits for a
/// thief this worker runs other tasks, as with join(). Cost without a thief: what join costs, count-1 times; one frame,
/// whatever `count` is; no memory. `function` is shared by all workers, not copied. Threads: only inside a task, with
/// the worker that was handed to it. Errors: an exception of function, after all calls that have begun are over; of
/// several that of the least number that was called. Calls that have not begun then may not be made; their results are
/// left as they were. recursion_too_deep.
template <fork_join::forking_worker Worker, class F, class Results>
void join_n(Worker& w, std::size_t count, F&& function, Results&& results) {
  fork_join::require_stack(w);
  fork_join::run_siblings(
      w,
      fork_join::numbered_results<std::remove_reference_t<F>, std::remove_reference_t<Results>>{function,
                                                                                                results},
      0, count);
}

/// The same without results: what `function` returns is dropped.
template <fork_join::forking_worker Worker, class F>
void join_n(Worker& w, std::size_t count, F&& function) {
  fork_join::require_stack(w);
  fork_join::run_siblings(w, fork_join::numbered_calls<std::remove_reference_t<F>>{function}, 0, count);
}

/// The same from any thread; see join(f, g).
template <class F, class Results>
void join_n(std::size_t count, F&& function, Results&& results) {
  fork_join::as_worker([&](worker& w) { join_n(w, count, function, results); });
}
template <class F>
void join_n(std::size_t count, F&& function) {
  fork_join::as_worker([&](worker& w) { join_n(w, count, function); });
}

}  // namespace jackdaw
