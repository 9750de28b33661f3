// An object of which tasks may use parts.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/flow/part/index_range.hpp>
#include <jackdaw/flow/part/index_space.hpp>
#include <jackdaw/flow/part/part.hpp>

namespace jackdaw {

/// An object of type T whose parts tasks may name: rows, tiles, halves, halves of these. Indices from 0 to size() stand
/// for its smallest parts, in whatever way you number them. A part is one range of indices, or several. Accesses to
/// parts with an index in common are ordered, as those to one handle are. Accesses to the whole are ordered with those
/// to each part.
///     partitioned<matrix> a(rows * columns, rows, columns);  // tile (i, j) has the index i * columns + j
///     auto row = a.part({2 * columns, 3 * columns}, [](auto& m) { return row_of(m, 2); });
///     tasks.submit(write(row), [](row_view r) { … });
///     tasks.submit(read(a), [](const matrix& all) { … });  // waits for the row
///
/// Not where no task names a part: a handle costs less. For an array and its ranges: array_handle.
/// Cost: a small tree, and 150 bytes for each range of indices that was cut out. Threads: any may name it in submit().
/// It must outlive the tasks that use it, as a handle.
template <class T>
class partitioned {
  static_assert(std::is_object_v<T>, "jackdaw: partitioned<T> holds an object, or is a partitioned<void>");

 public:
  /// `size`: how many indices. The object is made from the other arguments. Throws std::bad_alloc, and what the
  /// constructor of the object throws.
  template <class... Arguments>
    requires std::constructible_from<T, Arguments&&...>
  explicit partitioned(std::size_t size, Arguments&&... arguments)
      : size_(size), space_(size), value_(std::forward<Arguments>(arguments)...) {}
  partitioned(const partitioned&) = delete;
  partitioned& operator=(const partitioned&) = delete;
  ~partitioned() = default;

  /// The part with these indices. `view(object)` gives what functions of tasks get for it: a reference, a std::span, a
  /// struct of such. It is called with a const object for a read. Throws std::out_of_range, and what copying the view
  /// throws.
  template <class View>
  [[nodiscard]] auto part(index_range where, View view) {
    dataflow::require_inside(dataflow::one_range{where}, size_);
    return object_part<T, dataflow::one_range, View>(space_, std::addressof(value_), {where},
                                                     std::move(view));
  }
  /// The same for several ranges: a column, a block of a matrix.
  template <class View>
  [[nodiscard]] auto part(std::vector<index_range> where, View view) {
    dataflow::require_inside(where, size_);
    return object_part<T, dataflow::several_ranges, View>(space_, std::addressof(value_), std::move(where),
                                                          std::move(view));
  }

  /// How many indices it has.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The object itself. Only while no task that was submitted uses it: after flow::wait(), or wait(this).
  [[nodiscard]] T& value() noexcept { return value_; }
  [[nodiscard]] const T& value() const noexcept { return value_; }
  /// What messages, traces and pictures call its parts from now on: as handle::name(). Throws std::bad_alloc.
  void name(std::string_view text) { space_.name(text); }

  /// Of the library.
  [[nodiscard]] auto as_part() { return part(index_range{0, size_}, dataflow::as_whole()); }

 private:
  std::size_t size_;
  dataflow::index_space space_;
  T value_;
};

/// Indices that stand for something that is no object of the library: memory of the program, sections of a file. It
/// orders tasks, and their functions get nothing for it.
template <>
class partitioned<void> {
 public:
  explicit partitioned(std::size_t size) : size_(size), space_(size) {}
  partitioned(const partitioned&) = delete;
  partitioned& operator=(const partitioned&) = delete;
  ~partitioned() = default;

  /// The part with these indices. Throws std::out_of_range.
  [[nodiscard]] auto part(index_range where) {
    dataflow::require_inside({&where, 1}, size_);
    return object_part<void, dataflow::one_range, dataflow::as_whole>(space_, nullptr, {where}, {});
  }
  /// The same for several ranges.
  [[nodiscard]] auto part(std::vector<index_range> where) {
    dataflow::require_inside({where.data(), where.size()}, size_);
    return object_part<void, dataflow::several_ranges, dataflow::as_whole>(space_, nullptr, std::move(where),
                                                                           {});
  }

  /// How many indices it has.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// What messages, traces and pictures call its parts from now on. Throws std::bad_alloc.
  void name(std::string_view text) { space_.name(text); }

  /// Of the library.
  [[nodiscard]] auto as_part() { return part(index_range{0, size_}); }

 private:
  std::size_t size_;
  dataflow::index_space space_;
};

}  // namespace jackdaw
