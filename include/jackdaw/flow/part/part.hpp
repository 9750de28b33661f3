// Accesses to parts of an object: the same words as for a handle, with a part of it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/flow/part/index_range.hpp>
#include <jackdaw/flow/part/index_space.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw {

/// The task only declares that its subtasks will read: it does not wait itself, and its function gets nothing. See
/// weak_read(). Its traits: access_type.
struct weak_read_access {
  /// The traits of access_type.
  static constexpr bool readonly = true;
  static constexpr bool commutative = true;
  static constexpr bool exclusive = false;
};

/// The same for subtasks that write. See weak_write(). Its traits: access_type.
struct weak_write_access {
  /// The traits of access_type.
  static constexpr bool readonly = false;
  static constexpr bool commutative = false;
  static constexpr bool exclusive = true;
};

namespace dataflow {

// The task needs its version before it ends, since then its accesses count as over.
template <>
inline constexpr bool is_deferred<weak_read_access> = true;
template <>
inline constexpr bool is_deferred<weak_write_access> = true;

/// Among reads: in one group with them.
template <>
inline constexpr access_terms terms_of<weak_read_access>{&identity<read_access>,
                                                         requirement::readonly | requirement::deferred, true};

template <access_type A>
inline constexpr bool is_weak = std::is_same_v<A, weak_read_access> || std::is_same_v<A, weak_write_access>;

/// The object as a whole.
struct as_whole {
  template <class Object>
  Object& operator()(Object& object) const noexcept {
    return object;
  }
};

/// A view of what another view gives.
template <class Outer, class Inner>
struct view_of_view {
  [[no_unique_address]] Outer outer;
  [[no_unique_address]] Inner inner;

  template <class Object>
    requires std::invocable<const Outer&, Object&>
  decltype(auto) operator()(Object& object) const {
    return std::invoke(inner, std::invoke(outer, object));
  }
};

template <access_type A, class Object>
using seen_object = std::conditional_t<A::readonly, const Object, Object>;

/// What the function gets.
template <access_type A, class Object, class View>
struct view_given {
  using type = std::invoke_result_t<const View&, seen_object<A, Object>&>;
};
template <access_type A, class View>
struct view_given<A, void, View> {
  using type = void;
};
template <access_type A, class Object, class View>
  requires(is_weak<A> && !std::is_void_v<Object>)
struct view_given<A, Object, View> {
  using type = void;
};

/// What a task keeps of an access to a part: as a type only.
template <access_type A, class Object, class Where, class View>
struct part_form {
  using type = A;
  using object = typename view_given<A, Object, View>::type;
};

/// An access to a part that a task declares.
template <access_type A, class Object, class Where, class View>
struct declared_part {
  using type = A;
  using in_task = part_form<A, Object, Where, View>;

  index_space* whole;
  index_space* within;  // where it is registered: that, or the one of a task around
  Object* object;
  Where where;
  [[no_unique_address]] View view;

  /// Calls see(pointer to piece) for each piece.
  void for_each_piece(auto&& see) const { within->for_each(where, see); }
  /// Calls see(origin, version) for each origin of a piece that the access waits for.
  static void for_each_wait(const piece& of, auto&& see) {
    for (const origin& each : of.origins) {
      look();
      const std::uint64_t version = each.wanted_by(terms_of<A>);
      if (!each.has_passed(version)) see(each, version);
    }
  }

  void cut() const { within->cut(where, terms_of<A>); }
  [[nodiscard]] std::size_t count() const {
    std::size_t all = 0;
    for_each_piece([&all](const index_space::piece_pointer& one) { all += 1 + one->origins.size(); });
    return all;
  }
};

template <class A, class Object, class Where, class View>
inline constexpr bool is_declared<declared_part<A, Object, Where, View>> = true;

template <class D>
inline constexpr bool names_part = false;
template <class A, class Object, class Where, class View>
inline constexpr bool names_part<declared_part<A, Object, Where, View>> = true;

template <class Form>
inline constexpr bool is_part_form = false;
template <class A, class Object, class Where, class View>
inline constexpr bool is_part_form<part_form<A, Object, Where, View>> = true;

/// Does not compile for a view that cannot be used, in one sentence.
template <access_type A, class Object, class View>
consteval bool view_fits() {
  if constexpr (std::is_void_v<Object> || is_weak<A>) {
    return true;
  } else {
    constexpr bool may_write = A::readonly || !std::is_const_v<Object>;
    static_assert(may_write, "jackdaw: the parts of a const object are never written; expected read(part)");
    constexpr bool takes = std::is_invocable_v<const View&, seen_object<A, Object>&>;
    static_assert(
        takes,
        "jackdaw: the view of a part is called with the object, which is const for a read; expected "
        "a function of (const auto&), or of (auto&)");
    return may_write && takes;
  }
}

template <access_type A, class Part>
[[nodiscard]] auto access_part(const Part& part) {
  return part.template declare<A>();
}

}  // namespace dataflow

