// The family of central pools: one queue for all.
#pragma once

#include <jackdaw/pool/pool.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::pool {

/// Source: KR02 section 3.1. Good balance, no locality; every put and get meets at one lock.
/// P1: a task that is put is in the only queue until somebody takes it.
template <queue::shared_queue Queue>
class central {
 public:
  using task_type = typename Queue::item_type;
  static constexpr bool balances = true;

  explicit central(unsigned /*workers*/) {}

  void put(unsigned /*id*/, task_type& item) { queue_.push(item); }
  void init(unsigned /*id*/, task_type& item) { queue_.push(item); }

  [[nodiscard]] task_type* get(unsigned /*id*/) {
    for (;;) {
      const auto found = queue_.take();
      if (found.what != queue::outcome::lost) return found.item;
    }
  }

  [[nodiscard]] bool looks_empty(unsigned /*id*/) const noexcept { return queue_.looks_empty(); }

 private:
  Queue queue_;
};

}  // namespace jackdaw::pool
