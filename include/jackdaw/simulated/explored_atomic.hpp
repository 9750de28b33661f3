// An atomic whose every operation is a step of the explorer, and whose loads see what the memory model allows.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <type_traits>

#include <jackdaw/simulated/explorer.hpp>

namespace jackdaw::simulated {

struct location;  // the history of one atomic: src/simulated/location.hpp

/// How the explorer knows an atomic object of up to eight bytes, whatever its type.
class explored_word {
 public:
  using site = std::source_location;
  using order = std::memory_order;

  /// What a read-modify-write makes of what it has read.
  using change = std::uint64_t (*)(std::uint64_t old, std::uint64_t operand);

  constexpr explored_word() noexcept = default;

  /// Notes that the object is made here, with this value, by the thread that runs.
  void begin(std::uint64_t value);

  // `now`: the value that the object has, in case that this is its first operation of the exploration. What they write
  // they do not write there: newest() says what the object's value is afterwards.
  std::uint64_t load(std::uint64_t now, order how, const site& at);
  void store(std::uint64_t now, std::uint64_t value, order how, const site& at);
  std::uint64_t modify(std::uint64_t now, change made, std::uint64_t operand, order how, const site& at);
  bool compare_exchange(std::uint64_t now, std::uint64_t& expected, std::uint64_t desired, order success, order failure,
                        bool is_weak, const site& at);
  [[nodiscard]] std::uint64_t newest() const noexcept;

  /// The calling thread has seen the newest value from now on, as one that the kernel lets sleep or wakes. No step.
  void show_newest(std::uint64_t now);

 private:
  location& here(std::uint64_t now);

  location* place_ = nullptr;
};

/// Same interface as std::atomic, as far as the library uses it. Outside of an exploration, where there is one thread
/// only, a plain variable.
template <class T>
class explored_atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));
  using order = std::memory_order;
  using site = std::source_location;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;

  constexpr explored_atomic() noexcept : explored_atomic(T{}) {}
  constexpr explored_atomic(T value) noexcept  // NOLINT(google-explicit-constructor): as std::atomic
      : value_(value) {
    if (!std::is_constant_evaluated() && explorer::active()) word_.begin(bits(value));
  }
  explored_atomic(const explored_atomic&) = delete;
  explored_atomic& operator=(const explored_atomic&) = delete;

  [[nodiscard]] T load(order how = order::seq_cst, const site& at = site::current()) const {
    return explorer::active() ? value(word_.load(bits(value_), how, at)) : value_;
  }
  void store(T to, order how = order::seq_cst, const site& at = site::current()) {
    if (!explorer::active()) {
      value_ = to;
      return;
    }
    word_.store(bits(value_), bits(to), how, at);
    value_ = value(word_.newest());
  }
  T exchange(T to, order how = order::seq_cst, const site& at = site::current()) {
    return modify([](T, T operand) { return operand; }, to, how, at);
  }
  T fetch_add(T amount, order how = order::seq_cst, const site& at = site::current()) {
    return modify([](T old, T operand) { return static_cast<T>(old + operand); }, amount, how, at);
  }
  T fetch_sub(T amount, order how = order::seq_cst, const site& at = site::current()) {
    return modify([](T old, T operand) { return static_cast<T>(old - operand); }, amount, how, at);
  }
  T fetch_or(T operand, order how = order::seq_cst, const site& at = site::current()) {
    return modify([](T old, T with) { return static_cast<T>(old | with); }, operand, how, at);
  }
  T fetch_and(T operand, order how = order::seq_cst, const site& at = site::current()) {
    return modify([](T old, T with) { return static_cast<T>(old & with); }, operand, how, at);
  }

  bool compare_exchange_strong(T& expected, T desired, order success, order failure, const site& at = site::current()) {
    return compare_exchange(expected, desired, success, failure, false, at);
  }
  bool compare_exchange_strong(T& expected, T desired, order how = order::seq_cst, const site& at = site::current()) {
    return compare_exchange(expected, desired, how, on_failure(how), false, at);
  }
  bool compare_exchange_weak(T& expected, T desired, order success, order failure, const site& at = site::current()) {
    return compare_exchange(expected, desired, success, failure, true, at);
  }
  bool compare_exchange_weak(T& expected, T desired, order how = order::seq_cst, const site& at = site::current()) {
    return compare_exchange(expected, desired, how, on_failure(how), true, at);
  }

  /// The newest value without a step, for conditions of tests and for the kernel's part of a futex.
  [[nodiscard]] T peek() const { return value_; }

  /// The same, and the calling thread has seen it.
  T show_newest() const {
    if (explorer::active()) word_.show_newest(bits(value_));
    return value_;
  }

 private:
  static std::uint64_t bits(T value) {
    std::uint64_t all = 0;
    std::memcpy(&all, &value, sizeof(T));
    return all;
  }
  static T value(std::uint64_t bits) {
    T result;
    std::memcpy(&result, &bits, sizeof(T));
    return result;
  }
  static constexpr order on_failure(order how) {
    return how == order::acq_rel ? order::acquire : how == order::release ? order::relaxed : how;
  }

  template <class Change>
  T modify(Change made, T operand, order how, const site& at) {
    if (!explorer::active()) {
      const T old = value_;
      value_ = made(old, operand);
      return old;
    }
    const auto on_bits = [](std::uint64_t old, std::uint64_t with) { return bits(Change{}(value(old), value(with))); };
    static_assert(std::is_empty_v<Change>);
    const T old = value(word_.modify(bits(value_), on_bits, bits(operand), how, at));
    value_ = value(word_.newest());
    return old;
  }

  bool compare_exchange(T& expected, T desired, order success, order failure, bool is_weak, const site& at) {
    if (!explorer::active()) {
      if (bits(value_) == bits(expected)) {
        value_ = desired;
        return true;
      }
      expected = value_;
      return false;
    }
    std::uint64_t seen = bits(expected);
    const bool done = word_.compare_exchange(bits(value_), seen, bits(desired), success, failure, is_weak, at);
    value_ = value(word_.newest());
    if (!done) expected = value(seen);
    return done;
  }

  mutable explored_word word_;
  T value_;
};

}  // namespace jackdaw::simulated
