// Accesses to as many objects as are known at run time: the same words as for one handle, with a range of handles.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle.hpp>

namespace jackdaw {

namespace dataflow {

template <class T>
std::type_identity<T> held_by(const handle<T>& of);  // declared only, as a deduction

/// The handle that an element of a range stands for: itself, or what it points to.
template <class E>
[[nodiscard]] constexpr decltype(auto) handle_of(E&& element) {
  if constexpr (requires { held_by(element); }) {
    return (element);
  } else if constexpr (requires { held_by(*element); }) {
    if constexpr (requires { element == nullptr; })
      JACKDAW_ASSERT(element != nullptr, "a range of handles has a null pointer");
    return (*element);
  } else {
    return (element.get());
  }
}

template <class E>
concept stands_for_handle = requires(E&& element) { held_by(element); } || requires(E&& element) {
  held_by(*element);
} || requires(E&& element) { held_by(element.get()); };

namespace range_ends {  // apart from the functions of this namespace that have these names
using std::begin;
using std::end;
template <class R>
constexpr auto first_of(R& range) -> decltype(begin(range)) {
  return begin(range);
}
template <class R>
constexpr auto end_of(R& range) -> decltype(end(range)) {
  return end(range);
}
}  // namespace range_ends

template <class R>
using element_of = decltype(*range_ends::first_of(std::declval<R&>()));

}  // namespace dataflow

/// A range of handles of one type, of pointers to them, std::reference_wrapper of them, or pointers that own them. It
/// is gone through more than once, so its iterators are forward iterators.
template <class R>
concept handle_range = requires(R& range) {
  dataflow::range_ends::end_of(range);
  requires dataflow::stands_for_handle<dataflow::element_of<R>>;
};

namespace dataflow {

/// The range that an access names: a reference, or its own where it was a temporary.
template <class Range>
class named_range {
 public:
  explicit named_range(Range&& range) : range_(std::move(range)) {}
  [[nodiscard]] Range& get() const noexcept { return range_; }

 private:
  mutable Range range_;  // some ranges change when one goes through them
};
template <class Range>
class named_range<Range&> {
 public:
  explicit named_range(Range& range) noexcept : range_(std::addressof(range)) {}
  [[nodiscard]] Range& get() const noexcept { return *range_; }

 private:
  Range* range_;
};

template <class T>
using handle_list = std::vector<handle<T>*>;

template <class T, class Range>
[[nodiscard]] handle_list<T> listed(const named_range<Range>& range) {
  handle_list<T> all;
  for (auto&& element : range.get()) all.push_back(std::addressof(handle_of(element)));
  return all;
}

/// What a task keeps of accesses to a range: as a type only.
template <access_type A, class T>
struct many {
  using type = A;
  using object = std::conditional_t<A::readonly, const T, T>;
  using held = T;
};

/// Accesses to the handles of a range that a task declares.
template <access_type A, class T, class Range>
struct declared_range {
  using type = A;
  using in_task = many<A, T>;
  static_assert(A::readonly || !std::is_const_v<T>,
                "jackdaw: the object of a handle<const T> is never written; expected read(handle)");
  named_range<Range> range;

