// The family of stealing pools: a queue for each worker; a worker that has nothing takes from the others.
#pragma once

#include <memory>

#include <jackdaw/base/tally.hpp>
#include <jackdaw/pool/families/victim_order.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::pool {

/// Source: KR02 section 3.5 (dynamic task stealing), one task a steal.
/// `StolenEnd`: the end at which thieves take. The owner's end gives them the newest, smallest task (dq2);
/// the opposite end the oldest, which as a rule has the largest subtree (dq5). TP-P1: what a worker puts stays
/// in its own queue until taken, and get() looks there first; a lost take is tried again.
template <class Queue, queue::end StolenEnd, class Victims = next_neighbours>
  requires queue::stealable_queue<Queue, StolenEnd>
class stealing {
 public:
  using task_type = typename Queue::item_type;
  static constexpr bool balances = true;
  static constexpr queue::order taken_in = queue::order_of<Queue>;

  explicit stealing(unsigned workers)
      : workers_(workers), victims_(workers), queues_(std::make_unique<Queue[]>(workers)) {}

  auto put(unsigned id, task_type& item) { return queues_[id].push(item); }
  void init(unsigned id, task_type& item) { queues_[id].push(item); }

  [[nodiscard]] task_type* get(unsigned id) {
    if (task_type* const own = queue::insist([&] { return queues_[id].take(); })) return own;
    return victims_.first_of(id, [&](unsigned victim) {
      task_type* const found = queue::insist([&] { return queues_[victim].template steal<StolenEnd>(); });
      base::tally::count_steal(victim, tasks_in(found));
      return found;
    });
  }

  /// All is visible already; only this worker adds to its queue.
  [[nodiscard]] bool retire(unsigned id) const noexcept { return queues_[id].looks_empty(); }

  /// Whether worker `id` has nothing in its own queue. Old when it is read; to `id` itself it never reports tasks
  /// that are gone.
  [[nodiscard]] bool own_looks_empty(unsigned id) const noexcept { return queues_[id].looks_empty(); }

  [[nodiscard]] bool looks_empty(unsigned /*id*/) const noexcept {
    return all_workers(workers_, [this](unsigned id) { return queues_[id].looks_empty(); });
  }

 private:
  static std::size_t tasks_in(const task_type* item) noexcept {
    if (item == nullptr) return 0;
    if constexpr (requires { item->size(); }) {
      return item->size();  // a block
    } else {
      return 1;
    }
  }

  unsigned workers_;
  Victims victims_;
  std::unique_ptr<Queue[]> queues_;
};

}  // namespace jackdaw::pool
