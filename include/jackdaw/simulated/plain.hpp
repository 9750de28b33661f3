// A plain variable of a schedule test: the exploration fails when two threads use it without an order between them.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include <jackdaw/simulated/explorer.hpp>

namespace jackdaw::simulated {

/// Which threads have used a variable last, and when. Outside of an exploration everything is in order.
class plain_history {
 public:
  /// The calling thread reads, or writes. Not a step. Fails the exploration where another one's write, or use, does not
  /// happen before.
  void read();
  void write();

 private:
  std::uint64_t exploration_ = 0;  // the one that the rest belongs to
  std::uint32_t written_ = 0;      // when, by writer_'s clock
  std::uint8_t writer_ = 0;
  std::array<std::uint32_t, explorer::most_threads + 1> read_{};  // when last, by each thread's clock
};

/// What a test hands over. Copies are of the value alone.
template <class T>
class plain {
 public:
  constexpr plain() noexcept = default;
  constexpr plain(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] const T& get() const {
    history_.read();
    return value_;
  }
  void set(T value) {
    history_.write();
    value_ = std::move(value);
  }

  /// Without a look at the thread that reads it: for what must hold at the end.
  [[nodiscard]] const T& peek() const { return value_; }

 private:
  mutable plain_history history_;
  T value_{};
};

}  // namespace jackdaw::simulated
