// How a task over ranks says what it uses, and where it runs.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/cluster/flow/engine.hpp>
#include <jackdaw/cluster/flow/handle.hpp>
#include <jackdaw/flow/reduction/reduction.hpp>

namespace jackdaw::cluster {

/// The task runs on this rank: submit(on(2), read(a), …). Otherwise where the first object lives that it writes; else
/// the first that it adds to; else the first that it reads.
struct on {
  explicit constexpr on(unsigned which) noexcept : rank(which) {}
  unsigned rank;  ///< from 0 to ranks()-1
};

namespace detail {

/// One access that a task declares.
template <mode How, class T>
struct declared {
  static constexpr mode how = How;
  using object = std::conditional_t<How == mode::read, const T, T>;
  handle<T>* of;
};

/// Several objects of one type, as many as there are when the task is submitted.
template <mode How, class T>
struct declared_many {
  static constexpr mode how = How;
  using object = std::conditional_t<How == mode::read, const T, T>;
  std::vector<handle<T>*> of;
};

template <class T, class R>
struct declared_reduction {
  using object = std::decay_t<decltype(std::declval<const R&>().make())>;
  handle<T>* of;
  R by;
};

template <class A>
inline constexpr bool is_declared = false;
template <mode How, class T>
inline constexpr bool is_declared<declared<How, T>> = true;
template <mode How, class T>
inline constexpr bool is_declared<declared_many<How, T>> = true;
template <class T, class R>
inline constexpr bool is_declared<declared_reduction<T, R>> = true;

template <mode How, class T, class Range>
[[nodiscard]] declared_many<How, T> many_of(Range& handles) {
  declared_many<How, T> all;
  for (auto& each : handles) {
    if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(each)>>) {
      all.of.push_back(each);
    } else {
      all.of.push_back(&each);
    }
  }
  return all;
}

template <class Range>
using value_in =
    typename std::remove_pointer_t<std::remove_cvref_t<std::ranges::range_reference_t<Range>>>::value_type;

}  // namespace detail

/// The task reads the object: its function gets a const reference.
///     tasks.submit(read(a), write(b), [](const tile& from, tile& to) { update(from, to); });
///
/// Cost: nothing until it is submitted. Threads: any. Errors: none.
template <class T>
[[nodiscard]] detail::declared<detail::mode::read, T> read(handle<T>& of) noexcept {
  return {&of};
}

/// The task reads and writes the object, alone and in the order of submission.
///     tasks.submit(write(b), [](tile& to) { clear(to); });
///
/// Cost, threads, errors: as read().
template <class T>
[[nodiscard]] detail::declared<detail::mode::write, T> write(handle<T>& of) noexcept {
  return {&of};
}

/// The task changes the object in a way whose order does not matter: alone, but in any order among adds.
///     tasks.submit(read(part), add(sum), [](const double& p, double& s) { s += p; });
///
/// Cost, threads, errors: as read().
template <class T>
[[nodiscard]] detail::declared<detail::mode::add, T> add(handle<T>& of) noexcept {
  return {&of};
}

/// The task adds to a partial result of the rank on which it runs. They are applied to the object before another kind
/// of access, rank after rank. `by` is a jackdaw::reduction_for<T>; without it the type's own += is used.
///     tasks.submit(read(part), reduce(sum), [](const double& p, double& partial) { partial += p; });
///
/// It runs where the first object lives that it reads. Cost: a message for each rank that has a partial result.
/// Threads: as read(). Errors: none.
template <class T, class R = sum_of<T>>
  requires reduction_for<R, T>
[[nodiscard]] detail::declared_reduction<T, R> reduce(handle<T>& of, R by = {}) {
  return {&of, std::move(by)};
}

/// As many reads as there are handles (or pointers to handles) in a range when the task is submitted. The function gets
/// a std::vector of pointers.
///     tasks.submit(read_all(near), write(here), [](const std::vector<const cell*>& all, cell& c) { c.take(all); });
///
/// Cost, threads, errors: as read().
template <std::ranges::range Range>
[[nodiscard]] auto read_all(Range& handles) {
  return detail::many_of<detail::mode::read, detail::value_in<Range>>(handles);
}
/// The same for writes.
///     tasks.submit(write_all(cells), [](const std::vector<cell*>& all) { reset(all); });
///
/// Cost, threads, errors: as read(). Costs nothing until it is submitted. Errors: none.
template <std::ranges::range Range>
[[nodiscard]] auto write_all(Range& handles) {
  return detail::many_of<detail::mode::write, detail::value_in<Range>>(handles);
}
/// The same for adds.
///     tasks.submit(read(part), add_all(sums), [](const cell& c, const std::vector<double*>& all) { count(c, all); });
///
/// Cost, threads, errors: as read(). Costs nothing until it is submitted. Errors: none.
template <std::ranges::range Range>
[[nodiscard]] auto add_all(Range& handles) {
  return detail::many_of<detail::mode::add, detail::value_in<Range>>(handles);
}

}  // namespace jackdaw::cluster
