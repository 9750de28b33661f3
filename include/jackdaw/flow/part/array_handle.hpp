// An array of which tasks use ranges, with whatever boundaries.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/flow/part/index_range.hpp>
#include <jackdaw/flow/part/index_space.hpp>
#include <jackdaw/flow/part/part.hpp>

namespace jackdaw {

namespace dataflow {

/// A range of an array as a span, which is const where the array is.
struct as_span {
  index_range where;

  template <class T>
  std::span<T> operator()(std::span<T>& all) const noexcept {
    return all.subspan(where.from, where.to - where.from);
  }
  template <class T>
  std::span<const T> operator()(const std::span<T>& all) const noexcept {
    return all.subspan(where.from, where.to - where.from);
  }
};

}  // namespace dataflow

/// A range of an array_handle: array_handle::range() makes it. It is a part, with a range of its own.
///     const auto half = a.range(0, a.size() / 2);
///     tasks.submit(write(half.range(0, 10)), [](std::span<double> x) { std::ranges::fill(x, 0); });
///
/// Cost: as a pointer and two numbers. Threads: any. Its array must outlive it.
template <class T>
class array_range : public object_part<std::span<T>, dataflow::one_range, dataflow::as_span> {
  using base = object_part<std::span<T>, dataflow::one_range, dataflow::as_span>;

 public:
  array_range(dataflow::index_space& whole, std::span<T>* all, index_range where)
      : base(whole, all, {where}, {where}), whole_(&whole), all_(all), where_(where) {}

  /// The elements from `from` to `to` of this range, without `to`. Throws std::out_of_range.
  [[nodiscard]] array_range range(std::size_t from, std::size_t to) const {
    dataflow::require_inside(dataflow::one_range{index_range{from, to}}, size());
    return array_range(*whole_, all_, {where_.from + from, where_.from + to});
  }
  /// How many elements it has.
  [[nodiscard]] std::size_t size() const noexcept { return where_.to - where_.from; }

 private:
  dataflow::index_space* whole_;
  std::span<T>* all_;
  index_range where_;
};

/// An array of T of which tasks use ranges. Ranges begin and end anywhere, and may overlap: tasks whose ranges have
/// elements in common are ordered, as those that use one handle are. Others are not. The function of a task gets a
/// std::span<T> for a range, of const T where it reads.
///     array_handle<double> a(1000);
///     tasks.submit(write(a.range(0, 600)), [](std::span<double> x) { std::ranges::fill(x, 1); });
///     tasks.submit(write(a.range(400, 1000)), [](std::span<double> x) { … });  // after it
///     tasks.submit(read(a), [](std::span<const double> all) { … });           // after both
///
/// Not for blocks that are the same all the time and never overlap: a handle for each costs less. For an object that is
/// no array: partitioned. Cost: as partitioned. Threads: any may name it in submit(). It must
/// outlive the tasks that use it, as a handle.
template <class T>
class array_handle {
 public:
  /// `size` elements, each T(). Throws std::bad_alloc, and what T() throws.
  explicit array_handle(std::size_t size) : array_handle(std::vector<std::remove_const_t<T>>(size)) {}
  /// These elements.
  explicit array_handle(std::vector<std::remove_const_t<T>> elements)
      : own_(std::move(elements)), all_(span_of(own_)), space_(all_.size()) {}
  /// Elements that lie elsewhere, and outlive it.
  explicit array_handle(std::span<T> elements) : all_(elements), space_(all_.size()) {}
  array_handle(const array_handle&) = delete;
  array_handle& operator=(const array_handle&) = delete;
  ~array_handle() = default;

  /// The elements from `from` to `to`, without `to`. Throws std::out_of_range.
  [[nodiscard]] array_range<T> range(std::size_t from, std::size_t to) {
    dataflow::require_inside(dataflow::one_range{index_range{from, to}}, size());
    return array_range<T>(space_, &all_, {from, to});
  }

  /// How many elements it has.
  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
  /// All elements. Only while no task that was submitted uses them: after flow::wait(), or wait(this).
  [[nodiscard]] std::span<T> value() noexcept { return all_; }
  [[nodiscard]] std::span<const T> value() const noexcept { return all_; }
  /// What messages, traces and pictures call its ranges from now on: as handle::name(). Throws std::bad_alloc.
  void name(std::string_view text) { space_.name(text); }

  /// Of the library.
  [[nodiscard]] array_range<T> as_part() { return range(0, size()); }

 private:
  [[nodiscard]] static std::span<T> span_of(std::vector<std::remove_const_t<T>>& elements) noexcept {
    constexpr bool is_bits = std::same_as<std::remove_const_t<T>, bool>;
    static_assert(
        !is_bits,
        "jackdaw: an array_handle<bool> cannot own its elements, as those of a std::vector<bool> are bits; "
        "expected array_handle<char>, or a std::span<bool> of elements that lie elsewhere");
    if constexpr (is_bits) {
      return {};
    } else {
      return elements;
    }
  }

  std::vector<std::remove_const_t<T>> own_;
  std::span<T> all_;
  dataflow::index_space space_;
};

}  // namespace jackdaw
