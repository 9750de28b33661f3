// The family of distributed pools without balancing: a queue for each worker, and no stealing.
#pragma once

#include <memory>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::pool {

/// Source: KR02 section 3.3. No synchronization at all, and no balance: work stays where the initial tasks
/// were dealt. The yardstick for what sharing costs; not for anything else. TP-P1: only the worker itself puts
/// into its queue, and only it takes.
template <queue::container Container>
class distributed {
 public:
  using task_type = typename Container::item_type;
  static constexpr bool balances = false;

  explicit distributed(unsigned workers) : queues_(std::make_unique<base::padded<Container>[]>(workers)) {}

  void put(unsigned id, task_type& item) { queues_[id]->push(item); }
  void init(unsigned id, task_type& item) { queues_[id]->push(item); }
  [[nodiscard]] task_type* get(unsigned id) { return queues_[id]->pop(); }

  /// Nothing that another worker does can bring a task here.
  [[nodiscard]] bool looks_empty(unsigned /*id*/) const noexcept { return true; }

 private:
  std::unique_ptr<base::padded<Container>[]> queues_;
};

}  // namespace jackdaw::pool
