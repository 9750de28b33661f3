// An atomic whose every operation is a step of the explorer, and whose loads see what the memory model allows.
#pragma once

#include <atomic>
#include <cstdint>
#include <source_location>
#include <type_traits>

#include <jackdaw/simulated/explorer.hpp>

// What the explorer itself does with an atomic's members is no access of the program.
#define JACKDAW_UNWATCHED [[gnu::no_sanitize_thread]]

namespace jackdaw::simulated {

struct location;  // the history of one atomic: src/simulated/location.hpp

/// How the explorer knows an atomic object of up to eight bytes, whatever its type.
class explored_word {
 public:
  using site = std::source_location;
  using order = std::memory_order;

  /// What a read-modify-write makes of what it has read.
  using change = std::uint64_t (*)(std::uint64_t old, std::uint64_t operand);

  /// The order of a compare-exchange that fails, where the program gives one order only: that without its release.
  static constexpr order as_success = order::consume;

  constexpr explored_word() noexcept = default;

  /// Notes that the object is made here, with this value, by the thread that runs.
  void begin(std::uint64_t value);

  // `now`: the value that the object has, in case that this is its first operation of the exploration. What they write
  // they do not write there: newest() says what the object's value is afterwards.
  std::uint64_t load(std::uint64_t now, order how, const site& at);
  void store(std::uint64_t now, std::uint64_t value, order how, const site& at);
  std::uint64_t modify(std::uint64_t now, change made, std::uint64_t operand, order how, const site& at);
  bool compare_exchange(std::uint64_t now, std::uint64_t& expected, std::uint64_t desired, order success,
                        order failure, bool is_weak, const site& at);
  [[nodiscard]] std::uint64_t newest() const noexcept;

  /// The calling thread has seen the newest value from now on. No step.
  void show_newest(std::uint64_t now);

  // A futex: base/threads/futex.hpp. No steps.
  std::uint64_t look_by_kernel(std::uint64_t now);
  void tell_kernel(std::uint64_t now);
  void show_told(std::uint64_t now);

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

  JACKDAW_UNWATCHED constexpr explored_atomic() noexcept : explored_atomic(T{}) {}
  JACKDAW_UNWATCHED constexpr explored_atomic(
      T value) noexcept  // NOLINT(google-explicit-constructor): as std::atomic
      : value_(value) {
    if (!std::is_constant_evaluated() && explorer::active()) word_.begin(bits(value));
  }
  explored_atomic(const explored_atomic&) = delete;
  explored_atomic& operator=(const explored_atomic&) = delete;

  [[nodiscard]] JACKDAW_UNWATCHED T load(order how = order::seq_cst, const site& at = site::current()) const {
    return explorer::active() ? value(word_.load(bits(value_), how, at)) : value_;
  }
  JACKDAW_UNWATCHED void store(T to, order how = order::seq_cst, const site& at = site::current()) {
    if (!explorer::active()) {
      value_ = to;
      return;
    }
    word_.store(bits(value_), bits(to), how, at);
    value_ = value(word_.newest());
  }
  JACKDAW_UNWATCHED T exchange(T to, order how = order::seq_cst, const site& at = site::current()) {
    return modify<replaced<T>>(to, how, at);
  }
  JACKDAW_UNWATCHED T fetch_add(T amount, order how = order::seq_cst, const site& at = site::current()) {
    return modify<added<T>>(amount, how, at);
  }
  JACKDAW_UNWATCHED T fetch_sub(T amount, order how = order::seq_cst, const site& at = site::current()) {
    return modify<subtracted<T>>(amount, how, at);
  }
  JACKDAW_UNWATCHED T fetch_or(T operand, order how = order::seq_cst, const site& at = site::current()) {
    return modify<united<T>>(operand, how, at);
  }
  JACKDAW_UNWATCHED T fetch_and(T operand, order how = order::seq_cst, const site& at = site::current()) {
    return modify<intersected<T>>(operand, how, at);
  }

