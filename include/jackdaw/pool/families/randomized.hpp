// The family of randomized pools: many central queues, visited at random.
#pragma once

#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/queue/locked/drawing.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::pool {

/// Source: KR02 section 3.2, section 6.3 (rq1, rq2, rq3: four queues for each worker). A task goes into a
/// random queue; a worker visits all of them in random order until it finds one. Fewer meet at a lock than in
/// a central pool, but no worker finds its own work again, and random numbers cost.
/// Decisions: the paper does not say how the order is drawn. Here it is a shuffle that is drawn step by step
/// (Fisher and Yates). So a worker draws a number for each queue that it visits, and none for the rest.
/// Each worker draws numbers of its own. Empty queues are passed without taking their locks.
///
/// `Drawing`: where the numbers come from. `PerWorker`: queues for each worker, unless it is made with another number.
/// TP-P1: get() looks at every queue.
template <queue::shared_queue Queue, queue::drawing Drawing, unsigned PerWorker = 4>
class randomized {
 public:
  using task_type = typename Queue::item_type;
  static constexpr bool balances = true;
  static constexpr queue::order taken_in = queue::order::any;

  explicit randomized(unsigned workers) : randomized(workers, PerWorker) {}

  randomized(unsigned workers, unsigned per_worker)
      : count_(per_worker * workers), queues_(std::make_unique<Queue[]>(count_)) {
    choosers_.reserve(workers);
    for (unsigned id = 0; id < workers; ++id) {
      choosers_.push_back(std::make_unique<chooser>(Drawing(id + 1), std::vector<unsigned>(count_)));
      std::iota(choosers_.back()->order.begin(), choosers_.back()->order.end(), 0U);
    }
  }

  auto put(unsigned id, task_type& item) { return queues_[choosers_[id]->draw.below(count_)].push(item); }
  void init(unsigned id, task_type& item) { put(id, item); }

  [[nodiscard]] task_type* get(unsigned id) {
    chooser& own = *choosers_[id];
    for (unsigned left = count_; left > 0; --left) {
      unsigned& next = own.order[left - 1];
      std::swap(own.order[own.draw.below(left)], next);
      Queue& visited = queues_[next];
      if (task_type* const item = queue::insist([&] { return visited.take(); })) return item;
    }
    return nullptr;
  }

  [[nodiscard]] bool retire(unsigned id) const noexcept { return looks_empty(id); }

  [[nodiscard]] bool looks_empty(unsigned /*id*/) const noexcept {
    return all_workers(count_, [this](unsigned index) { return queues_[index].looks_empty(); });
  }

 private:
  struct alignas(base::cache_line) chooser {
    chooser(Drawing d, std::vector<unsigned> o) : draw(std::move(d)), order(std::move(o)) {}
    Drawing draw;
    std::vector<unsigned> order;  // a permutation of the queues, shuffled further by every get
  };

  unsigned count_;
  std::unique_ptr<Queue[]> queues_;
  std::vector<std::unique_ptr<chooser>> choosers_;
};

}  // namespace jackdaw::pool
