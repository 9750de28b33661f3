// The family of stealing pools: a queue for each worker; who has nothing takes from the others.
#pragma once

#include <memory>

#include <jackdaw/pool/pool.hpp>
#include <jackdaw/pool/victims.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::pool {

/// Source: KR02 section 3.5 (dynamic task stealing), one task a steal.
/// `StolenEnd`: the end at which thieves take. The owner's end gives them the newest, smallest task (dq2);
/// the opposite end the oldest, which as a rule has the largest subtree (dq5). P1: what a worker puts stays
/// in its own queue until taken, and get() looks there first; a lost take is tried again.
template <queue::shared_queue Queue, queue::end StolenEnd, class Victims = next_neighbours>
class stealing {
 public:
  using task_type = typename Queue::item_type;
  static constexpr bool balances = true;

  explicit stealing(unsigned workers)
      : workers_(workers), victims_(workers), queues_(std::make_unique<Queue[]>(workers)) {}

  void put(unsigned id, task_type& item) { queues_[id].push(item); }
  void init(unsigned id, task_type& item) { queues_[id].push(item); }

  [[nodiscard]] task_type* get(unsigned id) {
    if (task_type* const own = insist([&] { return queues_[id].take(); })) return own;
    return victims_.first_of(id, [&](unsigned victim) {
      return insist([&] { return queues_[victim].template steal<StolenEnd>(); });
    });
  }

  [[nodiscard]] bool looks_empty(unsigned /*id*/) const noexcept {
    return all_workers(workers_, [this](unsigned id) { return queues_[id].looks_empty(); });
  }

 private:
  static task_type* insist(auto take) {
    for (;;) {
      const auto found = take();
      if (found.what != queue::outcome::lost) return found.item;
    }
  }

  unsigned workers_;
  Victims victims_;
  std::unique_ptr<Queue[]> queues_;
};

}  // namespace jackdaw::pool
