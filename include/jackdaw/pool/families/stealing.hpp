// The family of stealing pools: a queue for each worker; a worker that has nothing takes from the others.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <utility>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/pool/families/steal_amount.hpp>
#include <jackdaw/pool/families/victim_order.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::pool {

/// Source: KR02 section 3.5 (dynamic task stealing), one task a steal. `Amount`: pool/families/steal_amount.hpp. What a
/// thief takes besides the first task goes into its own queue, where others may take it; it reports that as revealed.
/// A thief whose own queue has no room for another one, and gets no memory, is content with what it has.
/// `StolenEnd`: the end at which thieves take. The owner's end gives them the newest, smallest task (dq2);
/// the opposite end the oldest, which as a rule has the largest subtree (dq5). TP-P1: what a worker puts stays
/// in its own queue until taken, and get() looks there first; a lost take is tried again.
template <class Queue, queue::end StolenEnd, class Victims = next_neighbours, class Amount = one_item>
  requires queue::stealable_queue<Queue, StolenEnd>
class stealing {
 public:
  using task_type = typename Queue::item_type;
  static constexpr bool balances = true;
  static constexpr queue::order taken_in = queue::order_of<Queue>;

  explicit stealing(unsigned workers) : stealing(workers, Victims(workers), Amount()) {}

  stealing(unsigned workers, Victims victims, Amount amount)
      : workers_(workers),
        victims_(std::move(victims)),
        amount_(amount),
        revealed_(takes_more ? std::make_unique<base::padded<unsigned>[]>(workers) : nullptr),
        queues_(std::make_unique<Queue[]>(workers)) {}

  auto put(unsigned id, task_type& item) { return queues_[id].push(item); }
  void init(unsigned id, task_type& item) { queues_[id].push(item); }

  [[nodiscard]] task_type* get(unsigned id) {
    if (task_type* const own = queue::insist([&] { return queues_[id].take(); })) return own;
    const base::tally::search searching;
    return victims_.first_of(id, [&](unsigned victim) {
      task_type* const found = queue::insist([&] { return queues_[victim].template steal<StolenEnd>(); });
      if constexpr (takes_more) {
        base::tally::count_steal(victim, tasks_in(found) + (found != nullptr ? take_more(id, victim) : 0));
      } else {
        base::tally::count_steal(victim, tasks_in(found));
      }
      return found;
    });
  }

  /// How many items worker `id` has put into its queue besides those that it was given by put().
  [[nodiscard]] unsigned revealed(unsigned id) noexcept
    requires(!std::same_as<Amount, one_item>)
  {
    return std::exchange(*revealed_[id], 0);
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
  static constexpr bool takes_more = !std::same_as<Amount, one_item>;

  /// Thief `id` has one item of the victim's already. Returns how many tasks the others have that it takes now.
  [[nodiscard]] std::size_t take_more(unsigned id, unsigned victim) {
    std::size_t tasks = 0;
    for (std::size_t left = amount_.of(queues_[victim].size_seen() + 1); left > 1; --left) {
      if (!has_room(id)) break;
      task_type* const more = queue::insist([&] { return queues_[victim].template steal<StolenEnd>(); });
      if (more == nullptr) break;
      tasks += tasks_in(more);
      queues_[id].push(*more);
      ++*revealed_[id];
    }
    return tasks;
  }

  /// Only the thief pushes into its own queue, so the room is still there when it has stolen.
  [[nodiscard]] bool has_room(unsigned id) {
    if constexpr (queue::growing_container<Queue>) {
      return queues_[id].make_room();
    } else {
      return true;
    }
  }

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
  [[no_unique_address]] Amount amount_;
  std::unique_ptr<base::padded<unsigned>[]> revealed_;  // null where a steal takes one item
  std::unique_ptr<Queue[]> queues_;
};

}  // namespace jackdaw::pool
