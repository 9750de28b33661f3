// An array whose length is known when it is made: as many elements as a scheduler has workers, or a flow has actors.
// It is a std::unique_ptr<T[]> that is cheap to compile: that one takes g++ a hundred classes of its library for a T.
#pragma once

#include <cstddef>
#include <utility>

namespace jackdaw::base {

/// Owns its elements, which need not move. Moved from, or made of nothing, it has none.
template <class T>
class owned_array {
 public:
  owned_array() = default;
  /// Each element is value-initialized. Throws std::bad_alloc, and what an element throws.
  explicit owned_array(std::size_t count) : first_(new T[count]()) {}
  owned_array(owned_array&& other) noexcept : first_(std::exchange(other.first_, nullptr)) {}
  owned_array& operator=(owned_array&& other) noexcept {
    delete[] std::exchange(first_, std::exchange(other.first_, nullptr));
    return *this;
  }
  ~owned_array() { delete[] first_; }

  [[nodiscard]] T& operator[](std::size_t i) const noexcept { return first_[i]; }
  [[nodiscard]] T* get() const noexcept { return first_; }

 private:
  T* first_ = nullptr;
};

}  // namespace jackdaw::base
