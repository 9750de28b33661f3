// An atomic whose every operation is a step of the explorer. Only schedule tests see it.
#pragma once

#include <atomic>

#include <jackdaw/base/explore/explorer.hpp>

namespace jackdaw::base {

/// Same interface as std::atomic, as far as the library uses it. Inside an exploration all operations are
/// sequentially consistent, whatever order is asked for; outside of one it is std::atomic.
template <class T>
class explored_atomic {
 public:
  constexpr explored_atomic() noexcept = default;
  constexpr explored_atomic(T value) noexcept
      : value_(value) {}  // NOLINT(google-explicit-constructor): as std::atomic
  explored_atomic(const explored_atomic&) = delete;
  explored_atomic& operator=(const explored_atomic&) = delete;

  [[nodiscard]] T load(std::memory_order = std::memory_order_seq_cst) const {
    explorer::step();
    return value_.load();
  }
  void store(T value, std::memory_order = std::memory_order_seq_cst) {
    explorer::step();
    value_.store(value);
  }
  T exchange(T value, std::memory_order = std::memory_order_seq_cst) {
    explorer::step();
    return value_.exchange(value);
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order = std::memory_order_seq_cst,
                               std::memory_order = std::memory_order_seq_cst) {
    explorer::step();
    return value_.compare_exchange_strong(expected, desired);
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order = std::memory_order_seq_cst,
                             std::memory_order = std::memory_order_seq_cst) {
    explorer::step();
    return value_.compare_exchange_strong(expected, desired);
  }
  T fetch_add(T amount, std::memory_order = std::memory_order_seq_cst) {
    explorer::step();
    return value_.fetch_add(amount);
  }
  T fetch_sub(T amount, std::memory_order = std::memory_order_seq_cst) {
    explorer::step();
    return value_.fetch_sub(amount);
  }
  T fetch_or(T bits, std::memory_order = std::memory_order_seq_cst) {
    explorer::step();
    return value_.fetch_or(bits);
  }
  T fetch_and(T bits, std::memory_order = std::memory_order_seq_cst) {
    explorer::step();
    return value_.fetch_and(bits);
  }

  /// The value without a step, for the explorer's own conditions.
  [[nodiscard]] T peek() const { return value_.load(); }

 private:
  std::atomic<T> value_{};
};

}  // namespace jackdaw::base
