// What no access can name: one sentence for it, where the compiler would list all that read() or write() could take.
#pragma once

#include <type_traits>

#include <jackdaw/flow/part/part.hpp>
#include <jackdaw/flow/reduction/reduction.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle_range.hpp>

namespace jackdaw {

namespace dataflow {

/// The words of accesses, by what they take.
enum class access_word : unsigned char { of_any, of_part, of_sum };

template <class T>
concept some_handle = requires(const T& t) { held_by(t); };

/// Whether an access could name it, were it not const.
template <class T>
inline constexpr bool is_const_only =
    std::is_const_v<T> &&
    (some_handle<T> || (accessible_part<std::remove_const_t<T>> && !accessible_part<T>));

/// Whether it stands for no object: a handle<void>, or a range of these.
template <class T>
inline constexpr bool has_no_object = false;
template <some_handle T>
inline constexpr bool has_no_object<T> = std::is_void_v<typename decltype(held_by(std::declval<T&>()))::type>;
template <handle_range T>
inline constexpr bool has_no_object<T> = std::is_void_v<object_of<T&>>;

/// What a word is called with when it takes none such: does not compile, in one sentence. Since this is a conversion,
/// every other function of that name is preferred, also one of the user's.
template <access_word Word>
struct misnamed {
  template <class T>
  // NOLINTNEXTLINE(bugprone-forwarding-reference-overload): none is ever copied
  explicit(false) misnamed(T&& /*named*/) {
    using named = std::remove_reference_t<T>;
    constexpr bool is_handle = some_handle<named>;
    constexpr bool summed = Word == access_word::of_sum;
    if constexpr (Word == access_word::of_part) {
      static_assert(accessible_part<T>,
                    "jackdaw: weak_read and weak_write take a part, or an object that has parts: an "
                    "array_handle or a partitioned, which is not const");
    } else if constexpr (is_const_only<named>) {
      static_assert(!is_const_only<named>,
                    "jackdaw: this is const, and tasks change the versions of what they access; expected a "
                    "handle, or an object that has parts, which is not const");
    } else if constexpr (is_handle && !std::is_lvalue_reference_v<T>) {
      static_assert(!is_handle,
                    "jackdaw: a handle must outlive the tasks that use it, and this is a temporary; expected "
                    "a handle that has a name");
    } else if constexpr (summed && has_no_object<named>) {
      static_assert(!has_no_object<named>,
                    "jackdaw: a handle<void> has no object to which partial results could be added; expected "
                    "add(handle)");
    } else if constexpr (summed && (is_handle || handle_range<named>)) {
      static_assert(!is_handle,
                    "jackdaw: the third argument of a reduction is the T as which partial results begin, "
                    "and the second a function (T& into, T&& from), const");
      static_assert(is_handle,
                    "jackdaw: a reduction of a range has no third argument; expected a second one that has "
                    "make() and apply(object, partial)");
    } else {
      static_assert(!summed,
                    "jackdaw: reduce and reduce_in_order take a handle, or a range of handles or of pointers "
                    "to handles; this is none of these");
      static_assert(summed,
                    "jackdaw: an access names a handle, a range of handles or of pointers to handles, or an "
                    "object that has parts; this is none of these");
    }
  }
};

/// What else a reduction is called with.
struct any_way {
  template <class How>
  explicit(false) any_way(const How& /*how*/) {}
};

namespace misnaming {  // apart from the words themselves

template <class Nothing = void>
[[nodiscard]] no_access read(misnamed<access_word::of_any> /*named*/) {
  return {};
}
template <class Nothing = void>
[[nodiscard]] no_access write(misnamed<access_word::of_any> /*named*/) {
  return {};
}
template <class Nothing = void>
[[nodiscard]] no_access add(misnamed<access_word::of_any> /*named*/) {
  return {};
}
template <access_type A>
[[nodiscard]] no_access access(misnamed<access_word::of_any> /*named*/) {
  return {};
}
template <class A>
  requires(!access_type<A>)
[[nodiscard]] no_access access(const auto& /*named*/) {
  static_assert(access_type<A>,
                "jackdaw: a type of access has three traits: static constexpr bool readonly, commutative and "
                "exclusive");
  return {};
}
template <class Nothing = void>
[[nodiscard]] no_access weak_read(misnamed<access_word::of_part> /*named*/) {
  return {};
}
template <class Nothing = void>
[[nodiscard]] no_access weak_write(misnamed<access_word::of_part> /*named*/) {
  return {};
}
template <class Nothing = void>
[[nodiscard]] no_access reduce(misnamed<access_word::of_sum> /*named*/, any_way /*how*/ = 0,
                               any_way /*start*/ = 0) {
  return {};
}
template <class Nothing = void>
[[nodiscard]] no_access reduce_in_order(misnamed<access_word::of_sum> /*named*/, any_way /*how*/ = 0,
                                        any_way /*start*/ = 0) {
  return {};
}

}  // namespace misnaming

}  // namespace dataflow

using dataflow::misnaming::access;
using dataflow::misnaming::add;
using dataflow::misnaming::read;
using dataflow::misnaming::reduce;
using dataflow::misnaming::reduce_in_order;
using dataflow::misnaming::weak_read;
using dataflow::misnaming::weak_write;
using dataflow::misnaming::write;

}  // namespace jackdaw
