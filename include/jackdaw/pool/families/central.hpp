// The family of central pools: one queue for all.
#pragma once

#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::pool {

/// Source: KR02 section 3.1. Good balance, no locality; every put and get meets at one lock.
/// The order in which tasks come back is the queue's. TP-P1: a task that is put is in the only queue until it is
/// taken.
template <queue::shared_queue Queue>
class central {
 public:
  using task_type = typename Queue::item_type;
  static constexpr bool balances = true;
  static constexpr queue::order taken_in = queue::order_of<Queue>;

  explicit central(unsigned /*workers*/) {}

  auto put(unsigned /*id*/, task_type& item) { return queue_.push(item); }
  void init(unsigned /*id*/, task_type& item) { queue_.push(item); }

  [[nodiscard]] task_type* get(unsigned /*id*/) {
    return queue::insist([this] { return queue_.take(); });
  }

  /// The worker sees what it has put last: empty means that others have taken it.
  [[nodiscard]] bool retire(unsigned /*id*/) const noexcept { return queue_.looks_empty(); }

  [[nodiscard]] bool looks_empty(unsigned /*id*/) const noexcept { return queue_.looks_empty(); }

 private:
  Queue queue_;
};

}  // namespace jackdaw::pool
