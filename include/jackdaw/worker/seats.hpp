// The seats of a crew: numbers that threads take and leave, and with which they use the pool.
//
// Who calls what: any thread takes a seat; who sits there leaves it; any busy member looks into a seat that was
// left, for a moment, to see whether tasks are stored there.
// Invariants
//   S1  a seat is `taken` or `watched` by one thread at a time, and only that one uses the pool with its number.
//   S2  a seat in state `left` or `watched` has no member, and may have tasks; it is counted as busy
//       (attendance.hpp, I2).
//   S3  left_ is at least the number of seats in state `left`.
// Orderings: O1 leave, give_back -> take, look_into: what was done with that number. Progress: who looks for a
// seat while others are watched waits till one is not any more, that is, for one get() of the pool.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/pause.hpp>

namespace jackdaw::working {

class seats {
 public:
  explicit seats(unsigned count) : count_(count), states_(std::make_unique<base::padded<word>[]>(count)) {}

  [[nodiscard]] unsigned count() const noexcept { return count_; }

  struct seat {
    unsigned id;
    bool was_left;  ///< and is counted as busy
  };

  /// A seat for the calling thread; nothing when all are taken.
  [[nodiscard]] std::optional<seat> take() noexcept {
    for (;; base::pause()) {
      for (const state wanted : {state::left, state::free}) {
        if (const auto id = changed(wanted, state::taken)) return seat{*id, wanted == state::left};
      }
      if (all_taken()) return std::nullopt;
    }
  }

  /// The seat `id`, if it is free.
  [[nodiscard]] bool take(unsigned id) noexcept { return change(id, state::free, state::taken); }

  [[nodiscard]] bool is_taken(unsigned id) const noexcept {
    return id < count_ && states_[id]->load(base::relaxed) == state::taken;
  }

  void leave(unsigned id) noexcept {
    left_.fetch_add(1, base::relaxed);               // S3
    states_[id]->store(state::left, base::release);  // O1
  }

  /// Whether some seat was left; old when it is read.
  [[nodiscard]] bool some_left() const noexcept { return left_.load(base::relaxed) != 0; }

  /// A seat that was left, for the caller to look into, until it calls leave or give_back; nothing when there is
  /// none.
  [[nodiscard]] std::optional<unsigned> look_into() noexcept { return changed(state::left, state::watched); }

  /// Nothing is stored there.
  void give_back(unsigned id) noexcept { states_[id]->store(state::free, base::release); }  // O1

 private:
  enum class state : std::uint8_t { free, taken, left, watched };
  using word = base::atomic<state>;

  [[nodiscard]] bool change(unsigned id, state from, state to) noexcept {
    state seen = states_[id]->load(base::relaxed);
    return seen == from &&
           states_[id]->compare_exchange_strong(seen, to, base::acquire, base::relaxed);  // O1
  }

  /// The first seat that was in state `from`.
  [[nodiscard]] std::optional<unsigned> changed(state from, state to) noexcept {
    for (unsigned id = 0; id < count_; ++id) {
      if (change(id, from, to)) {
        if (from == state::left) left_.fetch_sub(1, base::relaxed);
        return id;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool all_taken() const noexcept {
    for (unsigned id = 0; id < count_; ++id) {
      if (!is_taken(id)) return false;
    }
    return true;
  }

  const unsigned count_;
  std::unique_ptr<base::padded<word>[]> states_;
  alignas(base::cache_line) base::atomic<unsigned> left_{0};
};

}  // namespace jackdaw::working
