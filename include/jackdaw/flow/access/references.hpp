// What the function of a task gets for a range of handles.
#pragma once

#include <compare>
#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>

#include <jackdaw/base/assert.hpp>

namespace jackdaw {

/// The objects of a range of handles, in the order of that range: each a T&. T is const where the task reads only. A
/// handle that stands twice in the range stands twice here.
///     tasks.submit(read(row), add(sum), [](references<const double> xs, double& sum) {
///       for (const double& x : xs) sum += x;
///     });
///
/// A function may take a std::span<T* const> instead. It is valid as long as the objects are the task's: until its
/// function returns, or its last subtask is over. Cost: as a span, and one more indirection. Threads: as the objects.
/// Errors: none; an index that is too large is an assertion.
template <class T>
class references {
 public:
  /// A random access iterator, whose reference is T&.
  class iterator {
   public:
    using value_type = std::remove_cv_t<T>;
    using reference = T&;
    using pointer = T*;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;

    iterator() = default;
    explicit iterator(T* const* at) noexcept : at_(at) {}
    [[nodiscard]] T& operator*() const noexcept { return **at_; }
    [[nodiscard]] T* operator->() const noexcept { return *at_; }
    [[nodiscard]] T& operator[](difference_type n) const noexcept { return *at_[n]; }
    iterator& operator++() noexcept { return ++at_, *this; }
    iterator& operator--() noexcept { return --at_, *this; }
    iterator operator++(int) noexcept { return iterator(at_++); }
    iterator operator--(int) noexcept { return iterator(at_--); }
    iterator& operator+=(difference_type n) noexcept { return at_ += n, *this; }
    iterator& operator-=(difference_type n) noexcept { return at_ -= n, *this; }
    friend iterator operator+(iterator i, difference_type n) noexcept { return i += n; }
    friend iterator operator+(difference_type n, iterator i) noexcept { return i += n; }
    friend iterator operator-(iterator i, difference_type n) noexcept { return i -= n; }
    friend difference_type operator-(iterator one, iterator other) noexcept { return one.at_ - other.at_; }
    friend bool operator==(iterator one, iterator other) noexcept = default;
    friend auto operator<=>(iterator one, iterator other) noexcept = default;

   private:
    T* const* at_ = nullptr;
  };

  references() = default;
  explicit references(std::span<T* const> objects) noexcept : all_(objects) {}

  /// How many there are.
  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
  /// Whether there are none.
  [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
  /// Number `which`, from 0 on.
  [[nodiscard]] T& operator[](std::size_t which) const noexcept {
    JACKDAW_ASSERT(which < all_.size(), "references: an index beyond the range that the task has named");
    return *all_[which];
  }
  /// The first one.
  [[nodiscard]] iterator begin() const noexcept { return iterator(all_.data()); }
  /// Behind the last one.
  [[nodiscard]] iterator end() const noexcept { return iterator(all_.data() + all_.size()); }

  /// Their addresses.
  explicit(false) operator std::span<T* const>() const noexcept { return all_; }

 private:
  std::span<T* const> all_;
};

}  // namespace jackdaw