/// Some of the indices of an object that has parts, and how a task sees them. Made by partitioned::part() and
/// array_handle::range(). It can be copied, and its object must outlive it.
///     auto row = matrix.part({8, 16}, [](auto& m) { return m.row(1); });
///     tasks.submit(write(row), [](std::span<double> r) { … });
///
/// Cost: what its view and its ranges are. Threads: any.
template <class Object, class Where, class View>
class object_part {
 public:
  object_part(dataflow::index_space& whole, Object* object, Where where, View view)
      : whole_(&whole), object_(object), where_(std::move(where)), view_(std::move(view)) {}

  /// A part of this part: these indices of the object, all of which this part has. Its view is called with what the
  /// view of this one gives. Throws std::out_of_range.
  template <class Inner>
  [[nodiscard]] auto subpart(index_range where, Inner view) const {
    dataflow::require_inside(dataflow::one_range{where}, where_);
    using both = dataflow::view_of_view<View, Inner>;
    return object_part<Object, dataflow::one_range, both>(*whole_, object_, {where},
                                                          {view_, std::move(view)});
  }

  /// Of the library.
  template <access_type A>
  [[nodiscard]] auto declare() const {
    using declared = dataflow::declared_part<A, Object, Where, View>;
    if constexpr (dataflow::view_fits<A, Object, View>()) {
      return declared{whole_, whole_, object_, where_, view_};
    }
  }
  /// Of the library.
  [[nodiscard]] const object_part& as_part() const noexcept { return *this; }
  /// Of the library.
  [[nodiscard]] std::vector<dataflow::origin> close() const {
    const std::lock_guard hold(whole_->lock());
    return whole_->close(where_);
  }

 private:
  dataflow::index_space* whole_;
  Object* object_;
  Where where_;
  [[no_unique_address]] View view_;
};

/// A part, or an object that has parts, which stands for all of it.
template <class P>
concept accessible_part = requires(std::remove_reference_t<P>& p) { p.as_part().close(); };

/// The task reads a part: its function gets what the view of the part gives for the const object. Tasks are ordered
/// where their parts have an index in common, and one of them changes it.
///     array_handle<double> a(1000);
///     tasks.submit(read(a.range(10, 30)), write(a.range(40, 60)),
///                  [](std::span<const double> from, std::span<double> to) { std::ranges::copy(from, to.begin()); });
///
/// Cost: docs/guide/faces/parts.md. Threads: any. Errors of submit() besides: std::logic_error, where a subtask names
/// what its task has not named.
template <accessible_part P>
[[nodiscard]] auto read(P&& of) {
  return dataflow::access_part<read_access>(of.as_part());
}

/// The task reads and writes a part. Otherwise as read() of a part.
template <accessible_part P>
[[nodiscard]] auto write(P&& of) {
  return dataflow::access_part<write_access>(of.as_part());
}

/// The task adds to a part: in any order among adds that follow each other, one at a time where they overlap.
/// Otherwise as read() of a part.
template <accessible_part P>
[[nodiscard]] auto add(P&& of) {
  return dataflow::access_part<add_access>(of.as_part());
}

/// An access of a user's own type (access_type) to a part. Otherwise as read() of a part.
template <access_type A, accessible_part P>
[[nodiscard]] auto access(P&& of) {
  return dataflow::access_part<A>(of.as_part());
}

/// For a task with_subtasks: its subtasks will read in this part, or in parts of it. The task itself does not wait for
/// the part, and its function gets nothing for it. Each subtask waits for what it names. Tasks that are submitted later
/// wait until this one is over, with its subtasks, as after a read.
///     tasks.submit(with_subtasks, weak_write(a.range(0, 100)), [&a](auto& own) {
///       for (std::size_t i = 0; i < 100; i += 10) own.submit(write(a.range(i, i + 10)), relax);
///     });
///
/// Not for a task that has no subtasks: it would do nothing with the part. Cost, threads, errors: as read() of a part.
template <accessible_part P>
[[nodiscard]] auto weak_read(P&& of) {
  return dataflow::access_part<weak_read_access>(of.as_part());
}

/// The same for subtasks that read, write or add, as weak_read() says.
///     tasks.submit(with_subtasks, weak_write(a), [&a](auto& own) { own.submit(write(a.range(0, 10)), relax); });
///
/// Cost, threads, errors: as read() of a part.
template <accessible_part P>
[[nodiscard]] auto weak_write(P&& of) {
  return dataflow::access_part<weak_write_access>(of.as_part());
}

}  // namespace jackdaw