  JACKDAW_UNWATCHED bool compare_exchange_strong(T& expected, T desired, order success, order failure,
                                                 const site& at = site::current()) {
    return compare_exchange(expected, desired, success, failure, false, at);
  }
  JACKDAW_UNWATCHED bool compare_exchange_strong(T& expected, T desired, order how = order::seq_cst,
                                                 const site& at = site::current()) {
    return compare_exchange(expected, desired, how, explored_word::as_success, false, at);
  }
  JACKDAW_UNWATCHED bool compare_exchange_weak(T& expected, T desired, order success, order failure,
                                               const site& at = site::current()) {
    return compare_exchange(expected, desired, success, failure, true, at);
  }
  JACKDAW_UNWATCHED bool compare_exchange_weak(T& expected, T desired, order how = order::seq_cst,
                                               const site& at = site::current()) {
    return compare_exchange(expected, desired, how, explored_word::as_success, true, at);
  }

  /// The newest value without a step, for conditions of tests.
  [[nodiscard]] JACKDAW_UNWATCHED T peek() const { return value_; }

  /// The same, and the calling thread has seen it.
  JACKDAW_UNWATCHED T show_newest() const {
    if (explorer::active()) word_.show_newest(bits(value_));
    return value_;
  }

  /// What the kernel finds there before it lets the calling thread sleep. The thread has seen it.
  JACKDAW_UNWATCHED T look_by_kernel() const {
    return explorer::active() ? value(word_.look_by_kernel(bits(value_))) : value_;
  }
  /// By a thread that wakes others: the kernel finds nothing that is older than what this one knows.
  JACKDAW_UNWATCHED void tell_kernel() const {
    if (explorer::active()) word_.tell_kernel(bits(value_));
  }
  /// By one that was woken: it has seen what was told.
  JACKDAW_UNWATCHED void show_told() const {
    if (explorer::active()) word_.show_told(bits(value_));
  }

 private:
  JACKDAW_UNWATCHED static std::uint64_t bits(T value) {
    std::uint64_t all = 0;
    __builtin_memcpy(&all, &value, sizeof(T));
    return all;
  }
  JACKDAW_UNWATCHED static T value(std::uint64_t bits) {
    T result;
    __builtin_memcpy(&result, &bits, sizeof(T));
    return result;
  }
  // What a read-modify-write makes of the old value. Templates, so that they are compiled only for types that have
  // them.
  template <class U>
  JACKDAW_UNWATCHED static U replaced(U /*old*/, U with) {
    return with;
  }
  template <class U>
  JACKDAW_UNWATCHED static U added(U old, U amount) {
    return static_cast<U>(old + amount);
  }
  template <class U>
  JACKDAW_UNWATCHED static U subtracted(U old, U amount) {
    return static_cast<U>(old - amount);
  }
  template <class U>
  JACKDAW_UNWATCHED static U united(U old, U with) {
    return static_cast<U>(old | with);
  }
  template <class U>
  JACKDAW_UNWATCHED static U intersected(U old, U with) {
    return static_cast<U>(old & with);
  }

  template <T (*Change)(T, T)>
  JACKDAW_UNWATCHED static std::uint64_t on_bits(std::uint64_t old, std::uint64_t operand) {
    return bits(Change(value(old), value(operand)));
  }

  template <T (*Change)(T, T)>
  JACKDAW_UNWATCHED T modify(T operand, order how, const site& at) {
    if (!explorer::active()) {
      const T old = value_;
      value_ = Change(old, operand);
      return old;
    }
    const T old = value(word_.modify(bits(value_), &on_bits<Change>, bits(operand), how, at));
    value_ = value(word_.newest());
    return old;
  }

  JACKDAW_UNWATCHED bool compare_exchange(T& expected, T desired, order success, order failure, bool is_weak,
                                          const site& at) {
    if (!explorer::active()) {
      if (bits(value_) == bits(expected)) {
        value_ = desired;
        return true;
      }
      expected = value_;
      return false;
    }
    std::uint64_t seen = bits(expected);
    const bool done =
        word_.compare_exchange(bits(value_), seen, bits(desired), success, failure, is_weak, at);
    value_ = value(word_.newest());
    if (!done) expected = value(seen);
    return done;
  }

  mutable explored_word word_;
  T value_;
};

}  // namespace jackdaw::simulated

#undef JACKDAW_UNWATCHED
