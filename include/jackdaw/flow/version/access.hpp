// How a task accesses an object: types with three traits, and the words with which a task names them.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <jackdaw/flow/version/handle.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw {

/// A type of access says three things:
///   readonly     the task gets the object as const
///   commutative  the order among accesses of this type does not matter
///   exclusive    two accesses of this type must not run at the same time; what is not commutative never does
/// Accesses of different types never run at the same time, and keep the order in which they were submitted.
/// Source: T15 section 4.3.
template <class A>
concept access_type = requires {
  { A::readonly } -> std::convertible_to<bool>;
  { A::commutative } -> std::convertible_to<bool>;
  { A::exclusive } -> std::convertible_to<bool>;
};

/// Concurrent with other reads. Its traits: access_type.
struct read_access {
  /// The traits of access_type.
  static constexpr bool readonly = true;
  static constexpr bool commutative = true;
  static constexpr bool exclusive = false;
};

/// Reads and writes, alone and in order. Its traits: access_type.
struct write_access {
  /// The traits of access_type.
  static constexpr bool readonly = false;
  static constexpr bool commutative = false;
  static constexpr bool exclusive = true;
};

/// Changes the object in such a way that the order of changes does not matter; one at a time.
struct add_access {
  /// The traits of access_type.
  static constexpr bool readonly = false;
  static constexpr bool commutative = true;
  static constexpr bool exclusive = true;
};

namespace dataflow {

/// Its address stands for the type.
template <access_type A>
inline constexpr char identity = 0;

/// Whether accesses of this type are needed only when the task has run.
template <access_type A>
inline constexpr bool is_deferred = false;

/// Whether nothing but the task itself ever writes the object.
template <access_type A>
inline constexpr bool is_unhealed = false;

/// What a type of access means for a handle.
struct access_terms {
  const void* type;
  std::uintptr_t flags;
  bool commutative;
};

template <access_type A>
inline constexpr access_terms terms_of{
    &identity<A>,
    (A::readonly ? requirement::readonly : requirement::ordered) |
        (A::commutative && A::exclusive ? requirement::contending : requirement::ordered) |
        (is_deferred<A> ? requirement::deferred : requirement::ordered) |
        (!A::readonly && !A::commutative && !is_deferred<A> ? requirement::alone : requirement::ordered) |
        (is_unhealed<A> ? requirement::unhealed : requirement::ordered),
    A::commutative};

/// One access that a task declares.
template <access_type A, class T>
struct declared {
  using type = A;
  using object = std::conditional_t<A::readonly, const T, T>;  // what the function gets
  using held = T;
  static_assert(A::readonly || !std::is_const_v<T>,
                "jackdaw: the object of a handle<const T> is never written; expected read(handle)");
  handle<T>* of;
};

template <class D>
inline constexpr bool is_declared = false;
template <class A, class T>
inline constexpr bool is_declared<declared<A, T>> = true;

/// In the place of an access that does not compile: no further message.
struct no_access {};

}  // namespace dataflow

/// Declares an access of a user's own type (access_type):
///     struct multiply {
///       static constexpr bool readonly = false, commutative = true, exclusive = true;
///     };
///     tasks.submit(access<multiply>(product), [](double& p) { p *= 2; });
///
/// Cost: nothing until it is submitted. Threads: any.
template <access_type A, class T>
[[nodiscard]] dataflow::declared<A, T> access(handle<T>& of) noexcept {
  return {&of};
}

/// The task reads the object: its function gets a const reference. Reads are concurrent with each other.
///     tasks.submit(read(x), write(y), [](const double& from, double& to) { to = 2 * from; });
///
/// Cost: nothing until it is submitted. Threads: any.
template <class T>
[[nodiscard]] dataflow::declared<read_access, T> read(handle<T>& of) noexcept {
  return {&of};
}

/// The task reads and writes the object, alone and in the order of submission: its function gets a reference.
///     tasks.submit(write(y), [](double& to) { to += 1; });
///
/// Cost: nothing until it is submitted. Threads: any.
template <class T>
[[nodiscard]] dataflow::declared<write_access, T> write(handle<T>& of) noexcept {
  return {&of};
}

/// The task changes the object in a way whose order does not matter: alone, but in any order among adds. Its function
/// gets a reference.
///     for (auto& part : parts) tasks.submit(read(part), add(sum), [](const double& p, double& s) { s += p; });
///
/// Cost: nothing until it is submitted. Threads: any.
template <class T>
[[nodiscard]] dataflow::declared<add_access, T> add(handle<T>& of) noexcept {
  return {&of};
}

}  // namespace jackdaw
