// parallel_for: the same body for every index, element or block of a range, on all workers.
//
// How the range is divided: parallel/splitting.hpp. There is no grain size to choose.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <jackdaw/fork_join/stopping.hpp>
#include <jackdaw/parallel/index_range.hpp>
#include <jackdaw/parallel/refusal.hpp>
#include <jackdaw/parallel/splitting.hpp>

namespace jackdaw {

namespace fork_join {

/// How many elements lie between two iterators; 0 where last comes before first. Their difference may have more
/// bits than the machine counts with: that of two 64-bit numbers of std::views::iota has. std::length_error when it
/// does not fit into 64 of them.
template <std::random_access_iterator Iterator>
[[nodiscard]] constexpr std::uint64_t elements_between(const Iterator& first, const Iterator& last) {
  const std::iter_difference_t<Iterator> distance = last - first;
  if (!(distance > std::iter_difference_t<Iterator>(0))) return 0;
  const auto count = static_cast<std::uint64_t>(distance);
  if (static_cast<std::iter_difference_t<Iterator>>(count) != distance)
    throw std::length_error("a range of 2^64 elements and more; expected fewer");
  return count;
}

/// The iterator `offset` elements after `first`.
template <std::random_access_iterator Iterator>
[[nodiscard]] constexpr Iterator iterator_at(const Iterator& first, std::uint64_t offset) {
  return first + static_cast<std::iter_difference_t<Iterator>>(offset);
}

/// Whether calls of a body may be made in rows (splitting.hpp, SP-I2): not of one that takes the worker.
template <class Body, class Worker, class... Arguments>
constexpr bool in_rows = !std::is_invocable_v<Body&, Worker&, Arguments...>;

template <class Body>
inline constexpr bool never_a_body = false;

/// Calls a body with the worker before its arguments, or without it.
template <class Body, class Worker, class... Arguments>
constexpr void call_body(Body& body, Worker& w, Arguments&&... arguments) {
  if constexpr (std::is_invocable_v<Body&, Worker&, Arguments...>) {
    std::invoke(body, w, std::forward<Arguments>(arguments)...);
  } else if constexpr (std::is_invocable_v<Body&, Arguments...>) {
    std::invoke(body, std::forward<Arguments>(arguments)...);
  } else {
    static_assert(never_a_body<Body>,
                  "jackdaw: the body of a loop is a callable that takes an index or element (of "
                  "parallel_for_blocked: two), with the worker by reference before it, or not");
  }
}

}  // namespace fork_join

/// Calls `body(first, last)` or `body(worker&, first, last)` for consecutive blocks that together cover
/// [first, last) once. The blocks are some microseconds long and differ from run to run.
///     parallel_for_blocked(w, 0, n, [&](int from, int to) {
///       for (int i = from; i < to; ++i) y[i] += a * x[i];  // the compiler vectorizes this
///     });
///
/// For bodies that can do a block faster than its elements one by one. Not for bodies of which some elements
/// take much longer than those before: a block is one call, and is not divided. `stop` is looked at before each
/// block. Cost, threads, errors: as parallel_for, without the nanoseconds for each index.
template <fork_join::forking_worker Worker, class First, class Last, class Body,
          fork_join::stop_source Stop = fork_join::never_stop>
  requires fork_join::index_range<First, Last>
void parallel_for_blocked(Worker& w, First first, Last last, Body&& body, const Stop& stop = {}) {
  using index = fork_join::index_of<First, Last>;
  const auto origin = static_cast<index>(first);
  fork_join::split_by_need(
      w, fork_join::distance_of(first, last),
      [&body, origin](Worker& v, std::uint64_t from, std::uint64_t to) {
        fork_join::call_body(body, v, fork_join::index_at(origin, from), fork_join::index_at(origin, to));
      },
      stop);
}

/// The same from a constant up to an unsigned number.
template <fork_join::forking_worker Worker, std::unsigned_integral Last, class Body,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_for_blocked(Worker& w, fork_join::constant_index first, Last last, Body&& body,
                          const Stop& stop = {}) {
  parallel_for_blocked(w, static_cast<Last>(first.value), last, body, stop);
}

/// Calls `body(i)` or `body(worker&, i)` for every index from `first` up to, but without, `last`; possibly at
/// the same time, in no order. Returns when all calls are done.
///     parallel_for(w, 0, n, [&](int i) { y[i] = f(x[i]); });
///
/// Of two types the indices have the common one. From a signed number to an unsigned one it does not compile, since the
/// first index might be negative. Only a constant such as 0 is taken.
///
/// Not for calls that wait for each other. However long a call takes, others may begin all that have not begun, but
/// those of its row. A row is as many calls as took 0.1 us just before, 256 at most. It is a plain loop, which the
/// compiler can vectorize. A body that takes the worker has rows of one call: for bodies that fork, or whose calls
/// differ much. `body` is shared by all workers, not copied. `stop`: a std::stop_token that is looked at before each
/// call. Once it asks to stop, no further calls begin, and parallel_for returns without an exception. Cost: a join; a
/// few nanoseconds a row, with `stop` one a call; some 25 for some microseconds of work; two joins for each half that
/// another worker takes. Up to 16 calls cost a join for each but the last. No memory. Threads: inside a task, with the
/// worker that was handed to it.
/// Errors: an exception of body, after all calls that have begun are over. Of several, that of the lowest part
/// of the range that threw; to collect them all, catch them in body. recursion_too_deep.
template <fork_join::forking_worker Worker, class First, class Last, class Body,
          fork_join::stop_source Stop = fork_join::never_stop>
  requires fork_join::index_range<First, Last>
void parallel_for(Worker& w, First first, Last last, Body&& body, const Stop& stop = {}) {
  using index = fork_join::index_of<First, Last>;
  const auto origin = static_cast<index>(first);
  fork_join::split_by_need<fork_join::in_rows<Body, Worker, index>>(
      w, fork_join::distance_of(first, last),
      [&body, origin](Worker& v, std::uint64_t i) {
        fork_join::call_body(body, v, fork_join::index_at(origin, i));
      },
      stop);
}

/// The same from a constant up to an unsigned number.
template <fork_join::forking_worker Worker, std::unsigned_integral Last, class Body,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_for(Worker& w, fork_join::constant_index first, Last last, Body&& body, const Stop& stop = {}) {
  parallel_for(w, static_cast<Last>(first.value), last, body, stop);
}

/// The same for the elements from iterator `first` to iterator `last`: body(element) or body(worker&,
/// element). Errors: std::length_error, too, for 2^64 elements and more.
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator, class Body,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_for(Worker& w, Iterator first, Iterator last, Body&& body, const Stop& stop = {}) {
  fork_join::split_by_need<fork_join::in_rows<Body, Worker, std::iter_reference_t<Iterator>>>(
      w, fork_join::elements_between(first, last),
      [&body, first](Worker& v, std::uint64_t i) {
        fork_join::call_body(body, v, *fork_join::iterator_at(first, i));
      },
      stop);
}

/// The same for the elements of a range.
template <fork_join::forking_worker Worker, fork_join::sized_random_access_range Range, class Body,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_for(Worker& w, Range&& range, Body&& body, const Stop& stop = {}) {
  const auto first = std::ranges::begin(range);
  parallel_for(w, first, first + std::ranges::distance(range), body, stop);
}

// ---- from any thread; see join(f, g) ----

/// parallel_for_blocked without a worker at hand.
template <class First, class Last, class Body, fork_join::stop_source Stop = fork_join::never_stop>
  requires fork_join::index_range<First, Last>
void parallel_for_blocked(First first, Last last, Body&& body, const Stop& stop = {}) {
  fork_join::as_worker([&](worker& w) { parallel_for_blocked(w, first, last, body, stop); });
}

/// The same from a constant up to an unsigned number.
template <std::unsigned_integral Last, class Body, fork_join::stop_source Stop = fork_join::never_stop>
void parallel_for_blocked(fork_join::constant_index first, Last last, Body&& body, const Stop& stop = {}) {
  parallel_for_blocked(static_cast<Last>(first.value), last, body, stop);
}

/// parallel_for without a worker at hand: indices.
template <class First, class Last, class Body, fork_join::stop_source Stop = fork_join::never_stop>
  requires fork_join::index_range<First, Last>
void parallel_for(First first, Last last, Body&& body, const Stop& stop = {}) {
  fork_join::as_worker([&](worker& w) { parallel_for(w, first, last, body, stop); });
}

/// The same from a constant up to an unsigned number.
template <std::unsigned_integral Last, class Body, fork_join::stop_source Stop = fork_join::never_stop>
void parallel_for(fork_join::constant_index first, Last last, Body&& body, const Stop& stop = {}) {
  parallel_for(static_cast<Last>(first.value), last, body, stop);
}

/// parallel_for without a worker at hand: iterators.
template <std::random_access_iterator Iterator, class Body,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_for(Iterator first, Iterator last, Body&& body, const Stop& stop = {}) {
  fork_join::as_worker([&](worker& w) { parallel_for(w, first, last, body, stop); });
}

/// parallel_for without a worker at hand: a range.
template <fork_join::sized_random_access_range Range, class Body,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_for(Range&& range, Body&& body, const Stop& stop = {}) {
  fork_join::as_worker([&](worker& w) { parallel_for(w, range, body, stop); });
}

// ---- what cannot be (parallel/refusal.hpp) ----

template <class... Arguments>
  requires fork_join::no_loop<Arguments...>
void parallel_for(Arguments&&...) {
  fork_join::refuse<fork_join::refused_loop<Arguments...>::value>();
}
template <class... Arguments>
  requires fork_join::no_loop<Arguments...>
void parallel_for_blocked(Arguments&&...) {
  fork_join::refuse<fork_join::refused_loop<Arguments...>::value>();
}

}  // namespace jackdaw
