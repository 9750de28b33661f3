// Several queues as one: one of them at random, and another when its lock is taken.
//
// Source: KR02 section 3.5 "randomized local pools", section 6.3 (dq4). Deviations and decisions: the paper does not
// say what happens when every lock is taken. Here the caller then waits for the queue that it has drawn first. A
// thief has no generator in the queue from which it steals; it draws by mixing a count of thefts.
// Callers: one owner calls push and take, thieves call steal.
// Invariants
//   SV-I1  take() returns empty only when each queue has been seen empty after the call began: one whose lock
//          was taken has not been seen, and is waited for in a second round. The owner's own tasks cannot be
//          missed.
//   SV-I2  draw_ is touched by the owner only, or before it begins.
// Progress: blocking, but only when all queues that are not empty are locked.
#pragma once

#include <array>
#include <cstddef>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/random.hpp>
#include <jackdaw/queue/locked/drawing.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::queue {

/// `Count` queues of type `Queue`, which must be able to try (queue/locked/locked.hpp).
/// Cost: that of one of them, a random number, and a look at each queue that is empty.
template <shared_queue Queue, unsigned Count = 2, drawing Drawing = base::random>
class several {
 public:
  using item_type = typename Queue::item_type;
  static constexpr order taken_in = order::any;

  was push(item_type& item) {
    const unsigned start = draw_.below(Count);
    for (unsigned i = 0; i < Count; ++i) {
      if (const auto found = at(start + i).try_push(item)) return *found;
    }
    return at(start).push(item);
  }

  [[nodiscard]] taken<item_type> take() { return take_from(draw_.below(Count)); }

  template <end End>
    requires(End == end::working)
  [[nodiscard]] taken<item_type> steal() {
    return take_from(static_cast<unsigned>(base::mix(thefts_.fetch_add(1, base::relaxed)) % Count));
  }

  [[nodiscard]] bool looks_empty() const noexcept {
    for (const Queue& each : queues_) {
      if (!each.looks_empty()) return false;
    }
    return true;
  }

  [[nodiscard]] std::size_t size_seen() const noexcept {
    std::size_t all = 0;
    for (const Queue& each : queues_) all += each.size_seen();
    return all;
  }

 private:
  Queue& at(unsigned index) noexcept { return queues_[index % Count]; }

  taken<item_type> take_from(unsigned start) {
    bool lost = false;
    for (unsigned i = 0; i < Count; ++i) {
      const auto found = at(start + i).try_take();
      if (found.what == outcome::success) return found;
      lost = lost || found.what == outcome::lost;
    }
    for (unsigned i = 0; lost && i < Count; ++i) {  // SV-I1
      const auto found = at(start + i).take();
      if (found.what == outcome::success) return found;
    }
    return {};
  }

  std::array<Queue, Count> queues_;
  Drawing draw_{1U};  // SV-I2
  base::atomic<unsigned> thefts_{0};
};

}  // namespace jackdaw::queue