  /// The same with a list of its own.
  [[nodiscard]] auto kept() const {
    return declared_range<A, T, handle_list<T>>{named_range<handle_list<T>>(listed<T>(range))};
  }
};

template <class A, class T, class Range>
inline constexpr bool is_declared<declared_range<A, T, Range>> = true;

/// Whether it names a range.
template <class D>
inline constexpr bool names_range = requires(const D& d) { d.range; };

/// Calls see(handle) for each handle that an access names. An access to a part of an object names none.
template <class D>
void for_each_handle([[maybe_unused]] const D& declared, auto&& see) {
  if constexpr (names_range<D>) {
    for (auto&& element : declared.range.get()) see(handle_of(element));
  } else if constexpr (requires { declared.of; }) {
    see(*declared.of);
  }
}

/// How many it names; of a part: pieces, and what they wait for.
template <class D>
[[nodiscard]] std::size_t count_handles([[maybe_unused]] const D& declared) {
  if constexpr (requires { declared.count(); }) {
    return declared.count();
  } else if constexpr (!names_range<D>) {
    return 1;
  } else if constexpr (requires { declared.range.get().size(); }) {
    return static_cast<std::size_t>(declared.range.get().size());
  } else {
    std::size_t count = 0;
    for_each_handle(declared, [&count](const auto& /*handle*/) { ++count; });
    return count;
  }
}

template <class R>
using handle_in =
    std::remove_reference_t<decltype(handle_of(std::declval<element_of<std::remove_reference_t<R>>>()))>;
template <class R>
concept repeatable = std::forward_iterator<decltype(range_ends::first_of(std::declval<R&>()))>;
template <class R>
concept usable_range = !std::is_const_v<handle_in<R>> && repeatable<std::remove_reference_t<R>>;

/// Does not compile for ranges that cannot be used, in one sentence; then what it returns is of no use.
template <class R>
[[nodiscard]] consteval auto object_in() {
  using handle_type = handle_in<R>;
  static_assert(
      !std::is_const_v<handle_type>,
      "jackdaw: the handles of this range are const, and tasks change the versions of a handle; expected a "
      "range that is not const, or one of pointers to handles");
  static_assert(repeatable<std::remove_reference_t<R>>,
                "jackdaw: a range of handles is gone through more than once; expected forward iterators");
  return decltype(held_by(std::declval<handle_type&>()))();
}

template <access_type A, class R>
[[nodiscard]] auto access_range(R&& handles) {
  using object = typename decltype(object_in<R>())::type;
  if constexpr (usable_range<R>) {
    return declared_range<A, object, R>{named_range<R>(std::forward<R>(handles))};
  } else {
    return no_access();
  }
}

}  // namespace dataflow

/// The task reads the objects of all handles in a range. As many as there are when it is submitted: none, or ten
/// thousand. Its function gets one references<const T> for them, in the order of the range.
///     std::vector<handle<double>*> row = …;
///     tasks.submit(read(row), write(y), [](references<const double> xs, double& y) {
///       for (const double& x : xs) y += x;
///     });
///
/// The range is a handle_range: of handles, of pointers to handles, of std::reference_wrapper. It is needed until
/// submit() returns; a temporary one is kept as long. A handle may stand in it several times, and in other accesses of
/// the task, too: it is accessed once (basic_flow::submit). A task may have several ranges, of different types, beside
/// accesses to single handles.
///
/// Cost: nothing until it is submitted. Then 24 bytes in the task for each handle, and a sort unless they come by
/// ascending address. Threads: any. Errors: none.
template <handle_range R>
[[nodiscard]] auto read(R&& handles) {
  return dataflow::access_range<read_access>(std::forward<R>(handles));
}

/// The task reads and writes the objects of all handles in a range: as read() of a range. Its function gets a
/// references<T>.
///     tasks.submit(write(cells), [](references<double> all) { for (double& x : all) x = 0; });
///
/// Cost, threads, errors: as read() of a range.
template <handle_range R>
[[nodiscard]] auto write(R&& handles) {
  return dataflow::access_range<write_access>(std::forward<R>(handles));
}

/// The task adds to the objects of all handles in a range: as read() of a range. It has its turn at all of them when it
/// runs. Its function gets a references<T>.
///     std::array<handle<double>*, 3> chosen = …;
///     tasks.submit(add(chosen), [](references<double> sums) { for (double& s : sums) s += 1; });
///
/// Cost, threads, errors: as read() of a range. While it runs, no other task adds to any of these.
template <handle_range R>
[[nodiscard]] auto add(R&& handles) {
  return dataflow::access_range<add_access>(std::forward<R>(handles));
}

/// Accesses of a user's own type (access_type) to all handles in a range.
///     tasks.submit(access<multiply>(products), [](references<double> all) { for (double& p : all) p *= 2; });
///
/// Cost, threads, errors: as read() of a range.
template <access_type A, handle_range R>
[[nodiscard]] auto access(R&& handles) {
  return dataflow::access_range<A>(std::forward<R>(handles));
}

}  // namespace jackdaw
